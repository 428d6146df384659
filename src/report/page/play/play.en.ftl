# The page for playing.

play-titled = { $title }: { $name }
play-title = Play
play-puzzle = puzzle
play-grid = grid
play-new-grid = new grid
play-draw = draw a grid
play-open = open a file
play-file = a file with a grid
play-needs-javascript = This page needs JavaScript, which is disabled in this browser.
play-drop = A file can also be dropped on this page.
play-checks = checks a saved answer. Your grids and your progress stay in this browser.
play-forget = forget them

## The menu of grids.

play-grid-tiny = tiny, { $rows } × { $columns }
play-grid-small = small, { $rows } × { $columns }
play-grid-middle = middle, { $rows } × { $columns }
play-grid-gaps = middle, { $rows } × { $columns }, with gaps
play-grid-walls = middle, { $rows } × { $columns }, with walls
play-grid-large = large, { $rows } × { $columns }
play-grid-row = one row of { $columns }
play-yours = yours
play-random = random
play-drawing = drawing
play-link = link

## Buttons.

play-board = the grid: arrow keys and space act on it
play-fill = fill empty cells
play-undo = undo
play-hint = hint
play-do-hint = do it
play-restart = start over
play-watch-solutions = watch solutions
play-save-answer = save answer
play-save-grid = save grid
play-share = share link
play-take = take
play-put = put
play-cursor-left = cursor left
play-cursor-up = cursor up
play-cursor-down = cursor down
play-cursor-right = cursor right
play-cancel = close

## The state of a game.

play-solved-by = Solved by the bundled algorithm { $solver }.
play-best-known = best known: { $value } ({ $solver })
play-bound = proven bound: { $goal ->
    [maximise] at most
   *[minimise] at least
} { $bound }
play-page-bound = bound proved by this page: { $goal ->
    [maximise] at most
   *[minimise] at least
} { $bound }
play-list = { $some }; { $next }
play-moves = moves
play-your-best = your best
play-solved = Solved
play-done = Done with { $value }
play-done-optimal = Done with { $value }: optimal
play-done-better = Done with { $value }: better than the best known value
play-done-equal = Done with { $value }: equal to the best known value

## Watching solutions.

play-line-solver = line solver of this page
play-greedy = greedy algorithm of this page
play-no-solution = No solution is at hand for this grid. Save it: `judge solve GRID --with best` finds one.
play-solution-value = { $title }: { $value }
play-stopped = { $title } (stopped after { $milliseconds } ms)
play-watch = watch
play-beside = beside
play-nothing-beside = nothing
play-back-to-game = back to the game
play-omitted = { $count } more are left out because their answers are too long.

## Hints.

play-go-left = go left
play-go-right = go right
play-go-up = go up
play-go-down = go down
play-exchange = exchange hand and cell
play-place = row { $row }, column { $column }
play-from-solution = From the bundled solution ({ $solver })
play-from-valued-solution = From the bundled solution ({ $solver }, { $value })
play-from-greedy = A greedy step computed by this page, not always the best
play-hint-too-large = This grid is too large for a hint.
play-hint-done = Nothing is left to do.
play-hint-move = { $source }: { $move }.
play-hint-swap = { $source }: swap { $a } and { $b }.
play-hint-pawn = { $source }: { $colour } ({ $pawn }) at { $place }.
play-hint-contradiction = These clues have no solution.
play-hint-wrong = Wrong: the line solver proves that this cell is { $colour ->
    [black] black
   *[white] white
} ({ $place }).
play-hint-no-fit = The cells of { $line } no longer fit its clue: undo, or clear some.
play-hint-line = Line solver: the clue of { $line } makes this cell { $colour ->
    [black] black
   *[white] white
} ({ $place }).
play-hint-cell = { $source }, as no single line determines more: { $colour ->
    [black] black
   *[white] white
} ({ $place }).
play-hint-decided = Every cell is decided.
play-hint-try = The line solver determines none of the { $count } open cells: one has to be tried.
play-hint-same = The grid is that of the bundled solution.
play-hint-reds = There are { $count } red pawns: only one is allowed.
play-from-red = One red pawn is required, and costs least on a small value
play-hint-no-pawn = No single pawn improves the score.
play-from-pawn = The best single pawn, computed by this page ({ $gain })

