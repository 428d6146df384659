# Les pages d’un site.

## Ce qu’a chaque page

site-all-contests = Tous les concours
site-board = Classement
site-contest = Concours
site-contests = Concours
site-days-left = { $days } j
site-pages = Pages
site-percent = { $percent } %
site-register = Inscription
site-sign-out = Se déconnecter
site-staff = Enseignants
site-staff-role = enseignants
site-your-team = Votre équipe

## Où en est le concours

site-status-closed = Concours clos. Les derniers dépôts sont en cours d’évaluation ; le classement n’est pas encore définitif.
site-status-final = Concours clos. Le classement est définitif.
site-status-final-frozen = Concours clos. Tous les dépôts sont évalués ; le classement définitif sera affiché quand les enseignants le révéleront.
site-status-frozen = Le classement est gelé depuis le { $time }. Les résultats suivants seront affichés quand les enseignants le révéleront.
site-status-open = Concours ouvert.
site-status-open-until = Concours ouvert jusqu’au { $time } { $countdown }.
site-status-opens = Le concours ouvre le { $time } { $countdown }.

## Le classement

site-board-all-columns = Toutes les colonnes
site-board-announcements = Annonces
site-board-nothing = Rien n’est encore évalué.
site-board-preliminary = Provisoire : les manches évaluées à la clôture du concours ne figurent pas dans ce tableau.
site-board-public-view = Vous voyez le classement public.
site-board-show-public = Afficher le classement public
site-board-show-staff = Afficher le classement des enseignants
site-board-staff-view = Vous voyez le classement des enseignants : vrais noms, jamais gelé.

## Le concours

site-contest-handout = Télécharger les instances et un programme de départ
site-contest-no-contest = Il n’y a aucun concours.
site-contest-no-rules = Les règles ne sont pas encore publiées.
site-contest-play = Jouer les instances publiques

## Connexion et liens

site-enter-as = Vous êtes connecté en tant que { $team }.
site-enter-as-staff = Vous êtes connecté en tant qu’enseignant.
site-enter-continue = Continuer
site-enter-title = Connexion réussie
site-link-of = Lien de l’équipe { $team }
site-link-of-team = Lien de l’équipe
site-link-page = Lien
site-link-save = Conservez ce lien : il connecte votre équipe sur tout appareil. Il ne sera plus affiché.
site-link-secret = Ne le donnez qu’aux membres de votre équipe. Les liens précédents de l’équipe ne fonctionnent plus.
site-link-send = Envoyez ce lien à l’équipe. Il ne sera plus affiché ; les liens précédents de l’équipe ne fonctionnent plus.
site-link-to-staff = Retour à la page des enseignants
site-link-your = Votre lien

## Inscription

site-register-closed = les inscriptions sont closes
site-register-closed-help = demandez le lien de votre équipe aux enseignants
site-register-code = Code de la classe
site-register-lead = Un membre inscrit l’équipe et donne son lien aux autres.
site-register-name = Nom de l’équipe
site-register-other-name = { $reason } : choisissez un autre nom
site-register-removed = l’équipe a été retirée
site-register-send = Inscrire l’équipe
site-register-title = Inscrire une équipe
site-register-wrong-code = ce n’est pas le code de la classe

## La page d’une équipe

site-team-counts-last = Le dépôt { $id } compte : c’est le dernier qui a pu être compilé.
site-team-counts-none = Le dernier dépôt qui pourra être compilé comptera.
site-team-counts-pinned = Le dépôt { $id } compte, car votre équipe ou les enseignants l’ont épinglé.
site-team-drop = Déposez ici des fichiers, un dossier ou une archive, ou choisissez-les :
site-team-files = Fichiers ou archive
site-team-folder = Dossier
site-team-hand-in = Déposer
site-team-hand-ins = Dépôts
site-team-keep = Continuer à compter celui-ci
site-team-let-count = Faire compter celui-ci
site-team-let-last-count = Faire de nouveau compter le dernier
site-team-limits = Au plus { $size } et { $rate } ; encore { $left } pour l’instant. Un nouveau dépôt remplace celui qui attend encore.
site-team-link-help = Si quelqu’un d’extérieur à votre équipe connaît le lien, créez-en un nouveau. L’ancien ne fonctionnera plus, et tous ceux qui l’utilisaient seront déconnectés.
site-team-lost = La connexion a été perdue. Réessayez.
site-team-new-link = Nouveau lien
site-team-new-link-confirm = Créer un nouveau lien ? L’ancien ne fonctionnera plus.
site-team-nothing = Votre équipe n’a encore rien déposé.
site-team-withdraw = Retirer
site-team-withdraw-confirm = Retirer le dépôt { $id } ? Il ne comptera alors jamais.

## Fréquence des dépôts

