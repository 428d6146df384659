# The README of a handout.

handout-about = { $problem }: { $about }.
handout-answers = The `.ans` files beside the public instances are the expected answers: the judge compares answers with them.
handout-anytime = At the time limit the last complete answer counts.
handout-best = best value
handout-best-mean = best mean
handout-commands = The first command builds the program and runs it on the { $count } public instances, under the limits of the contest. The second does so again after every change. The third writes a page with replays.
handout-contest-file = { $name }: the public part, for `judge try`. The hidden instances are not in here.
handout-files = The instances are below `{ $instances }/`. `{ $play }` is a page to solve them by hand, with the rules in pictures.
handout-hand-in = What to hand in
handout-limits = Limits per instance
handout-limits-used = { $time } of CPU time, { $wall } of wall time, { $memory } of memory, { $output } of output.
handout-most-bests = most bests
handout-no-anytime = A program that reaches the time limit has no answer.
handout-problem = The problem
handout-problem-folder = `{ $folder }/` is the problem: what is in it judges the answers.
handout-program = A folder that holds an executable `solver`, one source file (`solver.py`, `.c`, `.cpp`, `.rs`, `.java`, `.go` or `.js`), or a `submission.toml` with the commands to build and run. The program reads an instance from standard input and writes its answer to standard output. `judge help submissions` has the details.
handout-round = round
handout-scoring = Scoring
handout-scoring-rule = `{ $rule }`: { $about }.
handout-second = runner-up
handout-takes-answers = Round `{ $round }` takes answers: for each instance `{ $instances }/{ $round }/NAME.txt` a file `answers/NAME.txt` in the folder.
handout-try = Try it
