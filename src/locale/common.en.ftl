# What several parts of the pages use.

runs = { $count ->
    [one] { $count } run
   *[other] { $count } runs
}

## Verdicts

verdict-accepted = accepted
verdict-rejected = rejected
verdict-time-limit = time-limit
verdict-memory-limit = memory-limit
verdict-output-limit = output-limit
verdict-crashed = crashed
verdict-build-failed = build-failed
verdict-missing = missing
verdict-interrupted = interrupted
verdict-judge-error = judge-error
verdict-not-run = not run

## Units of the values of bundled problems

unit-steps = steps
unit-swaps = swaps
unit-points = points
unit-solved = solved

## The bundled problems

problem-sorting-robot = carry pieces to cells of their colour; fewest steps wins
problem-swap-puzzle = sort numbered tiles by swapping neighbours; fewest swaps wins
problem-la-grille = place a pawn of one of six colours on every cell of a grid of numbers; highest score wins
problem-picross = fill a black-and-white grid so that its lines have the given runs; most grids solved wins

## What a score means by each rule

scoring-reference = 100 = as good as the best baseline
scoring-best = 100 = as good as the best team everywhere
scoring-rank = mean rank, 1 is best
scoring-total = sum of values; fewer failures come first
scoring-par2 = instances solved; among equals the time, unsolved = 2 × limit
scoring-integral = mean quality over the time limit; 100 = the best value from the start
scoring-points = points for bests, seconds and the two bonuses of each round

## Names of teams and problems: why one cannot be used.

name-alike = the name looks like { $other }
name-blanks = the name holds blanks other than the ordinary one
name-bracket = a name must not be empty or begin with a dot or a bracket
name-dot = `{ $name }` is empty or starts with a dot
name-formula = a spreadsheet would take the name for a formula
name-hidden-blanks = the name has blanks that cannot be seen
name-invisible = the name holds invisible characters
name-long = the name is too long
name-slash = `{ $name }` contains a slash or a control character
name-taken = there is or was a team `{ $name }`
name-taken-by-any = there is or was a team or baseline `{ $name }`
