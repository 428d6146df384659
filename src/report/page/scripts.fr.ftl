# Les scripts de la page du rapport.

report-all-columns = toutes les colonnes
report-fewer-columns = moins de colonnes
report-find-team = chercher une équipe
report-open-replay = cliquez ou touchez pour voir le rejeu
report-entrant-on = { $entrant } sur { $instance }
report-block-left-out = omis à cause de la taille limite de la page
report-replay-left-out = ce rejeu a été omis à cause de la taille limite de la page
report-answer-left-out = { $note } ; la réponse a été omise à cause de la taille limite de la page
report-verdict-detail = { $verdict } : { $detail }
report-no-opponent = personne
report-instance-text = instance
report-no-answer = pas de réponse
report-cut-text = les { $shown } premiers caractères sur { $all }
