# What the judge says about a run in the results. Files keep the English text; a page translates a text that matches a
# `detail`. A `part` occurs within others only.


## How programs end

detail-waited-only = waited { $time } for a busy machine
detail-waited = { $detail }; waited { $time } for a busy machine
detail-no-answer-in-time = no complete answer before the time limit
detail-exit-code = exit code { $code }
detail-exit-code-output = exit code { $code }: { $text }
detail-killed = killed by { $signal }
detail-killed-output = killed by { $signal }: { $text }
detail-cpu-limit = used { $used } of CPU time, the limit is { $limit }
detail-wall-limit = reached the wall limit of { $limit } with { $used } of CPU time used
detail-memory-limit = used more than { $limit }
detail-output-limit = wrote more than { $limit }
detail-disk-limit = filled the disk
detail-unsupervised = supervision failed: { $text }
detail-not-started = did not start: { $text }
detail-interrupted = stopped by the judge
detail-starved = starved for { $time } on a busy machine: rerun under a lower load
detail-attempts = the run could not be judged in { $attempts } attempts: { $detail }
detail-not-run = failed to run a program: { $text }
detail-fault = the judge failed on this run, and the instructor can see why
detail-panic = the judge panicked
detail-not-built = the program was not built
part-signal = signal { $code }
part-signal-memory = { $text } (bad memory access)
part-signal-abort = SIGABRT (abort)
part-signal-arithmetic = SIGFPE (bad arithmetic)
part-signal-instruction = SIGILL (bad instruction)
part-signal-pipe = SIGPIPE (wrote to a closed pipe)
part-signal-system-call = SIGSYS (forbidden system call)
part-signal-file = SIGXFSZ (file too large)

## Builds

detail-build-exit-code = the build ended with exit code { $code }
detail-build-exit-code-output = the build ended with exit code { $code }: { $text }
detail-build-killed = the build was killed by { $signal }
detail-build-killed-output = the build was killed by { $signal }: { $text }
detail-build-time-output = the build took longer than { $limit }: { $text }
detail-build-time = the build took longer than { $limit }
detail-build-space = the build used too much memory or wrote too much
detail-build-space-output = the build used too much memory or wrote too much: { $text }
detail-build-not-started = the build did not start: { $text }
detail-build-unsupervised = the build could not be watched: { $text }
detail-build-interrupted = the build was interrupted
detail-build-interrupted-again = the build was interrupted: run it again
detail-build-disk-before = the disk of { $text } had only { $free } left for the build: make room and run it again
detail-build-disk = the disk of { $text } has only { $free } left: make room and run it again
detail-build-disturbed = the build was killed by something outside of the judge, such as a machine that is out of memory: run it again with more memory free
detail-unpacking = unpacking failed: { $reason }
detail-compiler = { $text } needs `{ $other }`, which is not installed here: install { $names }
detail-tool = `{ $text }` is neither in the submission nor installed here
detail-no-command = there is no command
detail-renamed = { $text } has to be built as { $other }, but there is a { $names } already
detail-changed = the submission changed after the contest had begun: run it again

## Hand-ins without a program or an answer

detail-no-file = no file { $text }
detail-folder-link = the folder of answers is a link
detail-no-folder = { $text } is not a folder
detail-file-link = the answer file is a link
detail-file-unreadable = unreadable file: { $text }
detail-two-files = both { $text } and { $other } were submitted
detail-two-programs = both { $text } and { $other }: keep one, or write a submission.toml
detail-manifest = unusable submission.toml: { $text }
detail-program-link = { $text } is a link: hand in the file itself
detail-not-executable = `{ $text }` is not executable: chmod +x { $other }
detail-answers-only = answers only, no program
detail-nothing = nothing to run: { $detail }
part-nothing-known = neither `solver`, nor { $text }, nor submission.toml
detail-unknown-file = neither executable nor a source file that the judge knows
part-try = try: { $text }
part-nothing-in = nothing was handed in: ask the team
part-notebook = { $text } is a notebook: convert it with `{ $other }` and name it { $names }
part-archive = { $text } is an archive: unpack it here, or hand it to `judge collect`
part-strange-archive = { $text } is an archive: unpack it here
part-makefile = what { $text } makes is not clear: write a submission.toml with `{ $other }` and `{ $names }`
part-no-program = no program among { $text }: ask the team
part-languages = programs in { $text }: rename the right one to { $other }, or write a submission.toml
detail-large = larger than { $size }
detail-many-files = more than { $count } files
detail-long-path = a path is longer than { $count } bytes
detail-deep = folders are nested more than { $count } deep
detail-changing = { $text } changed while it was read

## Answers that are not in the format

