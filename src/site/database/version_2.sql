-- From version 1 to version 2: values are decimal numbers, which are kept as text.
CREATE TABLE new_runs (
    hand_in INTEGER NOT NULL REFERENCES hand_ins (id),
    round TEXT NOT NULL,
    instance TEXT NOT NULL,
    repetition INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    value TEXT,
    detail TEXT NOT NULL,
    cpu_ms INTEGER NOT NULL,
    public INTEGER NOT NULL,
    stderr TEXT NOT NULL,
    PRIMARY KEY (hand_in, round, instance, repetition)
) STRICT, WITHOUT ROWID;
INSERT INTO new_runs
    SELECT hand_in, round, instance, repetition, verdict, CAST(value AS TEXT), detail, cpu_ms, public, stderr FROM runs;
DROP TABLE runs;
ALTER TABLE new_runs RENAME TO runs;
