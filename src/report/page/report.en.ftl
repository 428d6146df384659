# The report page.

report-standings = Standings
report-runs = All runs
report-charts = Charts
report-instances = Instances
report-contest = The contest
report-summary = { $problem }, { $count ->
    [one] { $count } instance
   *[other] { $count } instances
}, scoring by { $rule }
report-summary-uncounted = { $problem }, { $count ->
    [one] { $count } instance
   *[other] { $count } instances
} ({ $uncounted } more not counted), scoring by { $rule }
report-lead = { $rank }; { $summary }
report-own-rank = { $team }: rank { $rank } of { $teams }, score { $score }
report-own-rank-interval = { $team }: rank { $rank } of { $teams } (95 % confidence interval { $interval }), score { $score }
report-all-rounds = all rounds
report-compare-with = compare with
report-close = close

## The columns of the standings

standings-rank = rank
standings-rank-about = rank among the teams
standings-tied = tied
standings-tied-about = teams with the same letter are not significantly different
standings-team = team
standings-team-about = baselines are in brackets
standings-score = score
standings-score-about = the thin line is the 95 % confidence interval (bootstrap)
standings-interval = 95 %
standings-interval-about = 95 % confidence interval of the rank (bootstrap)
standings-first = first
standings-first-about = share of the bootstrap resamples in which the team is first
standings-bests = bests
standings-bests-about = instances on which no team has a better value
standings-gap = gap
standings-gap-about = mean distance of accepted answers from the bound
standings-accepted = accepted
standings-accepted-about = accepted answers; ! marks runs near the time limit or on a busy machine
standings-failed = failed
standings-failed-about = runs without an accepted answer
standings-cpu = CPU
standings-cpu-about = mean CPU time per run
standings-trend = trend
standings-trend-about = the score since the first hand-in

## Legend of the standings and remarks on how they came about

remark-baselines = [in brackets]: baselines, shown but not ranked
remark-score = score: { $about }
remark-gap-and-cpu = gap: mean distance of accepted answers from the bound; CPU: mean per run
remark-cpu = CPU: mean per run
remark-interval = 95 %: confidence interval of the rank ({ $method })
report-bootstrap = bootstrap over instances
report-bootstrap-repetitions = bootstrap over instances and repetitions
remark-letters = letters: teams with the same letter are not significantly different
remark-unjudged = teams with runs that could not be judged have no rank until these are judged
remark-uncounted = not counted (weight 0): { $instances }
remark-shared-first = { $count } teams share first place
remark-first-tied = first place is not significant: the first two teams are tied
remark-first-hopeless = first place is not significant: more instances of this kind would hardly change that
remark-first-needs = first place is not significant: about { $count } more { $count ->
    [one] instance
   *[other] instances
} needed
remark-first-needs-either = first place is not significant: about { $count } more { $count ->
    [one] instance
   *[other] instances
}, or { $repetitions } more { $repetitions ->
    [one] repetition
   *[other] repetitions
} needed
remark-fragile = !: { $count ->
    [one] { $count } run
   *[other] { $count } runs
} near the time limit or on a busy machine may end differently in a rerun
remark-processors = the runs used different processors: { $models }; { $count ->
    [0] each instance was run on one of them
    [one] { $count } instance was run on more than one
   *[other] { $count } instances were run on more than one
}
remark-unsandboxed = programs ran without isolation (--unsandboxed)
remark-memory-sampled = memory limit: sampled, not enforced by the kernel (see `judge doctor`)
remark-different-isolation = the runs had different isolation:
remark-seal = seal: { $seal }
remark-unfinished = unfinished: ranked on the { $complete } of { $planned } instances for which every entrant has a result

## The parts of scores

scores-title = How the scores come about
scores-note = The score of each round on its own. What each run earned is in its description below.
scores-team = team
scores-round = { $round } (weight { $weight })
scores-bonuses = bonuses
scores-bonus = { $round }: { $reason } +{ $points }
scores-tie-break = tie-break
scores-sum-of-ranks = sum of ranks { $sum }
scores-score = score
scoring-range = { $worst } to { $best }
scoring-best-value = best
scoring-second-value = second
scoring-most-bests = most bests
scoring-best-mean = best mean

