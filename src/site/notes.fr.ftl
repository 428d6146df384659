# Ce qu’un site conserve en anglais et montre dans chaque langue.

## Remarques sur les dépôts

site-note-faults = { $count ->
    [one] { $count } exécution a échoué à cause du juge et n’est pas comptée
   *[other] { $count } exécutions ont échoué à cause du juge et ne sont pas comptées
}
site-note-not-ready = le juge n’a pas pu le préparer, et les enseignants peuvent le relancer : { $reason }
site-note-replaced = remplacé par le dépôt { $id } avant son tour
site-note-runs-again = à exécuter de nouveau
site-note-withdrawn-by-staff = retiré par les enseignants
site-note-withdrawn-by-staff-because = retiré par les enseignants : { $reason }
site-note-withdrawn-by-team = retiré par l’équipe

## Qui a modifié quelque chose

site-who-command-line = ligne de commande
site-who-registration = inscription : { $team }
site-who-staff = enseignants
site-who-team = équipe : { $team }

## Ce qui a été modifié

site-log-add-team = ajout de l’équipe { $team }
site-log-added-team = ajout de l’équipe { $team }
site-log-again = nouvelle exécution du dépôt { $id } de { $team }
site-log-announce = annonce : { $text }
site-log-close = clôture immédiate
site-log-code = nouveau code de la classe
site-log-download = téléchargement de tous les dépôts
site-log-extend = l’équipe { $team } peut déposer jusqu’au { $until }
site-log-freeze = gel immédiat
site-log-hide = classement masqué de nouveau
site-log-link = nouveau lien
site-log-link-of-team = nouveau lien de l’équipe { $team }
site-log-made-link = nouveau lien de l’équipe { $team }
site-log-made-staff-link = nouveau lien des enseignants
site-log-moments = clôture : { $closes ->
    [never] jamais
   *[other] { $closes }
}, gel : { $freezes ->
    [never] jamais
   *[other] { $freezes }
}
site-log-own-pin = dépôt { $id } épinglé
site-log-own-unpin = dépôt { $id } désépinglé
site-log-own-withdraw = dépôt { $id } retiré
site-log-pin = dépôt { $id } de { $team } épinglé
site-log-register = inscription
site-log-remove-team = retrait de l’équipe { $team }
site-log-removed-team = retrait de l’équipe { $team }
site-log-reveal = classement révélé
site-log-unpin = dépôt { $id } de { $team } désépinglé
site-log-withdraw = dépôt { $id } de { $team } retiré

## Ce qui a été trouvé dans un dépôt, et ce qu’il en est advenu

found-answers = trouvé : des réponses seulement
found-beside = laissé de côté, à côté de { $archive } : { $names }
found-case = à vérifier, noms qui ne diffèrent que par la casse : { $names }
found-executable = { $name } rendu exécutable
found-left-out = laissé de côté : { $names }
found-lifted = sorti de { $folder }/
found-line-ends = fins de ligne Windows de { $name } corrigées
found-links = liens laissés de côté : { $names }
found-list = { $first } ; { $rest }
found-not-plain = noms avec des caractères spéciaux laissés de côté : { $names }
found-program = trouvé : { $program }
found-renamed = { $from } renommé en { $to }
found-special = périphériques ou tubes laissés de côté : { $names }
found-submodules = sous-modules laissés de côté : { $names }
found-twice = noms en double laissés de côté : { $names }
found-written = submission.toml écrit
