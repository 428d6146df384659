# Frames in which views of problems draw.

frame-failed = the view failed: { $reason }
frame-no-answer = the view has not answered for { $seconds } s
