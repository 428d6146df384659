# Ce que le juge dit d’une exécution dans les résultats. Les fichiers gardent le texte anglais ; les pages traduisent
# ce qui correspond à un `detail`. Un `part` ne se trouve que dans d’autres messages.


## Comment finissent les programmes

detail-waited-only = a attendu { $time } sur une machine chargée
detail-waited = { $detail } ; a attendu { $time } sur une machine chargée
detail-no-answer-in-time = aucune réponse complète avant la limite de temps
detail-exit-code = code de sortie { $code }
detail-exit-code-output = code de sortie { $code } : { $text }
detail-killed = tué par { $signal }
detail-killed-output = tué par { $signal } : { $text }
detail-cpu-limit = a utilisé { $used } de temps processeur, la limite est de { $limit }
detail-wall-limit = a atteint la limite de { $limit } de temps écoulé avec { $used } de temps processeur
detail-memory-limit = a utilisé plus de { $limit }
detail-output-limit = a écrit plus de { $limit }
detail-disk-limit = a rempli le disque
detail-unsupervised = la surveillance a échoué : { $text }
detail-not-started = n’a pas démarré : { $text }
detail-interrupted = arrêtée par le juge
detail-starved = privée de processeur pendant { $time } sur une machine chargée : à refaire sous une charge plus faible
detail-attempts = l’exécution n’a pas pu être jugée en { $attempts } tentatives : { $detail }
detail-not-run = impossible d’exécuter un programme : { $text }
detail-fault = le juge a échoué sur cette exécution, et l’enseignant peut voir pourquoi
detail-panic = le juge a échoué
detail-not-built = le programme n’a pas été compilé
part-signal = signal { $code }
part-signal-memory = { $text } (accès mémoire invalide)
part-signal-abort = SIGABRT (abandon)
part-signal-arithmetic = SIGFPE (erreur arithmétique)
part-signal-instruction = SIGILL (instruction invalide)
part-signal-pipe = SIGPIPE (écriture dans un tube fermé)
part-signal-system-call = SIGSYS (appel système interdit)
part-signal-file = SIGXFSZ (fichier trop grand)

## Compilations

detail-build-exit-code = la compilation s’est terminée avec le code de sortie { $code }
detail-build-exit-code-output = la compilation s’est terminée avec le code de sortie { $code } : { $text }
detail-build-killed = la compilation a été tuée par { $signal }
detail-build-killed-output = la compilation a été tuée par { $signal } : { $text }
detail-build-time-output = la compilation a pris plus de { $limit } : { $text }
detail-build-time = la compilation a pris plus de { $limit }
detail-build-space = la compilation a utilisé trop de mémoire ou trop écrit
detail-build-space-output = la compilation a utilisé trop de mémoire ou trop écrit : { $text }
detail-build-not-started = la compilation n’a pas démarré : { $text }
detail-build-unsupervised = la compilation n’a pas pu être surveillée : { $text }
detail-build-interrupted = la compilation a été interrompue
detail-build-interrupted-again = la compilation a été interrompue : à refaire
detail-build-disk-before = le disque de { $text } n’avait plus que { $free } pour la compilation : à refaire après avoir libéré de la place
detail-build-disk = le disque de { $text } n’a plus que { $free } : à refaire après avoir libéré de la place
detail-build-disturbed = la compilation a été tuée par autre chose que le juge, par exemple une machine à court de mémoire : à refaire avec plus de mémoire libre
detail-unpacking = l’extraction a échoué : { $reason }
detail-compiler = { $text } a besoin de `{ $other }`, qui n’est pas installé ici : installer { $names }
detail-tool = `{ $text }` n’est ni dans la soumission ni installé ici
detail-no-command = il n’y a pas de commande
detail-renamed = { $text } doit être compilé sous le nom { $other }, mais il y a déjà un { $names }
detail-changed = la soumission a changé après le début du concours : à refaire

## Dépôts sans programme ni réponse

