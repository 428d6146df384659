# La page de jeu.

play-titled = { $title } : { $name }
play-title = Jouer
play-puzzle = jeu
play-grid = grille
play-new-grid = nouvelle grille
play-draw = dessiner une grille
play-open = ouvrir un fichier
play-file = un fichier contenant une grille
play-needs-javascript = Cette page a besoin de JavaScript, qui est désactivé dans ce navigateur.
play-drop = Vous pouvez aussi déposer un fichier sur cette page.
play-checks = vérifie une réponse enregistrée. Vos grilles et votre progression restent dans ce navigateur.
play-forget = tout oublier

## Le menu des grilles.

play-grid-tiny = minuscule, { $rows } × { $columns }
play-grid-small = petite, { $rows } × { $columns }
play-grid-middle = moyenne, { $rows } × { $columns }
play-grid-gaps = moyenne, { $rows } × { $columns }, à trous
play-grid-walls = moyenne, { $rows } × { $columns }, avec des murs
play-grid-large = grande, { $rows } × { $columns }
play-grid-row = une ligne de { $columns }
play-yours = les vôtres
play-random = aléatoire
play-drawing = dessin
play-link = lien

## Boutons.

play-board = la grille : les flèches et la barre d’espace y agissent
play-fill = remplir les vides
play-undo = annuler
play-hint = conseil
play-do-hint = le suivre
play-restart = recommencer
play-watch-solutions = voir des solutions
play-save-answer = enregistrer la réponse
play-save-grid = enregistrer la grille
play-share = partager le lien
play-take = prendre
play-put = poser
play-cursor-left = curseur à gauche
play-cursor-up = curseur en haut
play-cursor-down = curseur en bas
play-cursor-right = curseur à droite
play-cancel = fermer

## L’état d’une partie.

play-solved-by = Résolue par l’algorithme { $solver }, fourni avec la page.
play-best-known = meilleure valeur connue : { $value } ({ $solver })
play-bound = borne prouvée : { $goal ->
    [maximise] au plus
   *[minimise] au moins
} { $bound }
play-page-bound = borne prouvée par cette page : { $goal ->
    [maximise] au plus
   *[minimise] au moins
} { $bound }
play-list = { $some } ; { $next }
play-moves = coups
play-your-best = votre meilleur résultat
play-solved = Grille résolue
play-done = Terminé : { $value }
play-done-optimal = Terminé : { $value }, c’est optimal
play-done-better = Terminé : { $value }, mieux que la meilleure valeur connue
play-done-equal = Terminé : { $value }, autant que la meilleure valeur connue

## Les solutions.

play-line-solver = résolution ligne par ligne de cette page
play-greedy = algorithme glouton de cette page
play-no-solution = Aucune solution n’est disponible pour cette grille. Enregistrez-la : `judge solve GRID --with best` en trouve une.
play-solution-value = { $title } : { $value }
play-stopped = { $title } (arrêté au bout de { $milliseconds } ms)
play-watch = voir
play-beside = à côté
play-nothing-beside = rien
play-back-to-game = retour au jeu
play-omitted = { $count ->
    [one] { $count } autre n’est pas proposée, car sa réponse est trop longue.
   *[other] { $count } autres ne sont pas proposées, car leurs réponses sont trop longues.
}

## Conseils.