site-rate-day = { $count ->
    [one] { $count } dépôt
   *[other] { $count } dépôts
} par jour
site-rate-hour = { $count ->
    [one] { $count } dépôt
   *[other] { $count } dépôts
} par heure
site-rate-minute = { $count ->
    [one] { $count } dépôt
   *[other] { $count } dépôts
} par minute
site-rate-period = { $count ->
    [one] { $count } dépôt
   *[other] { $count } dépôts
} par période de { $period }

## Dépôts

site-hand-in-all = Tous les dépôts
site-hand-in-build-log = Journal de compilation
site-hand-in-counts = compte
site-hand-in-cpu = Temps processeur
site-hand-in-cpu-label = temps processeur
site-hand-in-files = Télécharger les fichiers
site-hand-in-hidden = { $count ->
    [one] { $count } exécution de manches cachées est évaluée. Elle compte au classement, mais n’est pas affichée ici.
   *[other] { $count } exécutions de manches cachées sont évaluées. Elles comptent au classement, mais ne sont pas affichées ici.
}
site-hand-in-instance = Instance
site-hand-in-machine = Temps machine
site-hand-in-progress = { $done } sur { $planned }
site-hand-in-reason = Raison
site-hand-in-report = Rapport avec relecture
site-hand-in-round = Manche
site-hand-in-runs = Exécutions
site-hand-in-size = Taille
site-hand-in-stderr = Sortie d’erreur
site-hand-in-team = Équipe
site-hand-in-time = Déposé
site-hand-in-title = Dépôt { $id }
site-hand-in-value = Valeur
site-hand-in-value-label = valeur
site-hand-in-verdict = Verdict
site-hand-in-verdicts = { $verdict } : { $count }
site-state-building = en compilation
site-state-failed = échec
site-state-judged = évalué
site-state-replaced = remplacé
site-state-running = en cours
site-state-waiting = en attente
site-state-withdrawn = retiré

## La page des enseignants

site-staff-actions = Actions
site-staff-add-team = Ajouter une équipe
site-staff-again = Exécuter de nouveau
site-staff-again-count = exécuté de nouveau { $count } fois
site-staff-all-teams = Afficher les dépôts de toutes les équipes
site-staff-announce = Publier
site-staff-announcement = Annonce
site-staff-announcement-text = Texte
site-staff-board-frozen = Le classement est gelé : seuls les enseignants voient les nouveaux résultats.
site-staff-board-live = Le classement est en direct : tout le monde voit les nouveaux résultats.
site-staff-board-revealed = Le classement était gelé et a été révélé : tout le monde voit les nouveaux résultats.
site-staff-close-now = Clore maintenant
site-staff-close-now-confirm = Clore le concours maintenant ?
site-staff-closes = Clôture (UTC)
site-staff-closing = Clôture et gel
site-staff-counts-pinned = compte : épinglé
site-staff-download-all = Télécharger tous les dépôts qui comptent (ZIP)
site-staff-earlier = { $count ->
    [one] { $count } dépôt antérieur
   *[other] { $count } dépôts antérieurs
}
site-staff-extend = Prolonger
site-staff-files = fichiers
site-staff-find-team = Chercher une équipe
site-staff-freeze-now = Geler maintenant
site-staff-freezes = Gel du classement (UTC)
site-staff-hand-in = Dépôt
site-staff-hand-ins-link = dépôts
site-staff-hand-ins-of = Dépôts de l’équipe { $team }
site-staff-log = Journal
site-staff-log-empty = Rien n’a encore été modifié.
site-staff-name = Nom
site-staff-new-code = Nouveau code
site-staff-new-link-confirm = Créer un nouveau lien pour { $team } ? L’ancien ne fonctionnera plus.
site-staff-no-code = Il n’y a pas de code : personne ne peut s’inscrire.
site-staff-no-hand-ins = Rien n’a encore été déposé.
site-staff-no-teams = Il n’y a pas encore d’équipe.
site-staff-people-register = Les équipes s’inscrivent avec le code de la classe.
site-staff-queue = File d’attente
site-staff-queue-empty = Aucun dépôt n’attend.
site-staff-remove = Retirer
site-staff-remove-confirm = Retirer l’équipe { $team } ?
site-staff-removed = retirée
site-staff-reveal = Révéler le classement
site-staff-save = Enregistrer
site-staff-sections = Sections
site-staff-state = État
site-staff-team-count = { $count ->
    [one] { $count } équipe
   *[other] { $count } équipes
}
site-staff-teams = Équipes
site-staff-unpin = Faire compter le dernier
site-staff-until = Jusqu’au (UTC)
site-staff-until-time = jusqu’au { $time }
site-staff-what = Quoi
site-staff-when = Date
site-staff-who = Qui

## Pourquoi une demande n’aboutit pas