detail-no-file = pas de fichier { $text }
detail-folder-link = le dossier des réponses est un lien
detail-no-folder = { $text } n’est pas un dossier
detail-file-link = le fichier de réponse est un lien
detail-file-unreadable = fichier illisible : { $text }
detail-two-files = { $text } et { $other } ont été déposés tous les deux
detail-two-programs = { $text } et { $other } : n’en garder qu’un, ou écrire un submission.toml
detail-manifest = submission.toml inutilisable : { $text }
detail-program-link = { $text } est un lien : déposer le fichier lui-même
detail-not-executable = `{ $text }` n’est pas exécutable : chmod +x { $other }
detail-answers-only = des réponses seulement, pas de programme
detail-nothing = rien à exécuter : { $detail }
part-nothing-known = ni `solver`, ni { $text }, ni submission.toml
detail-unknown-file = ni exécutable, ni fichier source que le juge connaît
part-try = essayer : { $text }
part-nothing-in = rien n’a été déposé : demander à l’équipe
part-notebook = { $text } est un notebook : le convertir avec `{ $other }` et le nommer { $names }
part-archive = { $text } est une archive : l’extraire ici ou la donner à `judge collect`
part-strange-archive = { $text } est une archive : l’extraire ici
part-makefile = ce que { $text } produit n’est pas clair : écrire un submission.toml avec `{ $other }` et `{ $names }`
part-no-program = pas de programme parmi { $text } : demander à l’équipe
part-languages = programmes en { $text } : renommer le bon en { $other }, ou écrire un submission.toml
detail-large = plus grand que { $size }
detail-many-files = plus de { $count } fichiers
detail-long-path = un chemin dépasse { $count } octets
detail-deep = des dossiers sont imbriqués sur plus de { $count } niveaux
detail-changing = { $text } a changé pendant sa lecture

## Réponses qui ne suivent pas le format

detail-unreadable = réponse illisible : ligne { $line }, colonne { $column } : trouvé { $found }, attendu { $expected }
part-end-of-file = la fin du fichier
part-end-of-line = la fin de la ligne
part-end-after-numbers = la fin de la ligne après { $count } nombres
part-range = { $expected } de { $from } à { $to }
part-number-on-line = { $expected } (nombre { $number-on-line } sur { $count } de cette ligne)
part-letter = l’une des lettres { $text }
part-nothing-after = rien après le `0` final
part-course = une solution de cette grille { $rows } × { $columns } à { $colours } couleurs
part-closing = le `0` final d’une solution du cours
part-course-size = une grille d’au plus { $cells } cases et d’au plus autant de couleurs
part-course-header = un nombre de `m n c seed`
part-swap-number = { $number } de l’échange { $swap }
part-swap-whole = { $number } de l’échange { $swap } : un nombre entier
part-first-row = la ligne de la première case
part-first-column = la colonne de la première case
part-second-row = la ligne de la deuxième case
part-second-column = la colonne de la deuxième case
part-pawn-row = la ligne { $row } sur { $rows } des pions
part-pawn = le pion { $pawn } sur { $pawns } de cette ligne
part-pawns-end = la fin de la ligne après { $pawns } pions
part-declared = le score annoncé, un nombre entier
part-declared-end = la fin de la ligne après le score annoncé
part-cell = une case, `#` ou `.`
part-cells-end = la fin de la ligne après { $cells } cases
part-rows-end = la fin de la réponse après { $rows } lignes
part-cell-number = une case, la { $cell } sur { $cells } de cette ligne
part-row = ligne { $row } sur { $rows }
part-column = colonne { $column } sur { $columns }

## Réponses qui enfreignent une règle