play-go-left = aller à gauche
play-go-right = aller à droite
play-go-up = aller en haut
play-go-down = aller en bas
play-exchange = échanger le contenu de la main et celui de la case
play-place = ligne { $row }, colonne { $column }
play-from-solution = D’après la solution fournie ({ $solver })
play-from-valued-solution = D’après la solution fournie ({ $solver }, { $value })
play-from-greedy = Un pas glouton calculé par cette page, pas toujours le meilleur
play-hint-too-large = Cette grille est trop grande pour un conseil.
play-hint-done = Il ne reste rien à faire.
play-hint-move = { $source } : { $move }.
play-hint-swap = { $source } : échanger { $a } et { $b }.
play-hint-pawn = { $source } : { $colour } ({ $pawn }) en { $place }.
play-hint-contradiction = Ces indices n’ont pas de solution.
play-hint-wrong = Erreur : la résolution ligne par ligne prouve que cette case est { $colour ->
    [black] noire
   *[white] blanche
} ({ $place }).
play-hint-no-fit = Les cases ne correspondent plus à l’indice ({ $line }) : annulez, ou effacez-en.
play-hint-line = Ligne par ligne : d’après l’indice ({ $line }), cette case est { $colour ->
    [black] noire
   *[white] blanche
} ({ $place }).
play-hint-cell = { $source }, car aucune ligne seule n’en dit davantage : case { $colour ->
    [black] noire
   *[white] blanche
} ({ $place }).
play-hint-decided = Toutes les cases sont décidées.
play-hint-try = { $count ->
    [one] La résolution ligne par ligne ne détermine pas la case encore ouverte : il faut essayer.
   *[other] La résolution ligne par ligne ne détermine aucune des { $count } cases encore ouvertes : il faut en essayer une.
}
play-hint-same = La grille est celle de la solution fournie.
play-hint-reds = Il y a { $count } pions rouges : un seul est permis.
play-from-red = Il faut un pion rouge, et il coûte le moins sur une petite valeur
play-hint-no-pawn = Changer un seul pion n’améliore pas le score.
play-from-pawn = Le meilleur pion à changer, calculé par cette page ({ $gain })

## Champs et dialogues.

play-rows = lignes
play-columns = colonnes
play-colours = couleurs
play-size = lignes et colonnes
play-penalty = pénalité
play-uncoloured = cases sans couleur, en %
play-walls = murs, en % de ceux qui sont possibles
play-low = plus petite valeur
play-high = plus grande valeur
play-density = cases noires, en %
play-smooth = des formes plutôt que des cases isolées
play-solvable = résoluble ligne par ligne
play-not-in-range = { $name } : il faut un nombre entier de { $low } à { $high }
play-random-title = Une nouvelle grille aléatoire
play-make = créer la grille
play-which-title = De quel jeu s’agit-il ?
play-which = { $name } peut se lire comme une grille de { $problems }. Laquelle choisir ?
play-which-and = { $problems } ou de { $problem }
play-share-title = Un lien vers cette grille
play-share-label = lien vers cette grille
play-share-note = Le lien contient la grille, pas votre progression.
play-share-file = Le lien contient la grille, pas votre progression. Cette page est un fichier de votre ordinateur : les autres ont besoin eux aussi d’une page de `judge play`, et ajoutent ce qui suit # à son adresse.
play-copy = copier
play-copied = copié
play-forget-title = Tout oublier ?
play-forget-note = Vos grilles et la progression sur toutes les grilles seront effacées de ce navigateur.
play-forget-all = tout oublier

## Dessiner une grille.

play-draw-title = Dessiner une grille
play-draft-play = y jouer
play-draft-save = enregistrer le fichier
play-draft-back = retour
play-draft-board = la grille que vous dessinez : les flèches déplacent, la barre d’espace peint
play-draft-picture = Peignez une image : touchez des cases ou glissez dessus. Les indices apparaissent au bord de la grille.
play-draft-unique = La solution est unique : la résolution ligne par ligne trouve cette image et aucune autre.
play-draft-open = { $count ->
    [one] La résolution ligne par ligne ne détermine pas { $count } case (point) : la solution n’est peut-être pas unique.
   *[other] La résolution ligne par ligne ne détermine pas { $count } cases (points) : la solution n’est peut-être pas unique.
}
play-shuffle = mélanger les pièces
play-colour-cells = colorier des cases
play-put-pieces = poser des pièces
play-colour = couleur { $number }
play-no-colour = aucune
play-draft-colours = Il y a plus de couleurs ({ $colours }) que de cases ({ $cells }).
play-cells = { $count ->
    [one] { $count } case
   *[other] { $count } cases
}
play-pieces = { $count ->
    [one] { $count } pièce
   *[other] { $count } pièces
}
play-colour-count = la couleur { $number } a { $cells } et { $pieces }
play-draft-unbalanced = Déséquilibre : { $counts }.
play-draft-black = Toutes les cases sont noires : coloriez des cases, et posez ailleurs autant de pièces de chaque couleur.
play-draft-balanced = Équilibre : chaque couleur a autant de pièces que de cases.
play-draft-not-a-value = { $place } : il faut un nombre entier d’au plus neuf chiffres.
play-draft-values = Saisissez une valeur par case ; les flèches et Entrée changent de case.
play-wall = mur entre { $a } et { $b }
play-draft-missing = Il faut chaque nombre de 1 à { $count } une seule fois. Il manque : { $missing }.
play-draft-repeated = Il faut chaque nombre de 1 à { $count } une seule fois. Il manque : { $missing } ; en plusieurs exemplaires : { $repeated }.
play-draft-cut = Les murs coupent la grille en deux : enlevez-en un.
play-draft-tiles = Saisissez chaque nombre une fois ; touchez entre deux cases pour y placer un mur.

