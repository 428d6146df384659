# La page du rapport.

report-standings = Classement
report-runs = Toutes les exécutions
report-charts = Graphiques
report-instances = Instances
report-contest = Le concours
report-summary = { $problem }, { $count ->
    [one] { $count } instance
   *[other] { $count } instances
}, score selon la règle { $rule }
report-summary-uncounted = { $problem }, { $count ->
    [one] { $count } instance
   *[other] { $count } instances
} ({ $uncounted } de plus non comptées), score selon la règle { $rule }
report-lead = { $rank } ; { $summary }
report-own-rank = { $team } : rang { $rank } sur { $teams }, score { $score }
report-own-rank-interval = { $team } : rang { $rank } sur { $teams } (intervalle de confiance à 95 % : { $interval }), score { $score }
report-all-rounds = toutes les manches
report-compare-with = comparer avec
report-close = fermer

## Les colonnes du classement

standings-rank = rang
standings-rank-about = rang parmi les équipes
standings-tied = ex æquo
standings-tied-about = les équipes qui ont la même lettre ne diffèrent pas significativement
standings-team = équipe
standings-team-about = les solutions de référence sont entre crochets
standings-score = score
standings-score-about = le trait fin est l’intervalle de confiance à 95 % (bootstrap)
standings-interval = 95 %
standings-interval-about = intervalle de confiance du rang à 95 % (bootstrap)
standings-first = 1re place
standings-first-about = part des rééchantillons bootstrap où l’équipe est première
standings-bests = meilleures
standings-bests-about = instances où aucune équipe n’a de meilleure valeur
standings-gap = écart
standings-gap-about = distance moyenne des réponses acceptées à la borne
standings-accepted = acceptées
standings-accepted-about = réponses acceptées ; ! signale des exécutions proches de la limite de temps ou sur une machine chargée
standings-failed = échecs
standings-failed-about = exécutions sans réponse acceptée
standings-cpu = CPU
standings-cpu-about = temps processeur moyen par exécution
standings-trend = évolution
standings-trend-about = le score depuis le premier dépôt

## Légende du classement et remarques sur la façon dont il est obtenu

remark-baselines = [entre crochets] : solutions de référence, affichées mais non classées
remark-score = score : { $about }
remark-gap-and-cpu = écart : distance moyenne des réponses acceptées à la borne ; CPU : moyenne par exécution
remark-cpu = CPU : moyenne par exécution
remark-interval = 95 % : intervalle de confiance du rang ({ $method })
report-bootstrap = bootstrap sur les instances
report-bootstrap-repetitions = bootstrap sur les instances et les répétitions
remark-letters = lettres : les équipes qui ont la même lettre ne diffèrent pas significativement
remark-unjudged = les équipes dont des exécutions n’ont pas pu être jugées n’ont pas de rang avant qu’elles le soient
remark-uncounted = non comptées (poids 0) : { $instances }
remark-shared-first = { $count } équipes se partagent la première place
remark-first-tied = la première place n’est pas significative : les deux premières équipes sont ex æquo
remark-first-hopeless = la première place n’est pas significative : d’autres instances de ce genre n’y changeraient guère
remark-first-needs = la première place n’est pas significative : il faudrait environ { $count } { $count ->
    [one] instance
   *[other] instances
} de plus
remark-first-needs-either = la première place n’est pas significative : il faudrait environ { $count } { $count ->
    [one] instance
   *[other] instances
} ou { $repetitions } { $repetitions ->
    [one] répétition
   *[other] répétitions
} de plus
remark-fragile = ! : { $count ->
    [one] { $count } exécution proche de la limite de temps ou sur une machine chargée pourrait finir autrement si on la refaisait
   *[other] { $count } exécutions proches de la limite de temps ou sur une machine chargée pourraient finir autrement si on les refaisait
}
remark-processors = les exécutions ont utilisé des processeurs différents : { $models } ; { $count ->
    [0] chaque instance a été exécutée sur un seul d’entre eux
    [one] { $count } instance a été exécutée sur plusieurs
   *[other] { $count } instances ont été exécutées sur plusieurs
}
remark-unsandboxed = les programmes ont été exécutés sans isolation (--unsandboxed)
remark-memory-sampled = limite de mémoire : échantillonnée, non imposée par le noyau (voir `judge doctor`)
remark-different-isolation = les exécutions n’avaient pas toutes la même isolation :
remark-seal = sceau : { $seal }
remark-unfinished = inachevé : classement sur les { $complete } instances, sur { $planned }, pour lesquelles chaque participant a un résultat