## The matrix of all runs

report-matrix = One column per instance, one row per entrant.
report-matrix-proven-bound = One column per instance, one row per entrant; the stronger the colour, the closer to the proven bound.
report-matrix-bound = One column per instance, one row per entrant; the stronger the colour, the closer to the bound.
report-matrix-best = One column per instance, one row per entrant; the stronger the colour, the closer to the best value.
report-matrix-hint = Hover over an entry, touch it, or move to it with the arrow keys, for details; click it, or touch it again, for the replay.
report-far-from-bound = far from the bound
report-at-bound = at the bound
report-far-from-best = far from the best value
report-at-best = at the best value
report-solved-entry = solved, with the CPU time
report-proved-optimal = proved optimal
report-optimal-by-search = optimal by exhaustive search
report-failed-entry = failed
report-absent-entry = no result
report-pager-entrants = entrants
report-pager-instances = instances
report-column = { $instance } of round { $round }
run-title = { $entrant } on { $instance }
run-value = { $verdict }: { $value } { $unit }
run-value-star = { $verdict }: { $value } { $unit }, { $words } { $star }
run-value-evidence = { $verdict }: { $value } { $unit }, { $words } { $star } ({ $evidence })
run-bound = bound { $bound }, gap { $gap }
run-usage = { $cpu } CPU time, { $wall } wall time, { $memory }
run-answers = { $count } answers, the last one counts
run-earned = earned { $earned } (weight { $weight })
run-earned-basis = earned { $earned } (weight { $weight }, basis { $basis })
run-not-counted = not counted (weight 0)
run-rank = rank { $rank } of { $count } teams on this instance
run-short-time-limit = time
run-short-memory-limit = mem
run-short-output-limit = out
run-short-crashed = crash
run-short-build-failed = build

## What the page leaves out

report-hidden-instances = { $count ->
    [one] { $count } instance is hidden: it only counts towards the scores.
   *[other] { $count } instances are hidden: they only count towards the scores.
}
report-divided = The table shows { $rows } of { $entrants } entrants and { $columns } of { $instances } instances at a time, and only the first block if JavaScript is disabled.
report-elsewhere = runs.csv contains all runs, judge leaderboard --team shows those of one team, and judge report --size makes a larger page
report-omitted-runs = { $count } of { $all } runs are left out to keep this page below { $size }: { $elsewhere }.
report-omitted-parts = Left out to keep this page below { $size }: { $parts }; { $elsewhere }.
report-part-rounds = standings by round
report-part-charts = charts and instances
report-part-runs = runs
report-omitted-replays = { $count ->
    [one] { $count } replay is
   *[other] { $count } replays are
} left out (answers of { $smallest } and more) to keep this page below { $size }; judge report --size makes a larger one.

## Charts

chart-scores = Scores
chart-score = score
chart-scores-about = 95 % confidence intervals ({ $method }).
chart-scores-about-more = 95 % confidence intervals ({ $method }). { $more } more are in the table.
chart-profile = Performance profile
chart-factor = factor of the best
chart-instances = instances
chart-profile-times = Share of the instances on which the CPU time is within this factor of the fastest entrant's. Higher and further left is better.
chart-profile-values = Share of the instances on which the value is within this factor of the best entrant's. Higher and further left is better.
chart-quality = Quality over time
chart-seconds = seconds since the start
chart-time = time since the start
chart-of-best = of the best value
chart-of-bound = of the bound
chart-integral-about = Quality of the best answer so far relative to the best value of any entrant, mean over all runs by weight; 0 before the first answer. The area below a line, in per cent of the whole, is the score beside the name.
chart-progress-about = Quality of the best answer so far relative to the bound, mean over all instances; 0 before the first answer.
chart-times = Time against size
chart-cpu-time = CPU time
chart-numbers = numbers in the instance
chart-times-about = Mean CPU time of the runs with an accepted answer, by instance size; both scales are logarithmic.
chart-some-entrants = The charts show the best teams and a few baselines.
chart-mean-ranks = Mean ranks
chart-mean-ranks-label = mean ranks
chart-critical-difference = critical difference { $length }
chart-mean-ranks-about = { $significance }; a thick line connects teams that are not significantly different
chart-mean-ranks-about-some = { $significance }; a thick line connects teams that are not significantly different; { $omitted } more teams are not shown