## Fichiers et liens qui ne peuvent pas être ouverts.

play-fault = { $name } : { $reason }
play-one-file = { $count } fichiers : ouvrez-en un seul à la fois
play-file-too-large = { $name } compte { $size } octets ; cette page ouvre des fichiers d’au plus { $limit } octets
play-the-link = le lien
play-link-too-long = cette grille demande un lien de { $length } caractères, et au plus { $limit } sont fiables : enregistrez-la plutôt dans un fichier
play-link-longer = le lien compte plus de { $limit } caractères
play-link-empty = le lien ne contient pas de grille : il a peut-être été coupé
play-link-damaged = le lien est endommagé : il a peut-être été coupé
play-link-inflated = le texte contenu dans le lien compte plus de { $limit } caractères
play-text-error = ligne { $line }, colonne { $column } : on trouve { $found }, on attend { $expected }
play-nearest = { $reason } (lu comme une grille de { $problem }, dont il est le plus proche)

## Ce qu’un fichier doit contenir.

play-text-length = un texte de { $count } caractères
play-at-most = au plus { $limit }
play-end-of-line = la fin de la ligne
play-end-of-file = la fin du fichier
play-number-of-line = { $what } (nombre { $number } sur { $count } de cette ligne)
play-end-after-numbers = la fin de la ligne après { $count ->
    [one] { $count } nombre
   *[other] { $count } nombres
}
play-range = { $what } de { $low } à { $high }
play-at-most-cells = une grille d’au plus { $limit } cases, et non de { $rows } × { $columns } ; `judge play FILE` crée une page pour de plus grandes
play-row-of-grid = la ligne { $number } sur { $count } de la grille
play-header-grille = `t p` : la taille de la grille et la pénalité
play-number-grille = un nombre de `t p`
play-value = une valeur
play-smaller-numbers = des nombres assez petits pour que tout score tienne sur 64 bits
play-header-picross = `h w` : lignes et colonnes
play-size-picross = une taille de `h w`
play-clue = l’indice de la { $line ->
    [row] ligne
   *[column] colonne
} { $number } sur { $count }
play-end-after-columns = la fin du fichier après les colonnes
play-key-once = chaque clé une seule fois
play-line-with-key = une ligne qui commence par `{ $key }`
play-a-size = une taille
play-no-more-clues = au plus { $count } indices de { $line ->
    [row] lignes
   *[column] colonnes
}, lignes vides comprises
play-zero-alone = un bloc de cases noires, ou `0` seul pour un indice vide
play-run = un bloc
play-fitting-clue = un indice qui tient sur { $length } cases ; jusqu’ici il lui en faut { $needed }
play-columns-with = des colonnes avec { $count } cases noires en tout
play-as-rows = { $count }, comme dans les lignes
play-header-robot = `m n c` : lignes, colonnes et couleurs
play-size-robot = une taille de `m n c`
play-fewer-colours = au plus autant de couleurs que de cases ({ $cells })
play-row-of-backgrounds = la ligne { $number } sur { $count } des fonds
play-row-of-pieces = la ligne { $number } sur { $count } des pièces
play-background = un fond
play-piece = une pièce
play-as-many-pieces = autant de pièces que de cases de la couleur { $colour }, qui a { $pieces } des unes et { $cells } des autres
play-header-swap = `m n` : lignes et colonnes
play-size-swap = une taille de `m n`
play-tile = une tuile
play-tile-once = chaque tuile une seule fois ; { $tile } est déjà en ligne { $row }, colonne { $column }
play-wall-or-end = `wall i1 j1 i2 j2`, ou la fin du fichier
play-row-of-wall = une ligne de `wall i1 j1 i2 j2`
play-column-of-wall = une colonne de `wall i1 j1 i2 j2`
play-a-row = une ligne
play-a-column = une colonne
play-end-after-wall = la fin de la ligne après un mur
play-neighbours = deux cases voisines, qui ont un côté commun
play-cutting-wall = un mur qui coupe la grille en deux
play-one-piece = des murs qui laissent la grille en un seul morceau

