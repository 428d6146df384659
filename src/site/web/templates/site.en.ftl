# The pages of a site.

## What every page has

site-all-contests = All contests
site-board = Board
site-contest = Contest
site-contests = Contests
site-days-left = { $days } d
site-pages = Pages
site-percent = { $percent } %
site-register = Register
site-sign-out = Sign out
site-staff = Staff
site-staff-role = staff
site-your-team = Your team

## Where the contest stands

site-status-closed = Closed. The last hand-ins are being judged; the standings are not final yet.
site-status-final = Closed. The standings are final.
site-status-final-frozen = Closed. All hand-ins are judged; the final standings are shown when the staff reveals the board.
site-status-frozen = The board has been frozen since { $time }. Later results are shown when the staff reveals it.
site-status-open = Open.
site-status-open-until = Open until { $time } { $countdown }.
site-status-opens = The contest opens on { $time } { $countdown }.

## The board

site-board-all-columns = All columns
site-board-announcements = Announcements
site-board-nothing = Nothing is judged yet.
site-board-preliminary = Preliminary: the rounds that are judged when the contest closes are not in this table.
site-board-public-view = This is the public view.
site-board-show-public = Show the public view
site-board-show-staff = Show the view of the staff
site-board-staff-view = This is the view of the staff: real names, never frozen.

## The contest

site-contest-handout = Download instances and a starter
site-contest-no-contest = There is no contest.
site-contest-no-rules = The rules are not published yet.
site-contest-play = Play the public instances

## Signing in and links

site-enter-as = You are signed in as { $team }.
site-enter-as-staff = You are signed in as staff.
site-enter-continue = Continue
site-enter-title = Signed in
site-link-of = Link of { $team }
site-link-of-team = Link of the team
site-link-page = Link
site-link-save = Save this link: it signs your team in on every device. It is not shown again.
site-link-secret = Give it to the members of your team only. Earlier links of the team no longer work.
site-link-send = Send this link to the team. It is not shown again; earlier links of the team no longer work.
site-link-to-staff = Back to the staff page
site-link-your = Your link

## Registration

site-register-closed = registration is closed
site-register-closed-help = ask the staff for the link of your team
site-register-code = Class code
site-register-lead = One member registers the team and gives its link to the others.
site-register-name = Name of the team
site-register-other-name = { $reason }: choose another name
site-register-removed = the team was removed
site-register-send = Register
site-register-title = Register a team
site-register-wrong-code = this is not the class code

## The page of a team

site-team-counts-last = Hand-in { $id } counts: it is the last one that could be built.
site-team-counts-none = The last hand-in that can be built will count.
site-team-counts-pinned = Hand-in { $id } counts, because your team or the staff pinned it.
site-team-drop = Drop files, a folder or an archive here, or choose them:
site-team-files = Files or an archive
site-team-folder = A folder
site-team-hand-in = Hand in
site-team-hand-ins = Hand-ins
site-team-keep = Keep this one counting
site-team-let-count = Let this one count
site-team-let-last-count = Let the last one count again
site-team-limits = At most { $size } and { $rate }; { $left } left now. A newer hand-in replaces one that still waits.
site-team-link-help = If somebody outside your team knows the link, make a new one. The old one stops working, and everybody who used it is signed out.
site-team-lost = The connection was lost. Try again.
site-team-new-link = New link
site-team-new-link-confirm = Make a new link? The old one stops working.
site-team-nothing = Your team has not handed in anything yet.
site-team-withdraw = Withdraw
site-team-withdraw-confirm = Withdraw hand-in { $id }? It never counts then.

## How often a team may hand in

site-rate-day = { $count } per day
site-rate-hour = { $count } per hour
site-rate-minute = { $count } per minute
site-rate-period = { $count } per { $period }

## Hand-ins

site-hand-in-all = All hand-ins
site-hand-in-build-log = Build log
site-hand-in-counts = counts
site-hand-in-cpu = CPU time
site-hand-in-cpu-label = CPU time
site-hand-in-files = Download the files
site-hand-in-hidden = { $count ->
    [one] { $count } run of hidden rounds is judged. They count on the board, but are not shown here.
   *[other] { $count } runs of hidden rounds are judged. They count on the board, but are not shown here.
}
site-hand-in-instance = Instance
site-hand-in-machine = Machine time
site-hand-in-progress = { $done } of { $planned }
site-hand-in-reason = Reason
site-hand-in-report = Report with replays
site-hand-in-round = Round
site-hand-in-runs = Runs
site-hand-in-size = Size
site-hand-in-stderr = Standard error
site-hand-in-team = Team
site-hand-in-time = Handed in
site-hand-in-title = Hand-in { $id }
site-hand-in-value = Value
site-hand-in-value-label = value
site-hand-in-verdict = Verdict
site-hand-in-verdicts = { $count } { $verdict }
site-state-building = building
site-state-failed = failed
site-state-judged = judged
site-state-replaced = replaced
site-state-running = running
site-state-waiting = waiting
site-state-withdrawn = withdrawn

## The page of the staff