## Le détail des scores

scores-title = D’où viennent les scores
scores-note = Le score de chaque manche prise séparément. Ce que chaque exécution a rapporté figure dans sa description ci-dessous.
scores-team = équipe
scores-round = { $round } (poids { $weight })
scores-bonuses = bonus
scores-bonus = { $round } : { $reason } +{ $points }
scores-tie-break = départage
scores-sum-of-ranks = somme des rangs { $sum }
scores-score = score
scoring-range = de { $worst } à { $best }
scoring-best-value = meilleure valeur
scoring-second-value = deuxième valeur
scoring-most-bests = le plus de meilleures valeurs
scoring-best-mean = meilleure moyenne

## Le tableau de toutes les exécutions

report-matrix = Une colonne par instance, une ligne par participant.
report-matrix-proven-bound = Une colonne par instance, une ligne par participant ; plus la couleur est vive, plus la valeur est proche de la borne prouvée.
report-matrix-bound = Une colonne par instance, une ligne par participant ; plus la couleur est vive, plus la valeur est proche de la borne.
report-matrix-best = Une colonne par instance, une ligne par participant ; plus la couleur est vive, plus la valeur est proche de la meilleure.
report-matrix-hint = Survolez une case, touchez-la ou allez-y avec les flèches du clavier pour voir les détails ; cliquez dessus, ou touchez-la encore une fois, pour voir le rejeu.
report-far-from-bound = loin de la borne
report-at-bound = à la borne
report-far-from-best = loin de la meilleure valeur
report-at-best = à la meilleure valeur
report-solved-entry = résolue, avec le temps processeur
report-proved-optimal = optimalité prouvée
report-optimal-by-search = optimale par recherche exhaustive
report-failed-entry = échec
report-absent-entry = sans résultat
report-pager-entrants = participants
report-pager-instances = instances
report-column = { $instance } de la manche { $round }
run-title = { $entrant } sur { $instance }
run-value = { $verdict } : { $value } { $unit }
run-value-star = { $verdict } : { $value } { $unit }, { $words } { $star }
run-value-evidence = { $verdict } : { $value } { $unit }, { $words } { $star } ({ $evidence })
run-bound = borne { $bound }, écart { $gap }
run-usage = { $cpu } de temps processeur, { $wall } de temps écoulé, { $memory }
run-answers = { $count } réponses, la dernière compte
run-earned = rapporte { $earned } (poids { $weight })
run-earned-basis = rapporte { $earned } (poids { $weight }, base { $basis })
run-not-counted = non comptée (poids 0)
run-rank = rang { $rank } sur { $count } { $count ->
    [one] équipe
   *[other] équipes
} pour cette instance
run-short-time-limit = temps
run-short-memory-limit = mém.
run-short-output-limit = sortie
run-short-crashed = plante
run-short-build-failed = compil.

## Ce que la page laisse de côté

