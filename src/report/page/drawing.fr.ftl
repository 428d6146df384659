# La page qui dessine les instances et les réponses d’un problème personnel.

drawing-title = { $problem } : { $instance }
drawing-instance = instance
drawing-answer = réponse
drawing-needs-javascript = Cette page a besoin de JavaScript, qui est désactivé dans ce navigateur.
drawing-own-answer = votre réponse
drawing-open = ouvrir un fichier
drawing-file = un fichier qui contient une réponse
drawing-save = enregistrer
drawing-check = Cette page dessine les réponses mais ne les vérifie pas. Vérifiez une réponse enregistrée avec :
drawing-drop = On peut aussi déposer un fichier sur cette page.
drawing-value = { $value } { $unit }
drawing-stopped = { $value } (arrêté après { $time } ms)
drawing-solution = [{ $solver }] { $value }
drawing-many-files = { $count } fichiers : ouvrez-les un par un
drawing-large-file = { $name } a { $size } octets ; cette page ouvre des fichiers de { $largest } octets au plus
drawing-unreadable-file = { $name } : { $error }
