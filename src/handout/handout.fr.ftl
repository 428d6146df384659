# Le README d’un dossier à distribuer.

handout-about = { $problem } : { $about }.
handout-answers = Les fichiers `.ans` à côté des instances publiques sont les réponses attendues : le juge compare les réponses avec eux.
handout-anytime = À la limite de temps, la dernière réponse complète compte.
handout-best = meilleure valeur
handout-best-mean = meilleure moyenne
handout-commands = La première commande compile le programme et l’exécute sur { $count ->
    [one] l’instance publique
   *[other] les { $count } instances publiques
}, avec les limites du concours. La deuxième recommence après chaque modification. La troisième écrit une page avec relecture des réponses.
handout-contest-file = { $name } : la partie publique, pour `judge try`. Les instances cachées n’y sont pas.
handout-files = Les instances se trouvent dans `{ $instances }/`. `{ $play }` est une page pour les résoudre à la main, avec les règles en images.
handout-hand-in = Que déposer
handout-limits = Limites par instance
handout-limits-used = { $time } de temps processeur, { $wall } de temps réel, { $memory } de mémoire, { $output } de sortie.
handout-most-bests = plus grand nombre de meilleures valeurs
handout-no-anytime = Un programme qui atteint la limite de temps n’a pas de réponse.
handout-problem = Le problème
handout-problem-folder = `{ $folder }/` est le problème : ce qu’il contient juge les réponses.
handout-program = Un dossier qui contient un exécutable `solver`, un seul fichier source (`solver.py`, `.c`, `.cpp`, `.rs`, `.java`, `.go` ou `.js`), ou un `submission.toml` avec les commandes de compilation et d’exécution. Le programme lit une instance sur l’entrée standard et écrit sa réponse sur la sortie standard. `judge help submissions` donne les détails.
handout-round = manche
handout-scoring = Calcul du score
handout-scoring-rule = `{ $rule }` : { $about }.
handout-second = deuxième
handout-takes-answers = La manche `{ $round }` accepte des réponses : pour chaque instance `{ $instances }/{ $round }/NOM.txt`, un fichier `answers/NOM.txt` dans le dossier.
handout-try = Pour essayer
