# Les cadres où dessinent les vues des problèmes.

frame-failed = la vue a échoué : { $reason }
frame-no-answer = la vue n’a pas répondu depuis { $seconds } s