## Fields and dialogs.

play-rows = rows
play-columns = columns
play-colours = colours
play-size = rows and columns
play-penalty = penalty
play-uncoloured = cells without colour, %
play-walls = walls, % of what is possible
play-low = smallest value
play-high = largest value
play-density = black cells, %
play-smooth = shapes instead of single cells
play-solvable = solvable line by line
play-not-in-range = { $name }: a whole number from { $low } to { $high }
play-random-title = A new random grid
play-make = make the grid
play-which-title = Which puzzle is this?
play-which = { $name } can be read as { $problems }. Which is it?
play-which-and = { $problems } and as { $problem }
play-share-title = A link to this grid
play-share-label = link to this grid
play-share-note = The link contains the grid, not your progress.
play-share-file = The link contains the grid, not your progress. This page is a file on your computer: others need a page of `judge play` too, and append what follows # to its address.
play-copy = copy
play-copied = copied
play-forget-title = Forget everything?
play-forget-note = Your grids and the progress on all grids are removed from this browser.
play-forget-all = forget everything

## Drawing a grid.

play-draw-title = Draw a grid
play-draft-play = play it
play-draft-save = save as file
play-draft-back = back
play-draft-board = the grid that you draw: arrow keys move, space paints
play-draft-picture = Paint a picture: tap or drag over cells. Its clues appear beside the grid.
play-draft-unique = The solution is unique: the line solver finds this picture and no other.
play-draft-open = The line solver does not determine { $count } cells (dots): the solution may not be unique.
play-shuffle = shuffle pieces
play-colour-cells = colour cells
play-put-pieces = put pieces
play-colour = colour { $number }
play-no-colour = none
play-draft-colours = There are more colours ({ $colours }) than cells ({ $cells }).
play-cells = { $count ->
    [one] { $count } cell
   *[other] { $count } cells
}
play-pieces = { $count ->
    [one] { $count } piece
   *[other] { $count } pieces
}
play-colour-count = colour { $number } has { $cells } and { $pieces }
play-draft-unbalanced = Not balanced: { $counts }.
play-draft-black = All cells are black: colour cells, and put as many pieces of each colour elsewhere.
play-draft-balanced = Balanced: every colour has as many pieces as cells.
play-draft-not-a-value = { $place }: a whole number of at most nine digits is needed.
play-draft-values = Type a value for every cell; arrow keys and Enter move.
play-wall = wall between { $a } and { $b }
play-draft-missing = Each number from 1 to { $count } is needed once. Missing: { $missing }.
play-draft-repeated = Each number from 1 to { $count } is needed once. Missing: { $missing }; more than once: { $repeated }.
play-draft-cut = The walls cut the grid in two: take one away.
play-draft-tiles = Type each number once; tap between two cells to put a wall there.

## Files and links that cannot be opened.

play-fault = { $name }: { $reason }
play-one-file = { $count } files: open one at a time
play-file-too-large = { $name } has { $size } bytes; this page opens files of at most { $limit }
play-the-link = the link
play-link-too-long = this grid needs a link of { $length } characters, and at most { $limit } are reliable: save it as a file instead
play-link-longer = the link is longer than { $limit } characters
play-link-empty = the link does not contain a grid: it may have been cut
play-link-damaged = the link is damaged: it may have been cut
play-link-inflated = the text in the link is longer than { $limit } characters
play-text-error = line { $line }, column { $column }: found { $found }, expected { $expected }
play-nearest = { $reason } (read as { $problem }, which it comes nearest to)

## What a file should contain.

