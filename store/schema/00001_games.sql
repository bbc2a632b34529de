-- Texts and whole numbers: times are Unix milliseconds, game ids the signed number of the same
-- bits, and what is so or not is 1 or 0. Names are compared by their bytes. PostgreSQL has the same
-- tables and columns: see postgresSchema.

-- One row for each place, with all that is kept there. A move writes no index: due may be earlier
-- than something is due, and a look that comes too early puts it off.
CREATE TABLE rooms (
	place   TEXT   NOT NULL PRIMARY KEY,
	version BIGINT NOT NULL,
	due     BIGINT NOT NULL, -- when to look at the room
	running BIGINT NOT NULL, -- whether a game runs there
	doc     TEXT   NOT NULL  -- the room, as JSON
);

-- A room of PostgreSQL stays in its page, and is not compressed: so its journal gets what has changed.
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

-- Who is named in which game of a room, or game that is over.
CREATE TABLE seats (
	player TEXT   NOT NULL,
	game   BIGINT NOT NULL,
	place  TEXT   NOT NULL,
	PRIMARY KEY (player, game)
) WITHOUT ROWID;

CREATE INDEX seats_game ON seats (game);
CREATE INDEX seats_place ON seats (place);

-- What people want their channel to play, turn by turn.
CREATE TABLE votes (
	game       BIGINT NOT NULL,
	turn       BIGINT NOT NULL,
	voter      TEXT   NOT NULL,
	place      TEXT   NOT NULL,
	square     BIGINT NOT NULL, -- 0 is a1, 63 is h8
	at         BIGINT NOT NULL,
	deliveries TEXT   NOT NULL, -- the hashes of the last ones by which the voter has voted in the turn
	PRIMARY KEY (game, turn, voter)
);

CREATE INDEX votes_voter ON votes (voter);
CREATE INDEX votes_place ON votes (place);

-- Finished games. Those with an entry are the log of their tenant's ratings.
CREATE TABLE finished (
	game     BIGINT NOT NULL PRIMARY KEY,
	tenant   TEXT   NOT NULL,
	black    TEXT   NOT NULL, -- 'engine' for the engine, empty for a person who was forgotten
	white    TEXT   NOT NULL,
	entry    BIGINT NOT NULL, -- the number in the log; 0 if the game is not rated
	annulled BIGINT NOT NULL,
	doc      TEXT   NOT NULL  -- the rest, as JSON
);

CREATE INDEX finished_tenant ON finished (tenant);
CREATE INDEX finished_met ON finished (black, white, tenant, entry);
CREATE INDEX finished_white ON finished (white);

-- The sums of finished games for each player and opponent.
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

-- A transaction that changes ratings in a tenant changes its row first.
CREATE TABLE tenants (
	tenant  TEXT   NOT NULL PRIMARY KEY,
	entries BIGINT NOT NULL, -- how long the log is
	posted  BIGINT NOT NULL  -- the date of the last puzzle of the day in a place there, in days since 1970; 0 for none
);

-- What the log comes to.
CREATE TABLE ratings (
	tenant TEXT   NOT NULL,
	player TEXT   NOT NULL,
	rating BIGINT NOT NULL, -- in thousandths
	stage  BIGINT NOT NULL, -- 0 unknown, 1 listed, 2 with a place
	season BIGINT NOT NULL, -- of the last game
	hidden BIGINT NOT NULL,
	doc    TEXT   NOT NULL, -- the rest and the rating, as JSON
	PRIMARY KEY (tenant, player)
);

CREATE INDEX ratings_player ON ratings (player);
CREATE INDEX ratings_best ON ratings (tenant, stage, rating, season, hidden) WHERE hidden = 0;

-- When the next of what comes one after the other may come.
CREATE TABLE paces (
	name TEXT   NOT NULL PRIMARY KEY,
	free BIGINT NOT NULL
);

-- What is kept of people wherever they play: a document of each kind.
CREATE TABLE kept (
	player  TEXT   NOT NULL,
	kind    TEXT   NOT NULL, -- choices, puzzles or exercises
	version BIGINT NOT NULL,
	touched BIGINT NOT NULL, -- when it changed; choices, when they were last seen to be of use, 0 if they are of none
	list    TEXT   NOT NULL, -- of choices: the tenants whose lists of players the person is on
	doc     TEXT   NOT NULL, -- as JSON
	PRIMARY KEY (player, kind)
);

CREATE INDEX kept_touched ON kept (kind, touched);
CREATE INDEX kept_list ON kept (list) WHERE list <> '';

-- Where a person may be named for having solved a daily puzzle.
CREATE TABLE solvers (
	player  TEXT   NOT NULL,
	grade   BIGINT NOT NULL,
	number  BIGINT NOT NULL, -- of the puzzle
	place   TEXT   NOT NULL,
	wrong   BIGINT NOT NULL, -- how many moves they tried before
	touched BIGINT NOT NULL,
	PRIMARY KEY (player, grade, number)
) WITHOUT ROWID;

CREATE INDEX solvers_place ON solvers (place, number);
CREATE INDEX solvers_touched ON solvers (touched);

-- What seems to be gone, and is deleted once that is confirmed.
CREATE TABLE tombstones (
	prefix    TEXT   NOT NULL PRIMARY KEY, -- of the names of places
	loss      TEXT   NOT NULL,
	since     BIGINT NOT NULL,
	confirm   BIGINT NOT NULL,             -- when it can be confirmed or, once it is, when it was
	confirmed BIGINT NOT NULL,
	due       BIGINT NOT NULL              -- when to ask about it next or, once it is confirmed, to delete
);

-- What adapters keep of those who installed them.
CREATE TABLE installs (
	name TEXT NOT NULL PRIMARY KEY,
	data TEXT NOT NULL
);

-- What one process at a time may use. Times are those of the database.
CREATE TABLE leases (
	name    TEXT   NOT NULL PRIMARY KEY,
	holder  TEXT   NOT NULL, -- empty for none
	until   BIGINT NOT NULL, -- when another process may take it
	version BIGINT NOT NULL, -- grows by one with each holder
	data    TEXT   NOT NULL  -- what its holders leave to the next one
);

-- Number 1 is written to find out whether the database can be written. Number 2 counts on while it is.
CREATE TABLE heartbeat (
	id BIGINT NOT NULL PRIMARY KEY,
	at BIGINT NOT NULL
);
