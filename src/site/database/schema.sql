-- Moments are milliseconds since 1970.

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE contests (
    name TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    -- The order in which the contests were named; NULL if the contest is not served at present.
    position INTEGER,
    -- What the web process needs of the contest file, as JSON.
    facts TEXT NOT NULL,
    opens INTEGER,
    closes INTEGER,
    freeze INTEGER,
    -- The moments of the contest file, to notice when the file changes after the staff has.
    file_moments TEXT NOT NULL,
    -- open, closing (what waits is judged, then the rounds at close), final
    phase TEXT NOT NULL DEFAULT 'open',
    revealed INTEGER NOT NULL DEFAULT 0,
    -- Counts what the judging process must take notice of.
    changes INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;

CREATE TABLE teams (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    removed INTEGER
) STRICT;

-- A team may hand in until then, although the contest has closed.
CREATE TABLE extensions (
    contest TEXT NOT NULL REFERENCES contests (name),
    team INTEGER NOT NULL REFERENCES teams (id),
    closes INTEGER NOT NULL,
    PRIMARY KEY (contest, team)
) STRICT, WITHOUT ROWID;

-- Secret links, as digests. Without a team: of the staff.
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,
    team INTEGER REFERENCES teams (id),
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Browsers that are signed in, by the digest of their cookie.
CREATE TABLE sessions (
    hash BLOB PRIMARY KEY,
    token BLOB NOT NULL REFERENCES tokens (hash) ON DELETE CASCADE,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE hand_ins (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL REFERENCES contests (name),
    team INTEGER NOT NULL REFERENCES teams (id),
    time INTEGER NOT NULL,
    -- SHA-256 of what was uploaded, which is the name of its file.
    digest TEXT NOT NULL,
    file_name TEXT NOT NULL,
    size INTEGER NOT NULL,
    -- waiting, building, running, judged, replaced, withdrawn
    state TEXT NOT NULL DEFAULT 'waiting',
    -- Why it is in this state, for the team.
    note TEXT NOT NULL DEFAULT '',
    -- How the program was found in the upload, and the last lines of its build.
    found TEXT NOT NULL DEFAULT '',
    build_log TEXT NOT NULL DEFAULT '',
    -- Whether it could be built; NULL while that is not known.
    built INTEGER,
    -- Whether the team or the staff wants this hand-in to count.
    pinned INTEGER NOT NULL DEFAULT 0,
    -- How often the staff had it run again.
    again INTEGER NOT NULL DEFAULT 0,
    planned INTEGER NOT NULL DEFAULT 0,
    done INTEGER NOT NULL DEFAULT 0,
    -- Machine time of its build and runs.
    machine_ms INTEGER NOT NULL DEFAULT 0,
    judged INTEGER
) STRICT;

CREATE INDEX hand_ins_of_team ON hand_ins (contest, team, id);
CREATE INDEX waiting ON hand_ins (contest, state) WHERE state IN ('waiting', 'building', 'running');

CREATE TABLE runs (
    hand_in INTEGER NOT NULL REFERENCES hand_ins (id),
    round TEXT NOT NULL,
    instance TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    -- A decimal number.
    value TEXT,
    detail TEXT NOT NULL,
    cpu_ms INTEGER NOT NULL,
    -- Whether the team may see the reason and what its program wrote to standard error.
    public INTEGER NOT NULL,
    stderr TEXT NOT NULL,
    PRIMARY KEY (hand_in, round, instance, repetition)
) STRICT, WITHOUT ROWID;

-- The score of a team's counting hand-in after each change, for the line on the board.
CREATE TABLE scores (
    contest TEXT NOT NULL REFERENCES contests (name),
    team INTEGER NOT NULL REFERENCES teams (id),
    time INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (contest, team, time)
) STRICT, WITHOUT ROWID;

-- What is live. Without a team: for everybody who may see the board.
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL,
    team INTEGER,
    kind TEXT NOT NULL,
    data TEXT NOT NULL
) STRICT;

-- What the judging process has made for the web process to show.
CREATE TABLE documents (
    contest TEXT NOT NULL REFERENCES contests (name),
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (contest, name)
) STRICT;

CREATE TABLE announcements (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    contest TEXT NOT NULL REFERENCES contests (name),
    time INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;

-- Everything that somebody changed, and why.
CREATE TABLE log (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time INTEGER NOT NULL,
    contest TEXT,
    who TEXT NOT NULL,
    action TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;
