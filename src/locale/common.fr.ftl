# Ce que plusieurs parties des pages utilisent.

runs = { $count ->
    [one] { $count } exécution
   *[other] { $count } exécutions
}

## Verdicts

verdict-accepted = acceptée
verdict-rejected = refusée
verdict-time-limit = temps dépassé
verdict-memory-limit = mémoire dépassée
verdict-output-limit = sortie trop longue
verdict-crashed = plantage
verdict-build-failed = échec de compilation
verdict-missing = sans réponse
verdict-interrupted = interrompue
verdict-judge-error = erreur du juge
verdict-not-run = non exécutée

## Les unités des valeurs des problèmes fournis

unit-steps = pas
unit-swaps = échanges
unit-points = points
unit-solved = résolue

## Les problèmes fournis

problem-sorting-robot = porter les pièces jusqu’aux cases de leur couleur ; le moins de pas gagne
problem-swap-puzzle = ranger des tuiles numérotées en échangeant des voisines ; le moins d’échanges gagne
problem-la-grille = placer un pion de l’une des six couleurs sur chaque case d’une grille de nombres ; le plus haut score gagne
problem-picross = remplir une grille en noir et blanc dont les lignes ont les blocs donnés ; le plus de grilles résolues gagne

## Ce que signifie un score selon chaque règle

scoring-reference = 100 = aussi bon que la meilleure solution de référence
scoring-best = 100 = aussi bon que la meilleure équipe partout
scoring-rank = rang moyen, 1 est le meilleur
scoring-total = somme des valeurs ; d’abord les équipes qui ont le moins d’échecs
scoring-par2 = instances résolues ; à égalité le temps, non résolue = 2 × la limite
scoring-integral = qualité moyenne sur la durée de la limite ; 100 = la meilleure valeur dès le début
scoring-points = points pour les meilleures valeurs, les deuxièmes et les deux bonus de chaque manche

## Noms d’équipes et de problèmes : pourquoi un nom ne convient pas.

name-alike = ce nom ressemble à { $other }
name-blanks = ce nom contient des espaces autres que l’espace ordinaire
name-bracket = un nom ne doit être ni vide ni commencer par un point ou un crochet
name-dot = le nom « { $name } » est vide ou commence par un point
name-formula = un tableur prendrait ce nom pour une formule
name-hidden-blanks = ce nom contient des espaces que l’on ne voit pas
name-invisible = ce nom contient des caractères invisibles
name-long = ce nom est trop long
name-slash = le nom « { $name } » contient une barre oblique ou un caractère de contrôle
name-taken = il existe ou il a existé une équipe « { $name } »
name-taken-by-any = il existe ou il a existé une équipe ou une solution de référence « { $name } »
