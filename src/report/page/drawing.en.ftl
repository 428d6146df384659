# The page that draws instances and answers of a problem of one's own.

drawing-title = { $problem }: { $instance }
drawing-instance = instance
drawing-answer = answer
drawing-needs-javascript = This page needs JavaScript, which is disabled in this browser.
drawing-own-answer = your answer
drawing-open = open a file
drawing-file = a file with an answer
drawing-save = save
drawing-check = This page draws answers, and does not check them. Check a saved one with:
drawing-drop = A file can also be dropped on this page.
drawing-value = { $value } { $unit }
drawing-stopped = { $value } (stopped after { $time } ms)
drawing-solution = [{ $solver }] { $value }
drawing-many-files = { $count } files: open one at a time
drawing-large-file = { $name } has { $size } bytes; this page opens files of at most { $largest }
drawing-unreadable-file = { $name }: { $error }
