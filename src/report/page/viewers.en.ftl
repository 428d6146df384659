# Viewers, the player of replays, and what all interactive pages have.

theme = light / dark

## Texts.

viewer-quoted = “{ $text }”
viewer-part = { $part } of { $whole }
viewer-row = row { $number }
viewer-column = column { $number }

## Answers that cannot be read.

viewer-not-an-integer = “{ $word }” is not an integer
viewer-another-instance = this answer belongs to another instance
viewer-no-closing-zero = the closing 0 is missing
viewer-text-after-zero = text after the closing 0
viewer-not-an-action = “{ $action }” is not an action
viewer-incomplete-swap = the last swap is incomplete
viewer-not-a-swap = swap { $number } is not four numbers
viewer-not-pawns = not { $size } lines of { $size } pawns
viewer-text-after-pawns = unexpected text after the pawns
viewer-not-cells = not { $rows } lines of { $columns } cells

## Answers that break a rule.

viewer-leaves-grid = action { $number } ({ $action }) leaves the grid
viewer-not-black = { $count } cells are not black
viewer-no-shared-edge = swap { $number }: the cells do not share an edge
viewer-wall-between = swap { $number }: there is a wall between the cells
viewer-outside-grid = swap { $number } is outside the grid
viewer-not-in-place = { $count } tiles are not in place
viewer-no-pawn = { $count } cells have no pawn
viewer-no-red = there is no red pawn
viewer-many-reds = there are { $count } red pawns
viewer-wrong-line = { $line } does not have the runs of its clue

## What is shown about a state.

viewer-steps = steps
viewer-swaps = swaps
viewer-open-cells = cells not black
viewer-in-hand = in hand
viewer-nothing = nothing
viewer-colour = colour { $number }
viewer-misplaced = tiles not in place
viewer-score = score
viewer-penalties = penalties
viewer-empty-cells = empty cells
viewer-red-pawns = red pawns
viewer-one-required = { $count } (1 required)
viewer-pawn = pawn
viewer-count = count
viewer-points = points
viewer-sum = sum
viewer-correct-lines = correct lines
viewer-black-cells = black cells

## Colours of pawns and cells.

viewer-yellow = yellow
viewer-green = green
viewer-black = black
viewer-blue = blue
viewer-orange = orange
viewer-red = red
viewer-white = white

## Actions of the robot.

viewer-left = left
viewer-up = up
viewer-down = down
viewer-right = right
viewer-exchange = exchange

## The player of replays.

viewer-replay-of = replay of { $title }
viewer-play = play
viewer-start = start
viewer-back = back
viewer-step = step
viewer-end = end
viewer-action = action
viewer-speed = actions per second
viewer-accepted = accepted: { $value }
viewer-accepted-solved = accepted: solved
viewer-rejected = rejected: { $reason }

## Values with their units. Problems of one's own have units of their own.

viewer-value = { $value } { $unit }