site-failure-announcement = l’annonce est vide ou trop longue
site-failure-announcement-help = écrivez au plus { $count } lettres
site-failure-bad-name = le nom de fichier « { $name } » n’est pas utilisable
site-failure-board-staff = le classement est réservé aux enseignants
site-failure-board-teams = le classement est réservé aux équipes connectées
site-failure-busy = le site est occupé
site-failure-busy-help = réessayez dans une minute
site-failure-closed = le concours est clos
site-failure-closed-help = demandez un délai aux enseignants
site-failure-connection = l’envoi s’est terminé trop tôt ou n’est pas un formulaire valable
site-failure-connection-help = réessayez ; avec curl, utilisez `-F file=@solver.py`
site-failure-contest-name = ajoutez `?contest=NOM` avec l’un de ces noms : { $names }
site-failure-contest-several = le site a plusieurs concours
site-failure-contest-unknown = ce concours n’existe pas
site-failure-database = la base de données est illisible
site-failure-database-help = consultez le journal du site
site-failure-date = ce n’est pas une date avec une heure
site-failure-date-help = écrivez par exemple 2027-03-21T20:00, en UTC
site-failure-date-text = « { $text } » n’est pas une date avec une heure
site-failure-ended = le concours est terminé : son classement est définitif
site-failure-ended-help = pour continuer, servez une copie du fichier du concours sous un autre nom
site-failure-enter = ouvrez le lien lui-même pour vous connecter
site-failure-field-long = un champ du formulaire est trop long
site-failure-field-number = le champ `{ $name }` ne contient pas de nombre
site-failure-file-absent = ce fichier n’est pas encore là
site-failure-file-name = le champ `file` n’a pas de nom de fichier
site-failure-file-name-help = envoyez un fichier, par exemple avec `curl -F file=@solver.py`
site-failure-forbidden = ce n’est pas autorisé
site-failure-forbidden-help = connectez-vous avec un autre lien
site-failure-foreign = le formulaire ne vient pas d’une page de ce site, ou vous vous êtes reconnecté depuis
site-failure-foreign-help = rechargez la page et renvoyez le formulaire
site-failure-go-back = revenez en arrière
site-failure-go-to-board = allez au classement
site-failure-go-to-staff = revenez à la page des enseignants
site-failure-guesses = trop de liens ou de codes erronés sont venus de votre adresse
site-failure-hand-in-unknown = votre équipe n’a pas de tel dépôt
site-failure-hand-in-unknown-help = vérifiez son numéro
site-failure-http = Statut { $status }
site-failure-invalid = la demande n’est pas valable
site-failure-invalid-help = revenez en arrière et réessayez
site-failure-large = la demande est trop volumineuse
site-failure-large-help = envoyez moins
site-failure-link = ce lien n’est plus valable
site-failure-method = cette adresse n’accepte pas une telle demande
site-failure-name-help = renommez le fichier, ou envoyez une archive
site-failure-name-long = le nom de fichier « { $name } » est trop long
site-failure-name-slash = le nom de fichier « { $name } » commence par une barre oblique
site-failure-name-twice = deux fichiers de l’envoi ont le même nom
site-failure-name-twice-help = renommez l’un d’eux
site-failure-no-file = aucun fichier n’a été envoyé
site-failure-no-file-help = choisissez les fichiers de votre programme, ou une archive
site-failure-not-form = la demande n’est pas un formulaire avec des fichiers
site-failure-not-form-help = envoyez-la en multipart/form-data, par exemple avec `curl -F file=@solver.py`
site-failure-not-found = cette page n’existe pas
site-failure-not-judged = rien n’est encore évalué
site-failure-not-open = le concours ouvre le { $time }
site-failure-not-open-help = faites votre dépôt ensuite
site-failure-not-published = ce n’est pas encore publié
site-failure-pages = trop de pages sont ouvertes en ce moment
site-failure-send-fewer = envoyez-en moins
site-failure-sign-in = connectez-vous avec le lien de votre équipe
site-failure-site = le site a échoué
site-failure-site-help = réessayez ; prévenez les enseignants si cela se reproduit
site-failure-slow = l’envoi n’avançait plus
site-failure-staff-only = cette page est réservée aux enseignants
site-failure-teams-only = cette page est réservée aux équipes
site-failure-title = Impossible
site-failure-token = le jeton n’est pas valable
site-failure-too-many-fields = le formulaire a trop de champs
site-failure-too-many-files = l’envoi contient plus de { $count } fichiers
site-failure-too-many-files-help = laissez de côté les produits de compilation, les données et la gestion de versions, ou envoyez une archive
site-failure-too-often = votre équipe a fait autant de dépôts que permis pour l’instant
site-failure-try-again = réessayez
site-failure-try-later = réessayez plus tard
site-failure-unauthorized = vous n’êtes pas connecté
site-failure-unauthorized-help = ouvrez le lien de votre équipe ; un programme envoie son jeton dans l’en-tête `Authorization: Bearer TOKEN`
site-failure-upload-large = l’envoi dépasse { $size }
site-failure-upload-large-help = laissez de côté les produits de compilation, les données et les bibliothèques
site-failure-uploads = plusieurs envois de votre équipe sont en cours
site-failure-wait-minutes = attendez { $count } min
site-failure-wait-seconds = attendez { $count } s