detail-leaves-grid = l’action { $action } (`{ $text }`) sort de la grille depuis la ligne { $row }, colonne { $column }
detail-not-black = après les { $actions } actions, { $count } cases sur { $cells } ne sont pas noires : la case de la ligne { $row }, colonne { $column } attend { $expected } et contient { $found }, charge du robot : { $carried }
part-hand-nothing = rien
part-hand-colour = la couleur { $colour }
detail-swap = échange { $swap } (`{ $text }`) : { $reason }
part-off-grid = la case de la ligne { $row }, colonne { $column } n’est pas sur la grille { $rows } × { $columns }
part-no-edge = ces cases n’ont pas de côté commun
part-wall = un mur sépare ces cases
detail-not-sorted = après les { $swaps } échanges, { $count } tuiles sur { $tiles } ne sont pas en place : la case de la ligne { $row }, colonne { $column } contient { $tile } au lieu de { $wanted }
detail-no-red = il n’y a pas de pion rouge : il faut exactement un `R`
detail-many-red = il y a { $count } pions rouges, les deux premiers à la ligne { $row }, colonne { $column } et à la ligne { $other-row }, colonne { $other-column } : il faut exactement un `R`
detail-undeclared = aucun score annoncé, score réel { $real }
detail-misdeclared = score annoncé { $declared }, score réel { $real }
detail-line = { $number } : blocs { $found }, l’indice demande { $clue }
detail-line-more = { $number } : blocs { $found }, l’indice demande { $clue } ; { $count ->
    [one] une autre ligne est fausse
   *[other] { $count } autres lignes sont fausses
}
part-no-runs = `0` (aucun)

## Vérificateurs des problèmes personnels

detail-rejected = refusée par le vérificateur
detail-interrupted-checker = le vérificateur a été interrompu
detail-mismatch = ligne { $line }, colonne { $column } : { $reason }
part-wrong = `{ $text }` est faux
part-not-close = `{ $text }` n’est pas assez proche
part-no-number = `{ $text }` n’est pas un nombre
part-too-soon = la réponse s’arrête trop tôt
part-too-much = `{ $text }` est de trop
part-white-space = les espaces sont faux

## Comment les bornes sont prouvées

detail-bound-assignment = affectation des pièces aux cases, plus le chemin jusqu’à la première pièce
detail-bound-assignment-part = affectation des pièces aux cases, plus le chemin jusqu’à la première pièce ; le budget de calcul étant épuisé, { $some } couleurs sur { $all } comptent pour un minorant
detail-bound-connectivity = affectation des pièces aux cases, rendue connexe par des coupes que le chemin doit traverser (relaxation lagrangienne)
detail-bound-line = nombre de passages nécessaires sur chaque arête de la ligne
detail-bound-states = exploration de tous les états qui pourraient mener à moins de pas
detail-bound-table = table de toutes les dispositions
detail-bound-inversions = nombre de paires mal ordonnées sur une ligne
detail-bound-distances = moitié de la somme des distances et des détours, et parité
detail-bound-walls = moitié de la somme des distances autour des murs, et parité
detail-bound-walls-part = moitié de la somme des distances, et parité ; le budget de calcul étant épuisé, les murs n’ont été pris en compte que pour { $some } tuiles sur { $all }
detail-bound-patterns = recherche avec bases de motifs, qui a réfuté tous les nombres plus petits
detail-bound-lagrange = relaxation lagrangienne en nombres entiers
detail-bound-branches = séparation et évaluation sur une relaxation lagrangienne en nombres entiers, { $count } nœuds
detail-bound-cells = le meilleur pion de chaque case, sans pénalités
detail-bound-known = une réponse est connue
detail-bound-too-long = rien n’est prouvé : les lignes sont trop longues
detail-bound-no-solution = preuve qu’il n’y a pas de solution
detail-bound-nothing = ni solution trouvée, ni preuve qu’il n’y en a pas
detail-bound-unique = une solution a été trouvée, et il est prouvé qu’elle est la seule
detail-bound-found = une solution a été trouvée
detail-bound-several = deux solutions ont été trouvées

## La machine d’une exécution

detail-machine = { $text }, { $count } cœurs