## The instances, compared by how they order the teams

instances-round = round
instances-instance = instance
instances-best = best
instances-best-team = best team
instances-separates = separates
instances-agrees = agrees
instances-failed = failed
instances-gap = gap
instances-cpu = CPU
instances-note = separates: share of the pairs of teams with different results; agrees: share of these in the order of the standings; gap: mean distance of accepted answers from the bound; *: not counted (weight 0)
instances-all-failed = all failed
instances-all-equal = all equal
instances-leaders = { $count } teams
instances-omitted = { $count } more: judge leaderboard --instances shows all
instances-virtual-best = virtual best team (the best result on each instance): score { $score }
instances-virtual-best-gap = virtual best team (the best result on each instance): score { $score }, gap { $gap }
instances-mean-ranks = differences below { $difference } are not significant (Nemenyi, 5 %)
advice-too-few-teams = Instances can be compared once two teams have results on them.
advice-replace-equal = Replace the { $count } of { $all } { $all ->
    [one] instance
   *[other] instances
} on which all teams are equal by harder ones.
advice-replace-failed = Replace the { $count } of { $all } { $all ->
    [one] instance
   *[other] instances
} that no team solved by easier ones.
advice-replace-both = Replace the { $count } of { $all } { $all ->
    [one] instance
   *[other] instances
} that tell no teams apart: { $equal } by harder ones, { $failed }, which no team solved, by easier ones.
advice-add-harder = The first two teams are too close for instances of this kind: add harder ones.
advice-add = For a significant first place add about { $count } { $count ->
    [one] instance
   *[other] instances
} like { $instance }, which separates { $share } of the pairs of teams.
advice-add-or-repeat = For a significant first place add about { $count } { $count ->
    [one] instance
   *[other] instances
} like { $instance }, which separates { $share } of the pairs of teams, or { $repetitions } more { $repetitions ->
    [one] repetition
   *[other] repetitions
} of all.
advice-add-tie-break = The first teams are tied: add a tie-break round with instances like { $instance }, which separates { $share } of the pairs of teams.
advice-leave-out = The first place is significant (bootstrap over instances); { $count ->
    [one] { $count } instance
   *[other] { $count } instances
} could be left out, since no two teams differ there.
advice-keep = The first place is significant (bootstrap over instances), and every instance tells teams apart: keep the mix.

## Facts about the contest

report-described = { $name }: { $about }
report-problem = problem
report-teams = teams
report-rounds = rounds
report-scoring = scoring
report-limits = limits per run
report-machine = machine
report-isolation = isolation
report-judge = judge
report-digest = digest of the hidden instances
report-seal = seal
report-public = public
report-hidden = hidden
report-limits-text = { $time } CPU time, { $wall } wall time, { $memory } memory, { $output } output, { $processes } processes on { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}
report-limits-anytime = { $time } CPU time, { $wall } wall time, { $memory } memory, { $output } output, { $processes } processes on { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
}; the last answer before the time limit counts
isolation-layers = { $layers }; memory limit: { $limit }
isolation-none = none (--unsandboxed)
isolation-enforced = enforced (cgroup v{ $version })
isolation-sampled = sampled

## How a bound was proved

evidence-method = bound: { $method }
evidence-bound = bound { $bound } { $unit }: { $method }
evidence-certified = certified
evidence-recomputed = recomputed
evidence-searched = searched
evidence-searched-nodes = searched, { $count ->
    [one] { $count } node
   *[other] { $count } nodes
}
evidence-certified-meaning = { $evidence }: another program can check the proof
evidence-recomputed-meaning = { $evidence }: checking the proof computes it again
evidence-searched-meaning = { $evidence }: judge verify repeats the search
evidence-searched-weaker = { $evidence }: judge verify repeats the search; the proof is of a weaker bound
