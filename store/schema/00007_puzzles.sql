-- +goose Up

-- What is kept of a person's daily puzzles of one grade.
CREATE TABLE puzzlers (
	player       TEXT COLLATE "binary" NOT NULL,
	grade        BIGINT NOT NULL,
	version      BIGINT NOT NULL,
	number       BIGINT NOT NULL, -- of the newest that they have tried
	wrong        BIGINT NOT NULL, -- the moves that they tried in vain, a bit each
	solved       BIGINT NOT NULL, -- 1 or 0
	streak       BIGINT NOT NULL,
	place        TEXT   NOT NULL, -- where they may be named for it
	shared       BIGINT NOT NULL, -- 1 or 0
	former       BIGINT NOT NULL, -- the number before, if they have solved it
	former_wrong BIGINT NOT NULL, -- how many moves they tried before
	former_place TEXT   NOT NULL,
	touched      BIGINT NOT NULL,
	PRIMARY KEY (player, grade)
);

CREATE INDEX puzzlers_named ON puzzlers (place, number) WHERE place <> '';
CREATE INDEX puzzlers_named_before ON puzzlers (former_place, former) WHERE former_place <> '';
CREATE INDEX puzzlers_touched ON puzzlers (touched);

-- The puzzle of the day.
ALTER TABLE places ADD COLUMN daily BIGINT NOT NULL DEFAULT 0; -- the minute of the day, from 1; 0 for never
ALTER TABLE places ADD COLUMN zone TEXT NOT NULL DEFAULT '';
ALTER TABLE places ADD COLUMN daily_due BIGINT NOT NULL DEFAULT 0; -- when somebody is to see to it; 0 for never
ALTER TABLE places ADD COLUMN daily_taken BIGINT NOT NULL DEFAULT 0; -- 1 while somebody does
ALTER TABLE places ADD COLUMN daily_posted BIGINT NOT NULL DEFAULT 0; -- the date for which it came last, in days since 1970

CREATE INDEX places_daily ON places (daily_due, place) WHERE daily_due > 0;
CREATE INDEX places_daily_taken ON places (daily_due, place) WHERE daily_taken = 1;

-- When the next of them may be taken, by the prefixes of the places.
CREATE TABLE paces (
	prefixes TEXT   NOT NULL PRIMARY KEY,
	free     BIGINT NOT NULL
);