report-hidden-instances = { $count ->
    [one] { $count } instance est cachée : elle ne compte que pour les scores.
   *[other] { $count } instances sont cachées : elles ne comptent que pour les scores.
}
report-divided = Le tableau montre à la fois { $rows } participants sur { $entrants } et { $columns } instances sur { $instances }, et seulement le premier bloc si JavaScript est désactivé.
report-elsewhere = runs.csv contient toutes les exécutions, judge leaderboard --team montre celles d’une équipe, et judge report --size produit une page plus grande
report-omitted-runs = { $count } exécutions sur { $all } sont omises pour que cette page reste sous { $size } : { $elsewhere }.
report-omitted-parts = Omis pour que cette page reste sous { $size } : { $parts } ; { $elsewhere }.
report-part-rounds = classement par manche
report-part-charts = graphiques et instances
report-part-runs = exécutions
report-omitted-replays = { $count ->
    [one] { $count } rejeu est omis
   *[other] { $count } rejeux sont omis
} (réponses de { $smallest } et plus) pour que cette page reste sous { $size } ; judge report --size en produit une plus grande.

## Graphiques

chart-scores = Scores
chart-score = score
chart-scores-about = Intervalles de confiance à 95 % ({ $method }).
chart-scores-about-more = Intervalles de confiance à 95 % ({ $method }). Le tableau en contient { $more } de plus.
chart-profile = Profil de performance
chart-factor = facteur par rapport au meilleur
chart-instances = instances
chart-profile-times = Part des instances où le temps processeur ne dépasse pas ce facteur de celui du participant le plus rapide. Plus haut et plus à gauche, c’est mieux.
chart-profile-values = Part des instances où la valeur est à ce facteur près celle du meilleur participant. Plus haut et plus à gauche, c’est mieux.
chart-quality = Qualité au cours du temps
chart-seconds = secondes depuis le début
chart-time = temps depuis le début
chart-of-best = de la meilleure valeur
chart-of-bound = de la borne
chart-integral-about = Qualité de la meilleure réponse jusque-là par rapport à la meilleure valeur de tous les participants, moyenne pondérée sur toutes les exécutions ; 0 avant la première réponse. L’aire sous une ligne, en pour cent du tout, est le score à côté du nom.
chart-progress-about = Qualité de la meilleure réponse jusque-là par rapport à la borne, moyenne sur toutes les instances ; 0 avant la première réponse.
chart-times = Temps selon la taille
chart-cpu-time = temps CPU
chart-numbers = nombres dans l’instance
chart-times-about = Temps processeur moyen des exécutions dont la réponse est acceptée, selon la taille de l’instance ; les deux échelles sont logarithmiques.
chart-some-entrants = Les graphiques montrent les meilleures équipes et quelques solutions de référence.
chart-mean-ranks = Rangs moyens
chart-mean-ranks-label = rangs moyens
chart-critical-difference = différence critique { $length }
chart-mean-ranks-about = { $significance } ; un trait épais relie les équipes qui ne diffèrent pas significativement
chart-mean-ranks-about-some = { $significance } ; un trait épais relie les équipes qui ne diffèrent pas significativement ; { $omitted } autres équipes ne sont pas montrées

## Les instances, comparées selon la façon dont elles ordonnent les équipes

