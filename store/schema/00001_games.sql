-- All columns hold texts or whole numbers. Times are Unix milliseconds, and booleans are 0 or 1. A
-- game id is the signed number with the same bits. Names are compared by their bytes. PostgreSQL
-- has the same tables and columns: see postgresSchema.

-- One row for each place. A move keeps an earlier due, so that due may be too early. The
-- program then postpones it.
CREATE TABLE rooms (
	place   TEXT   NOT NULL PRIMARY KEY,
	version BIGINT NOT NULL,
	due     BIGINT NOT NULL, -- when to look at the room
	running BIGINT NOT NULL, -- whether a game runs there
	doc     TEXT   NOT NULL  -- the room, as JSON
);

-- In PostgreSQL a room stays on its page, uncompressed, so that the server's log gets only what changed.
--postgres ALTER TABLE rooms SET (fillfactor = 50, toast_tuple_target = 8160);
--postgres ALTER TABLE rooms ALTER COLUMN doc SET STORAGE MAIN;

CREATE INDEX rooms_due ON rooms (due);
CREATE INDEX rooms_running ON rooms (place) WHERE running = 1;

-- Games that are over.
CREATE TABLE games (
	id    BIGINT NOT NULL PRIMARY KEY,
	place TEXT   NOT NULL,
	ended BIGINT NOT NULL,
	doc   TEXT   NOT NULL  -- the game with its messages, as JSON
);

CREATE INDEX games_place ON games (place, ended);
CREATE INDEX games_ended ON games (ended);

-- The players named in games, running or over.
CREATE TABLE seats (
	player TEXT   NOT NULL,
	game   BIGINT NOT NULL,
	place  TEXT   NOT NULL,
	PRIMARY KEY (player, game)
) WITHOUT ROWID;

CREATE INDEX seats_game ON seats (game);
CREATE INDEX seats_place ON seats (place);

-- Votes for the moves of a channel, turn by turn.
CREATE TABLE votes (
	game       BIGINT NOT NULL,
	turn       BIGINT NOT NULL,
	voter      TEXT   NOT NULL,
	place      TEXT   NOT NULL,
	square     BIGINT NOT NULL, -- 0 is a1, 63 is h8
	at         BIGINT NOT NULL,
	deliveries TEXT   NOT NULL, -- hashes of the voter's last deliveries in the turn
	PRIMARY KEY (game, turn, voter)
);

CREATE INDEX votes_voter ON votes (voter);
CREATE INDEX votes_place ON votes (place);

-- Finished games. Those with an entry are the log of their tenant's ratings.
CREATE TABLE finished (
	game     BIGINT NOT NULL PRIMARY KEY,
	tenant   TEXT   NOT NULL,
	black    TEXT   NOT NULL, -- 'engine' for the engine, empty for a forgotten player
	white    TEXT   NOT NULL,
	entry    BIGINT NOT NULL, -- number in the log; 0 if the game is not rated
	annulled BIGINT NOT NULL,
	doc      TEXT   NOT NULL  -- the rest, as JSON
);

CREATE INDEX finished_tenant ON finished (tenant);
CREATE INDEX finished_met ON finished (black, white, tenant, entry);
CREATE INDEX finished_white ON finished (white);

-- Sums of finished games for each player and opponent.
CREATE TABLE records (
	player  TEXT   NOT NULL,
	tenant  TEXT   NOT NULL,
	against TEXT   NOT NULL, -- as in finished
	level   BIGINT NOT NULL,
	won     BIGINT NOT NULL,
	drawn   BIGINT NOT NULL,
	lost    BIGINT NOT NULL,
	run     BIGINT NOT NULL,
	PRIMARY KEY (player, tenant, against, level)
) WITHOUT ROWID;

CREATE INDEX records_tenant ON records (tenant);

-- A transaction that computes ratings of a tenant changes its row here first.
CREATE TABLE tenants (
	tenant  TEXT   NOT NULL PRIMARY KEY,
	entries BIGINT NOT NULL, -- length of the log
	posted  BIGINT NOT NULL  -- day of the last daily puzzle in a place there, in days since 1970; 0 if there was no puzzle
);

-- Ratings, computed from the log.
CREATE TABLE ratings (
	tenant TEXT   NOT NULL,
	player TEXT   NOT NULL,
	rating BIGINT NOT NULL, -- in thousandths
	stage  BIGINT NOT NULL, -- 0 unknown, 1 listed, 2 placed
	season BIGINT NOT NULL, -- of the last game
	hidden BIGINT NOT NULL,
	doc    TEXT   NOT NULL, -- the rest and the rating, as JSON
	PRIMARY KEY (tenant, player)
);

CREATE INDEX ratings_player ON ratings (player);
CREATE INDEX ratings_best ON ratings (tenant, stage, rating, season, hidden) WHERE hidden = 0;

-- Paces spread daily work over time. free is the next free moment of the pace.
CREATE TABLE paces (
	name TEXT   NOT NULL PRIMARY KEY,
	free BIGINT NOT NULL
);

-- Documents about players, valid wherever they play: one of each kind.
CREATE TABLE kept (
	player  TEXT   NOT NULL,
	kind    TEXT   NOT NULL, -- choices, puzzles or exercises
	version BIGINT NOT NULL,
	touched BIGINT NOT NULL, -- last change or, for choices, last review; 0 if a review found nothing else about the player
	list    TEXT   NOT NULL, -- of choices: the tenants whose player lists the player is on
	doc     TEXT   NOT NULL, -- as JSON
	PRIMARY KEY (player, kind)
);

CREATE INDEX kept_touched ON kept (kind, touched);
CREATE INDEX kept_list ON kept (list) WHERE list <> '';

-- Where a player may be named for having solved a daily puzzle.
CREATE TABLE solvers (
	player  TEXT   NOT NULL,
	grade   BIGINT NOT NULL,
	number  BIGINT NOT NULL, -- of the puzzle
	place   TEXT   NOT NULL,
	wrong   BIGINT NOT NULL, -- wrong moves before the solution
	touched BIGINT NOT NULL,
	PRIMARY KEY (player, grade, number)
) WITHOUT ROWID;

CREATE INDEX solvers_place ON solvers (place, number);
CREATE INDEX solvers_touched ON solvers (touched);

-- Places that seem to be gone. Their data is deleted once the loss is confirmed.
CREATE TABLE tombstones (
	prefix    TEXT   NOT NULL PRIMARY KEY, -- of the names of places
	loss      TEXT   NOT NULL,
	since     BIGINT NOT NULL,
	confirm   BIGINT NOT NULL,             -- earliest time of confirmation; after the confirmation, its time
	confirmed BIGINT NOT NULL,
	due       BIGINT NOT NULL              -- when to ask the platform again; after the confirmation, when to delete more
);

-- Data of adapters, by name.
CREATE TABLE installs (
	name TEXT NOT NULL PRIMARY KEY,
	data TEXT NOT NULL
);

-- Names that one process at a time holds. Times come from the clock of the database.
CREATE TABLE leases (
	name    TEXT   NOT NULL PRIMARY KEY,
	holder  TEXT   NOT NULL, -- empty if the lease is free
	until   BIGINT NOT NULL, -- when another process may take it
	version BIGINT NOT NULL, -- grows by one each time a process takes the lease
	data    TEXT   NOT NULL  -- left by each holder for the next
);

-- Row 1 is written to check that the database is writable. Row 2 holds the mark, which grows with writes.
CREATE TABLE heartbeat (
	id BIGINT NOT NULL PRIMARY KEY,
	at BIGINT NOT NULL
);