## Les règles en quelques étapes.

play-rules = Comment jouer
play-rules-keys = { $controls } H montre un conseil puis le suit, Retour arrière annule.
play-robot-goal = Rendez toutes les cases noires en aussi peu de pas que possible.
play-robot-walk = Le robot marche sur une grille. Chaque case veut une pièce de sa propre couleur.
play-robot-exchange = Échanger est gratuit : le robot prend la pièce et laisse ce qu’il tenait.
play-robot-step = Chaque case parcourue coûte un pas.
play-robot-locked = Une case qui a la bonne pièce devient noire et se verrouille.
play-robot-controls = Clavier : les flèches font marcher le robot, la barre d’espace échange. Souris ou doigt : touchez une case pour y aller, touchez le robot pour échanger.
play-swap-goal = Remettez les nombres dans l’ordre, ligne par ligne, en aussi peu d’échanges que possible.
play-swap-frame = Les nombres sont en désordre. Un cadre marque ceux qui sont à leur place.
play-swap-neighbours = On échange deux voisins, l’un au-dessus de l’autre ou côte à côte.
play-swap-wall = Rien ne s’échange à travers un mur (le trait épais).
play-swap-controls = Glissez une tuile sur sa voisine, ou touchez les deux. Clavier : les flèches choisissent une tuile, la barre d’espace la prend, la flèche suivante l’échange.
play-grille-goal = Posez un pion sur chaque case, dont exactement un rouge, pour obtenir le plus de points possible.
play-grille-yellow = J jaune : la valeur. Une pénalité pour chaque J sans autre J autour de lui.
play-grille-green = V vert : la valeur et celles de ses quatre voisines. Une pénalité pour chaque paire de V qui se touchent.
play-grille-black = N noir : la valeur moins 1, le double s’il y a au plus autant de N que de lignes.
play-grille-blue = B bleu : 0. S’il y a plus de B sur des valeurs négatives que sur des positives, une pénalité par B en trop.
play-grille-orange = O orange : 0. Une pénalité pour chaque paire de O sur une même ligne, colonne ou diagonale.
play-grille-red = R rouge : moins la valeur. Il en faut exactement un.
play-grille-controls = Choisissez un pion, puis touchez des cases ou glissez dessus. Clavier : les flèches déplacent, une lettre pose son pion. Le rose marque les pénalités.
play-picross-goal = Noircissez des cases pour que chaque ligne et chaque colonne ait exactement les blocs de son indice.
play-picross-clue = Un indice donne les longueurs des blocs noirs, dans l’ordre, séparés par des blancs.
play-picross-ends = « 1 1 » sur trois cases : les bouts sont noirs, le milieu est blanc.
play-picross-grey = L’indice d’une ligne terminée est gris.
play-picross-controls = Touchez ou glissez pour noircir ; le bouton droit ou × marque en blanc. Clavier : les flèches déplacent, la barre d’espace noircit, X marque en blanc.
