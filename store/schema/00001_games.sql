-- One schema for SQLite and PostgreSQL: only TEXT and BIGINT, times in Unix
-- milliseconds, game ids as the signed number of the same bits.

-- +goose Up
CREATE TABLE places (
	place   TEXT   NOT NULL PRIMARY KEY,
	theme   TEXT   NOT NULL,
	pings   BIGINT NOT NULL,
	touched BIGINT NOT NULL -- when the settings were made, or the last game here was forgotten
);

CREATE TABLE games (
	id         BIGINT NOT NULL PRIMARY KEY,
	place      TEXT   NOT NULL,
	version    BIGINT NOT NULL,
	stage      BIGINT NOT NULL, -- 0 challenge, 1 running, 2 the one that ended last here, 3 declined challenge, 4 past
	duel       BIGINT NOT NULL, -- 1 or 0
	challenger TEXT   NOT NULL,
	ended      BIGINT NOT NULL, -- 0 while it is not over
	due        BIGINT NOT NULL, -- when something is to be done about it, or it is to be forgotten
	winner     TEXT   NOT NULL, -- of a duel of two people that somebody won
	loser      TEXT   NOT NULL,
	state      TEXT   NOT NULL, -- the game, as JSON
	messages   TEXT   NOT NULL  -- that show it, as JSON
);

CREATE UNIQUE INDEX games_running ON games (place) WHERE stage = 1;
CREATE UNIQUE INDEX games_challenged ON games (place, challenger) WHERE stage = 0;
CREATE INDEX games_of_place ON games (place, stage);
CREATE INDEX games_due ON games (due);
CREATE INDEX games_won ON games (place, winner, loser) WHERE winner <> '';

-- Who is named in which game.
CREATE TABLE players (
	player TEXT   NOT NULL,
	game   BIGINT NOT NULL,
	PRIMARY KEY (player, game)
);

CREATE INDEX players_of_game ON players (game);

-- What the platforms' deliveries have made, so that their repetitions make nothing.
CREATE TABLE deliveries (
	id      TEXT   NOT NULL PRIMARY KEY,
	at      BIGINT NOT NULL,
	game    BIGINT NOT NULL,
	version BIGINT NOT NULL
);

CREATE INDEX deliveries_at ON deliveries (at);

-- What adapters keep of those who installed them.
CREATE TABLE installs (
	name TEXT NOT NULL PRIMARY KEY,
	data TEXT NOT NULL
);

-- Written to find out whether the store can be written.
CREATE TABLE heartbeat (
	id BIGINT NOT NULL PRIMARY KEY,
	at BIGINT NOT NULL
);

-- +goose Down
DROP TABLE heartbeat;
DROP TABLE installs;
DROP TABLE deliveries;
DROP TABLE players;
DROP TABLE games;
DROP TABLE places;