instances-round = manche
instances-instance = instance
instances-best = meilleure
instances-best-team = meilleure équipe
instances-separates = sépare
instances-agrees = concorde
instances-failed = échecs
instances-gap = écart
instances-cpu = CPU
instances-note = sépare : part des paires d’équipes dont les résultats diffèrent ; concorde : part de celles-ci qui suivent l’ordre du classement ; écart : distance moyenne des réponses acceptées à la borne ; * : non comptée (poids 0)
instances-all-failed = toutes en échec
instances-all-equal = toutes à égalité
instances-leaders = { $count } équipes
instances-omitted = { $count } de plus : judge leaderboard --instances les montre toutes
instances-virtual-best = équipe virtuelle idéale (le meilleur résultat sur chaque instance) : score { $score }
instances-virtual-best-gap = équipe virtuelle idéale (le meilleur résultat sur chaque instance) : score { $score }, écart { $gap }
instances-mean-ranks = les différences inférieures à { $difference } ne sont pas significatives (Nemenyi, 5 %)
advice-too-few-teams = Les instances pourront être comparées dès que deux équipes y auront des résultats.
advice-replace-equal = Remplacez { $count ->
    [one] l’instance, sur { $all }, où toutes les équipes sont à égalité par une plus difficile
   *[other] les { $count } instances, sur { $all }, où toutes les équipes sont à égalité par de plus difficiles
}.
advice-replace-failed = Remplacez { $count ->
    [one] l’instance, sur { $all }, qu’aucune équipe n’a résolue par une plus facile
   *[other] les { $count } instances, sur { $all }, qu’aucune équipe n’a résolues par de plus faciles
}.
advice-replace-both = Remplacez les { $count } instances, sur { $all }, qui ne départagent aucune équipe : { $equal } par de plus difficiles, { $failed }, qu’aucune équipe n’a résolues, par de plus faciles.
advice-add-harder = Les deux premières équipes sont trop proches pour des instances de ce genre : ajoutez-en de plus difficiles.
advice-add = Pour une première place significative, ajoutez environ { $count } { $count ->
    [one] instance
   *[other] instances
} comme { $instance }, qui sépare { $share } des paires d’équipes.
advice-add-or-repeat = Pour une première place significative, ajoutez environ { $count } { $count ->
    [one] instance
   *[other] instances
} comme { $instance }, qui sépare { $share } des paires d’équipes, ou { $repetitions } { $repetitions ->
    [one] répétition
   *[other] répétitions
} de toutes.
advice-add-tie-break = Les premières équipes sont ex æquo : ajoutez une manche de départage avec des instances comme { $instance }, qui sépare { $share } des paires d’équipes.
advice-leave-out = La première place est significative (bootstrap sur les instances) ; { $count ->
    [one] { $count } instance pourrait être supprimée, puisque les équipes n’y diffèrent pas
   *[other] { $count } instances pourraient être supprimées, puisque les équipes n’y diffèrent pas
}.
advice-keep = La première place est significative (bootstrap sur les instances), et chaque instance départage des équipes : gardez ce mélange.

## Informations sur le concours

report-described = { $name } : { $about }
report-problem = problème
report-teams = équipes
report-rounds = manches
report-scoring = score
report-limits = limites par exécution
report-machine = machine
report-isolation = isolation
report-judge = judge
report-digest = empreinte des instances cachées
report-seal = sceau
report-public = publiques
report-hidden = cachées
report-limits-text = { $time } de temps processeur, { $wall } de temps écoulé, { $memory } de mémoire, { $output } de sortie, { $processes } processus sur { $cores ->
    [one] { $cores } cœur
   *[other] { $cores } cœurs
}
report-limits-anytime = { $time } de temps processeur, { $wall } de temps écoulé, { $memory } de mémoire, { $output } de sortie, { $processes } processus sur { $cores ->
    [one] { $cores } cœur
   *[other] { $cores } cœurs
} ; la dernière réponse avant la limite de temps compte
isolation-layers = { $layers } ; limite de mémoire : { $limit }
isolation-none = aucune (--unsandboxed)
isolation-enforced = imposée (cgroup v{ $version })
isolation-sampled = échantillonnée

## Comment une borne a été prouvée

evidence-method = borne : { $method }
evidence-bound = borne { $bound } { $unit } : { $method }
evidence-certified = certifiée
evidence-recomputed = recalculée
evidence-searched = par recherche
evidence-searched-nodes = par recherche, { $count ->
    [one] { $count } nœud
   *[other] { $count } nœuds
}
evidence-certified-meaning = { $evidence } : un autre programme peut vérifier la preuve
evidence-recomputed-meaning = { $evidence } : vérifier la preuve la recalcule
evidence-searched-meaning = { $evidence } : judge verify refait la recherche
evidence-searched-weaker = { $evidence } : judge verify refait la recherche ; la preuve est celle d’une borne plus faible
