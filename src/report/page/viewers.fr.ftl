# Les vues, la lecture des réponses, et ce qu’ont toutes les pages interactives.

theme = clair / sombre

## Textes.

viewer-quoted = « { $text } »
viewer-part = { $part } sur { $whole }
viewer-row = ligne { $number }
viewer-column = colonne { $number }

## Réponses illisibles.

viewer-not-an-integer = « { $word } » n’est pas un entier
viewer-another-instance = cette réponse est celle d’une autre instance
viewer-no-closing-zero = le 0 final manque
viewer-text-after-zero = du texte suit le 0 final
viewer-not-an-action = « { $action } » n’est pas une action
viewer-incomplete-swap = le dernier échange est incomplet
viewer-not-a-swap = l’échange { $number } n’est pas formé de quatre nombres
viewer-not-pawns = il n’y a pas { $size } lignes de { $size } pions
viewer-text-after-pawns = texte inattendu après les pions
viewer-not-cells = il n’y a pas { $rows } lignes de { $columns } cases

## Réponses contraires aux règles.

viewer-leaves-grid = l’action { $number } ({ $action }) sort de la grille
viewer-not-black = { $count ->
    [one] { $count } case n’est pas noire
   *[other] { $count } cases ne sont pas noires
}
viewer-no-shared-edge = échange { $number } : les deux cases n’ont pas de côté commun
viewer-wall-between = échange { $number } : un mur sépare les deux cases
viewer-outside-grid = l’échange { $number } est en dehors de la grille
viewer-not-in-place = { $count ->
    [one] { $count } tuile n’est pas à sa place
   *[other] { $count } tuiles ne sont pas à leur place
}
viewer-no-pawn = { $count ->
    [one] { $count } case n’a pas de pion
   *[other] { $count } cases n’ont pas de pion
}
viewer-no-red = il n’y a pas de pion rouge
viewer-many-reds = il y a { $count } pions rouges
viewer-wrong-line = { $line } : les blocs ne sont pas ceux de l’indice

## Ce qui est montré d’un état.

viewer-steps = pas
viewer-swaps = échanges
viewer-open-cells = cases non noires
viewer-in-hand = en main
viewer-nothing = rien
viewer-colour = couleur { $number }
viewer-misplaced = tuiles mal placées
viewer-score = score
viewer-penalties = pénalités
viewer-empty-cells = cases vides
viewer-red-pawns = pions rouges
viewer-one-required = { $count } (il en faut 1)
viewer-pawn = pion
viewer-count = nombre
viewer-points = points
viewer-sum = somme
viewer-correct-lines = lignes correctes
viewer-black-cells = cases noires

## Couleurs des pions et des cases.

viewer-yellow = jaune
viewer-green = vert
viewer-black = noir
viewer-blue = bleu
viewer-orange = orange
viewer-red = rouge
viewer-white = blanc

## Actions du robot.

viewer-left = à gauche
viewer-up = en haut
viewer-down = en bas
viewer-right = à droite
viewer-exchange = échanger

## La lecture des réponses.

viewer-replay-of = lecture de { $title }
viewer-play = lecture
viewer-start = début
viewer-back = action précédente
viewer-step = action suivante
viewer-end = fin
viewer-action = action
viewer-speed = actions par seconde
viewer-accepted = acceptée : { $value }
viewer-accepted-solved = acceptée : grille résolue
viewer-rejected = refusée : { $reason }

## Valeurs et unités. Les problèmes ajoutés ont leurs propres unités.

viewer-value = { $unit ->
    [steps] { $value } pas
    [swaps] { $value ->
        [one] { $value } échange
       *[other] { $value } échanges
    }
    [points] { $value ->
        [one] { $value } point
       *[other] { $value } points
    }
   *[other] { $value } { $unit }
}