site-staff-actions = Actions
site-staff-add-team = Add a team
site-staff-again = Run again
site-staff-again-count = run again { $count }×
site-staff-all-teams = Show the hand-ins of all teams
site-staff-announce = Publish
site-staff-announcement = Announcement
site-staff-announcement-text = Text
site-staff-board-frozen = The board is frozen: only the staff sees new results.
site-staff-board-live = The board is live: everybody sees new results.
site-staff-board-revealed = The board was frozen and is revealed: everybody sees new results.
site-staff-close-now = Close now
site-staff-close-now-confirm = Close the contest now?
site-staff-closes = Closes (UTC)
site-staff-closing = Closing and freezing
site-staff-counts-pinned = counts: pinned
site-staff-download-all = Download all that count (ZIP)
site-staff-earlier = { $count } earlier hand-ins
site-staff-extend = Extend
site-staff-files = files
site-staff-find-team = Find a team
site-staff-freeze-now = Freeze now
site-staff-freezes = Board freezes (UTC)
site-staff-hand-in = Hand-in
site-staff-hand-ins-link = hand-ins
site-staff-hand-ins-of = Hand-ins of { $team }
site-staff-log = Log
site-staff-log-empty = Nothing has been changed yet.
site-staff-name = Name
site-staff-new-code = New code
site-staff-new-link-confirm = Make a new link for { $team }? The old one stops working.
site-staff-no-code = There is no code: nobody can register.
site-staff-no-hand-ins = Nothing has been handed in yet.
site-staff-no-teams = There are no teams yet.
site-staff-people-register = People register with the class code.
site-staff-queue = Queue
site-staff-queue-empty = No hand-in is waiting.
site-staff-remove = Remove
site-staff-remove-confirm = Remove team { $team }?
site-staff-removed = removed
site-staff-reveal = Reveal the board
site-staff-save = Save
site-staff-sections = Sections
site-staff-state = State
site-staff-team-count = { $count ->
    [one] { $count } team
   *[other] { $count } teams
}
site-staff-teams = Teams
site-staff-unpin = Let the last one count
site-staff-until = Until (UTC)
site-staff-until-time = until { $time }
site-staff-what = What
site-staff-when = Time
site-staff-who = Who

## Why a request is not answered

site-failure-announcement = the announcement is empty or too long
site-failure-announcement-help = write at most { $count } letters
site-failure-bad-name = the file name `{ $name }` is not usable
site-failure-board-staff = the board is for the staff
site-failure-board-teams = the board is for teams that are signed in
site-failure-busy = the site is busy
site-failure-busy-help = try again in a minute
site-failure-closed = the contest is closed
site-failure-closed-help = ask the staff for an extension
site-failure-connection = the upload ended early or is no valid form
site-failure-connection-help = try again; with curl, use `-F file=@solver.py`
site-failure-contest-name = add `?contest=NAME` with one of: { $names }
site-failure-contest-several = the site has several contests
site-failure-contest-unknown = there is no such contest
site-failure-database = the database cannot be read
site-failure-database-help = look at the log of the site
site-failure-date = this is not a date and a time
site-failure-date-help = write for example 2027-03-21T20:00, in UTC
site-failure-date-text = `{ $text }` is not a date and a time
site-failure-ended = the contest has ended: its standings are final
site-failure-ended-help = serve a copy of the contest file under another name to go on
site-failure-enter = open the link itself to sign in
site-failure-field-long = a field of the form is too long
site-failure-field-number = the field `{ $name }` has no number
site-failure-file-absent = this file is not there yet
site-failure-file-name = the field `file` has no file name
site-failure-file-name-help = send a file, for example with `curl -F file=@solver.py`
site-failure-forbidden = this is not allowed
site-failure-forbidden-help = sign in with another link
site-failure-foreign = the form was not sent from a page of this site, or you signed in again since
site-failure-foreign-help = load the page again and send the form again
site-failure-go-back = go back
site-failure-go-to-board = go to the board
site-failure-go-to-staff = go back to the page of the staff
site-failure-guesses = too many wrong links or codes came from your address
site-failure-hand-in-unknown = there is no such hand-in of your team
site-failure-hand-in-unknown-help = check its number
site-failure-http = Status { $status }
site-failure-invalid = the request is not valid
site-failure-invalid-help = go back and try again
site-failure-large = the request is too large
site-failure-large-help = send less
site-failure-link = this link is not valid any more
site-failure-method = this address does not take such a request
site-failure-name-help = rename the file, or send an archive
site-failure-name-long = the file name `{ $name }` is too long
site-failure-name-slash = the file name `{ $name }` starts with a slash
site-failure-name-twice = two files of the upload have the same name
site-failure-name-twice-help = rename one of them
site-failure-no-file = no file was sent
site-failure-no-file-help = choose the files of your program, or an archive of them
site-failure-not-form = the request is not a form with files
site-failure-not-form-help = send it as multipart/form-data, for example with `curl -F file=@solver.py`
site-failure-not-found = there is no such page
site-failure-not-judged = nothing is judged yet
site-failure-not-open = the contest opens at { $time }
site-failure-not-open-help = hand in after that
site-failure-not-published = this is not published yet
site-failure-pages = too many pages are open at the moment
site-failure-send-fewer = send fewer
site-failure-sign-in = sign in with the link that you got for your team
site-failure-site = the site failed
site-failure-site-help = try again; tell the staff if it happens again
site-failure-slow = the upload made no progress
site-failure-staff-only = this is for the staff
site-failure-teams-only = this is for teams
site-failure-title = Not possible
site-failure-token = the token is not valid
site-failure-too-many-fields = the form has too many fields
site-failure-too-many-files = the upload has more than { $count } files
site-failure-too-many-files-help = leave out build products, data and version control, or send an archive
site-failure-too-often = your team has handed in as often as it may for now
site-failure-try-again = try again
site-failure-try-later = try again later
site-failure-unauthorized = you are not signed in
site-failure-unauthorized-help = open the link of your team; a program sends its token in the header `Authorization: Bearer TOKEN`
site-failure-upload-large = the upload is larger than { $size }
site-failure-upload-large-help = leave out build products, data and libraries
site-failure-uploads = several uploads of your team are going on
site-failure-wait-minutes = wait { $count } min
site-failure-wait-seconds = wait { $count } s
