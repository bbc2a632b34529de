-- Texts and whole numbers: times are Unix milliseconds, game ids the signed number of the same
-- bits, and what is so or not is 1 or 0. Names are compared by their bytes. PostgreSQL has the same
-- tables and columns: see schema.words.

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
	game        BIGINT NOT NULL PRIMARY KEY,
	tenant      TEXT   NOT NULL,
	black       TEXT   NOT NULL,            -- 'engine' for the engine, empty for a person who was forgotten
	white       TEXT   NOT NULL,
	level       BIGINT NOT NULL,            -- of the engine, else 0
	winner      BIGINT NOT NULL,            -- 0 nobody, 1 black, 2 white
	black_discs BIGINT NOT NULL,
	white_discs BIGINT NOT NULL,
	ended       BIGINT NOT NULL,
	number      BIGINT NOT NULL,            -- of the games of the two in the tenant, at the level
	by_black    BIGINT NOT NULL,            -- how many of these black had won then
	by_white    BIGINT NOT NULL,
	run         BIGINT NOT NULL,            -- won in a row against the level
	wins        BIGINT NOT NULL,            -- of the winner in the tenant
	entry       BIGINT NOT NULL DEFAULT 0,  -- the number in the log; 0 if the game is not rated
	annulled    BIGINT NOT NULL DEFAULT 0,
	rated       TEXT   NOT NULL DEFAULT ''  -- what it meant for ratings when it ended, as JSON
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
	seat   BIGINT NOT NULL, -- in the log; 0 before the first game
	rating BIGINT NOT NULL, -- in thousandths
	stage  BIGINT NOT NULL, -- 0 unknown, 1 listed, 2 with a place
	season BIGINT NOT NULL, -- of the last game
	hidden BIGINT NOT NULL,
	state  TEXT   NOT NULL, -- as JSON
	PRIMARY KEY (tenant, player)
);

CREATE INDEX ratings_player ON ratings (player);
CREATE INDEX ratings_best ON ratings (tenant, stage, rating, season, hidden) WHERE hidden = 0;

-- A person's daily puzzles of one grade.
CREATE TABLE puzzlers (
	player       TEXT   NOT NULL,
	grade        BIGINT NOT NULL,
	version      BIGINT NOT NULL,
	number       BIGINT NOT NULL,            -- of the newest that they have tried
	wrong        BIGINT NOT NULL,            -- the moves that they tried in vain, a bit each
	solved       BIGINT NOT NULL,
	streak       BIGINT NOT NULL,
	total        BIGINT NOT NULL DEFAULT 0,  -- how many they have solved
	place        TEXT   NOT NULL,            -- where they may be named for it
	shared       BIGINT NOT NULL,
	former       BIGINT NOT NULL,            -- the number before, if they have solved it
	former_wrong BIGINT NOT NULL,            -- how many moves they tried before
	former_place TEXT   NOT NULL,
	touched      BIGINT NOT NULL,
	PRIMARY KEY (player, grade)
);

CREATE INDEX puzzlers_named ON puzzlers (place, number) WHERE place <> '';
CREATE INDEX puzzlers_named_before ON puzzlers (former_place, former) WHERE former_place <> '';
CREATE INDEX puzzlers_touched ON puzzlers (touched);

-- When the next of what comes one after the other may come.
CREATE TABLE paces (
	name TEXT   NOT NULL PRIMARY KEY,
	free BIGINT NOT NULL
);

-- Positions of a person's finished games in which they made mistakes, to be practised. Number 0
-- stands for the whole game. There is no reference to the game: exercises outlive it.
CREATE TABLE exercises (
	player    TEXT   NOT NULL,
	game      BIGINT NOT NULL,
	number    BIGINT NOT NULL, -- of the move
	version   BIGINT NOT NULL,
	place     TEXT   NOT NULL,
	black     BIGINT NOT NULL, -- the discs, a bit each
	white     BIGINT NOT NULL,
	color     BIGINT NOT NULL, -- to move: 0 for black
	played    BIGINT NOT NULL, -- 0 is a1, 63 is h8
	best      BIGINT NOT NULL,
	faults    BIGINT NOT NULL, -- a bit for each kind
	succeeded BIGINT NOT NULL, -- times in a row
	due       BIGINT NOT NULL, -- a date, in days since 1970; 0 for never
	tried     BIGINT NOT NULL, -- a date
	touched   BIGINT NOT NULL,
	PRIMARY KEY (player, game, number)
);

CREATE INDEX exercises_place ON exercises (place);
CREATE INDEX exercises_touched ON exercises (touched);

-- What people have chosen for themselves.
CREATE TABLE people (
	player  TEXT   NOT NULL PRIMARY KEY,
	version BIGINT NOT NULL,
	choices TEXT   NOT NULL,            -- as JSON
	list    TEXT   NOT NULL DEFAULT '', -- the tenants whose lists of players they are on
	touched BIGINT NOT NULL             -- when they were last seen to be of use; 0 if they are of none
);

CREATE INDEX people_touched ON people (touched);
CREATE INDEX people_list ON people (list) WHERE list <> '';

-- What seems to be gone, and is deleted once that is confirmed.
CREATE TABLE tombstones (
	prefix    TEXT   NOT NULL PRIMARY KEY, -- of the names of places
	loss      TEXT   NOT NULL,
	since     BIGINT NOT NULL,
	confirm   BIGINT NOT NULL,             -- when it can be confirmed
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
