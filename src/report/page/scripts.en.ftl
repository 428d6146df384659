# The scripts of the report page.

report-all-columns = all columns
report-fewer-columns = fewer columns
report-find-team = find a team
report-open-replay = click or tap for the replay
report-entrant-on = { $entrant } on { $instance }
report-block-left-out = left out because of the size limit of the page
report-replay-left-out = this replay was left out because of the size limit of the page
report-answer-left-out = { $note }; the answer was left out because of the size limit of the page
report-verdict-detail = { $verdict }: { $detail }
report-no-opponent = none
report-instance-text = instance
report-no-answer = no answer
report-cut-text = the first { $shown } of { $all } characters