play-text-length = a text of { $count } characters
play-at-most = at most { $limit }
play-end-of-line = the end of the line
play-end-of-file = the end of the file
play-number-of-line = { $what } (number { $number } of { $count } on this line)
play-end-after-numbers = the end of the line after { $count } numbers
play-range = { $what } from { $low } to { $high }
play-at-most-cells = a grid of at most { $limit } cells, not { $rows } × { $columns }; `judge play FILE` makes a page for larger ones
play-row-of-grid = row { $number } of { $count } of the grid
play-header-grille = `t p`: the size of the grid and the penalty
play-number-grille = a number of `t p`
play-value = a value
play-smaller-numbers = numbers so small that every score fits into 64 bits
play-header-picross = `h w`: rows and columns
play-size-picross = a size of `h w`
play-clue = the clue of { $line ->
    [row] row
   *[column] column
} { $number } of { $count }
play-end-after-columns = the end of the file after the columns
play-key-once = every key only once
play-line-with-key = a line that begins with `{ $key }`
play-a-size = a size
play-no-more-clues = no more than { $count } { $line ->
    [row] row
   *[column] column
} clues, empty lines included
play-zero-alone = a run of black cells, or `0` alone for an empty clue
play-run = a run
play-fitting-clue = a clue that fits { $length } cells; up to here it needs { $needed }
play-columns-with = columns with { $count } black cells in all
play-as-rows = { $count }, as the rows have
play-header-robot = `m n c`: rows, columns and colours
play-size-robot = a size of `m n c`
play-fewer-colours = at most as many colours as cells ({ $cells })
play-row-of-backgrounds = row { $number } of { $count } of the backgrounds
play-row-of-pieces = row { $number } of { $count } of the pieces
play-background = a background
play-piece = a piece
play-as-many-pieces = as many pieces as cells of colour { $colour }, which has { $pieces } of the one and { $cells } of the other
play-header-swap = `m n`: rows and columns
play-size-swap = a size of `m n`
play-tile = a tile
play-tile-once = each tile once; { $tile } stands at row { $row }, column { $column } already
play-wall-or-end = `wall i1 j1 i2 j2`, or the end of the file
play-row-of-wall = a row of `wall i1 j1 i2 j2`
play-column-of-wall = a column of `wall i1 j1 i2 j2`
play-a-row = a row
play-a-column = a column
play-end-after-wall = the end of the line after a wall
play-neighbours = two neighbouring cells, which share an edge
play-cutting-wall = a wall that cuts the grid in two
play-one-piece = walls that leave the grid in one piece

## The rules in short steps.

play-rules = How to play
play-rules-keys = { $controls } H shows a hint and then does it, Backspace undoes.
play-robot-goal = Make all cells black in as few steps as possible.
play-robot-walk = The robot walks on a grid. Each cell wants a piece of its own colour.
play-robot-exchange = Exchanging is free: the robot takes the piece and leaves what it held.
play-robot-step = Each cell that it walks costs one step.
play-robot-locked = A cell with the right piece turns black and is locked.
play-robot-controls = Keyboard: arrows walk, space exchanges. Mouse or finger: tap a cell to walk there, tap the robot to exchange.
play-swap-goal = Put the numbers in order, row by row, in as few swaps as possible.
play-swap-frame = The numbers are out of order. A frame marks those in place.
play-swap-neighbours = Two neighbours are swapped, one above the other or side by side.
play-swap-wall = Nothing can be swapped across a wall (the thick line).
play-swap-controls = Drag a tile onto its neighbour, or tap both. Keyboard: arrows choose a tile, space takes it, the next arrow swaps it.
play-grille-goal = Put a pawn on every cell, exactly one of them red, for as many points as possible.
play-grille-yellow = J yellow: the value. One penalty for each J without a J around it.
play-grille-green = V green: the value and its four neighbours’. A penalty for each two V that touch.
play-grille-black = N black: the value minus 1, twice that if there are at most as many N as rows.
play-grille-blue = B blue: 0. A penalty for each B on a negative value beyond those on positive ones.
play-grille-orange = O orange: 0. A penalty for each two O in one row, column or diagonal.
play-grille-red = R red: minus the value. Exactly one is needed.
play-grille-controls = Choose a pawn, then tap or drag over cells. Keyboard: arrows move, a letter puts its pawn there. Pink marks penalties.
play-picross-goal = Blacken cells so that every row and column has exactly the runs of its clue.
play-picross-clue = A clue gives the lengths of the black runs, in order, with gaps between.
play-picross-ends = “1 1” in three cells: the ends are black, the middle is white.
play-picross-grey = A finished line has a grey clue.
play-picross-controls = Tap or drag to blacken; the right button or × marks white. Keyboard: arrows move, space blackens, X marks white.
