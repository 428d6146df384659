# What a site keeps in English and shows in any language.

## Notes on hand-ins

site-note-faults = { $count ->
    [one] { $count } run failed because of the judge and is not scored
   *[other] { $count } runs failed because of the judge and are not scored
}
site-note-not-ready = the judge failed to make it ready, and the staff can let it run again: { $reason }
site-note-replaced = replaced by hand-in { $id } before its turn came
site-note-runs-again = runs again
site-note-withdrawn-by-staff = withdrawn by the staff
site-note-withdrawn-by-staff-because = withdrawn by the staff: { $reason }
site-note-withdrawn-by-team = withdrawn by the team

## Who changed something

site-who-command-line = command line
site-who-registration = registration:{ $team }
site-who-staff = staff
site-who-team = team:{ $team }

## What was changed

site-log-add-team = add team { $team }
site-log-added-team = added the team { $team }
site-log-again = run again hand-in { $id } of { $team }
site-log-announce = announce: { $text }
site-log-close = close now
site-log-code = new class code
site-log-download = download all
site-log-extend = team { $team } may hand in until { $until }
site-log-freeze = freeze now
site-log-hide = hide the board again
site-log-link = new link
site-log-link-of-team = new link of team { $team }
site-log-made-link = made a new link of { $team }
site-log-made-staff-link = made a new link of the staff
site-log-moments = closes { $closes ->
    [never] never
   *[other] { $closes }
}, freezes { $freezes ->
    [never] never
   *[other] { $freezes }
}
site-log-own-pin = pin hand-in { $id }
site-log-own-unpin = unpin hand-in { $id }
site-log-own-withdraw = withdraw hand-in { $id }
site-log-pin = pin hand-in { $id } of { $team }
site-log-register = register
site-log-remove-team = remove team { $team }
site-log-removed-team = removed the team { $team }
site-log-reveal = reveal the board
site-log-unpin = unpin hand-in { $id } of { $team }
site-log-withdraw = withdraw hand-in { $id } of { $team }

## What was found in a hand-in, and what became of it

found-answers = found answers only
found-beside = left out beside { $archive }: { $names }
found-case = look at names that differ only in case: { $names }
found-executable = { $name } made executable
found-left-out = left out { $names }
found-lifted = taken out of { $folder }/
found-line-ends = Windows line ends of { $name } repaired
found-links = left out links: { $names }
found-list = { $first }; { $rest }
found-not-plain = left out names that are not plain text: { $names }
found-program = found { $program }
found-renamed = { $from } renamed to { $to }
found-special = left out devices or pipes: { $names }
found-submodules = left out submodules: { $names }
found-twice = left out names that occur twice: { $names }
found-written = submission.toml written