detail-unreadable = unreadable answer: line { $line }, column { $column }: found { $found }, expected { $expected }
part-end-of-file = the end of the file
part-end-of-line = the end of the line
part-end-after-numbers = the end of the line after { $count } numbers
part-range = { $expected } from { $from } to { $to }
part-number-on-line = { $expected } (number { $number-on-line } of { $count } on this line)
part-letter = one of the letters { $text }
part-nothing-after = nothing after the closing `0`
part-course = a solution of this { $rows } × { $columns } grid with { $colours } colours
part-closing = the closing `0` of a course solution
part-course-size = a grid of at most { $cells } cells and as many colours at most
part-course-header = a number of `m n c seed`
part-swap-number = { $number } of swap { $swap }
part-swap-whole = { $number } of swap { $swap }: a whole number
part-first-row = the row of the first cell
part-first-column = the column of the first cell
part-second-row = the row of the second cell
part-second-column = the column of the second cell
part-pawn-row = row { $row } of { $rows } of the pawns
part-pawn = pawn { $pawn } of { $pawns } on this line
part-pawns-end = the end of the line after { $pawns } pawns
part-declared = the declared score, a whole number
part-declared-end = the end of the line after the declared score
part-cell = a cell, `#` or `.`
part-cells-end = the end of the line after { $cells } cells
part-rows-end = the end of the answer after { $rows } rows
part-cell-number = a cell, number { $cell } of { $cells } in this row
part-row = row { $row } of { $rows }
part-column = column { $column } of { $columns }

## Answers that break a rule

detail-leaves-grid = action { $action } (`{ $text }`) leaves the grid from row { $row }, column { $column }
detail-not-black = after all { $actions } actions { $count } of { $cells } cells are not black: row { $row }, column { $column } wants { $expected } and holds { $found }, the robot carries { $carried }
part-hand-nothing = nothing
part-hand-colour = colour { $colour }
detail-swap = swap { $swap } (`{ $text }`): { $reason }
part-off-grid = row { $row }, column { $column } is not on the { $rows } × { $columns } grid
part-no-edge = these cells do not share an edge
part-wall = a wall stands between these cells
detail-not-sorted = after all { $swaps } swaps { $count } of { $tiles } tiles are not in place: row { $row }, column { $column } holds { $tile } instead of { $wanted }
detail-no-red = there is no red pawn: exactly one `R` is required
detail-many-red = there are { $count } red pawns, the first two at row { $row }, column { $column } and at row { $other-row }, column { $other-column }: exactly one `R` is required
detail-undeclared = no score declared, real { $real }
detail-misdeclared = declared { $declared }, real { $real }
detail-line = { $number } has the runs { $found }, its clue says { $clue }
detail-line-more = { $number } has the runs { $found }, its clue says { $clue }; { $count ->
    [one] one more line is wrong
   *[other] { $count } more lines are wrong
}
part-no-runs = `0` (none)

## Checkers of problems of one's own

detail-rejected = rejected by the checker
detail-interrupted-checker = the checker was interrupted
detail-mismatch = line { $line }, column { $column }: { $reason }
part-wrong = `{ $text }` is wrong
part-not-close = `{ $text }` is not close enough
part-no-number = `{ $text }` is not a number
part-too-soon = the answer ends too soon
part-too-much = `{ $text }` is too much
part-white-space = the white space is wrong

## How bounds are proved

detail-bound-assignment = assignment of pieces to cells plus the way to the first piece
detail-bound-assignment-part = assignment of pieces to cells plus the way to the first piece; the budget was used up, so { $some } of { $all } colours count with a lower bound on theirs
detail-bound-connectivity = assignment of pieces to cells, made one walk by cuts that it must cross (Lagrangian relaxation)
detail-bound-line = how often every edge of the line must be crossed
detail-bound-states = every state that could lead to fewer steps was searched
detail-bound-table = table of all arrangements
detail-bound-inversions = number of pairs in the wrong order on a line
detail-bound-distances = half the sum of distances and detours, and parity
detail-bound-walls = half the sum of distances around the walls, and parity
detail-bound-walls-part = half the sum of distances, and parity; the budget was used up, so walls were looked at for { $some } of { $all } tiles
detail-bound-patterns = search with pattern databases, which refuted all smaller numbers
detail-bound-lagrange = Lagrangian relaxation in whole numbers
detail-bound-branches = branch and bound on a Lagrangian relaxation in whole numbers, { $count } nodes
detail-bound-cells = the best pawn for every cell, without penalties
detail-bound-known = an answer is known
detail-bound-too-long = nothing is proved: the lines are too long
detail-bound-no-solution = proved to have no solution
detail-bound-nothing = no solution was found, nor a proof that there is none
detail-bound-unique = a solution was found, and it is proved to be the only one
detail-bound-found = a solution was found
detail-bound-several = two solutions were found

## The machine of a run

detail-machine = { $text }, { $count } cores
