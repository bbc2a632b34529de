-- Texts and whole numbers: times are Unix milliseconds, game ids the signed number of the same
-- bits, and what is so or not is 1 or 0. Names are compared by their bytes. The schema of SQLite
-- has the same tables and columns.

-- +goose Up

-- The settings of a place.
CREATE TABLE places (
	place        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	theme        TEXT COLLATE "C" NOT NULL,
	pings        BIGINT           NOT NULL,
	language     TEXT COLLATE "C" NOT NULL DEFAULT '',
	friendly     BIGINT           NOT NULL DEFAULT 0,  -- whether its games are never rated
	daily        BIGINT           NOT NULL DEFAULT 0,  -- the minute of the day of the puzzle, from 1; 0 for never
	zone         TEXT COLLATE "C" NOT NULL DEFAULT '',
	weekly       BIGINT           NOT NULL DEFAULT 0,  -- the week on Mondays: 0 no, 1 beside the puzzle of the day, 2 alone
	daily_due    BIGINT           NOT NULL DEFAULT 0,  -- when the puzzle is posted next; 0 for never
	daily_taken  BIGINT           NOT NULL DEFAULT 0,  -- 1 while a process posts it
	daily_posted BIGINT           NOT NULL DEFAULT 0,  -- the date of the last one, in days since 1970
	daily_asked  BIGINT           NOT NULL DEFAULT 0,  -- the date on which somebody last asked for a puzzle or changed the settings
	touched      BIGINT           NOT NULL             -- when the settings were made, a game here ended, or it was seen to be of use; 0 if it is not
);

CREATE INDEX places_daily ON places (daily_due, place) WHERE daily_due > 0;
CREATE INDEX places_touched ON places (touched);
CREATE INDEX places_daily_taken ON places (daily_due, place) WHERE daily_taken = 1;

-- A move writes few of these columns, and no index: due may be earlier than not_before, which
-- is then when something is due. A look that comes too early puts due off.
CREATE TABLE games (
	id         BIGINT           NOT NULL PRIMARY KEY,
	place      TEXT COLLATE "C" NOT NULL,
	version    BIGINT           NOT NULL,
	stage      BIGINT           NOT NULL,            -- 0 challenge, 1 running, 2 the last one of the place, 3 declined challenge, 4 past
	duel       BIGINT           NOT NULL,
	challenger TEXT COLLATE "C" NOT NULL,
	ended      BIGINT           NOT NULL,            -- 0 until it is over
	due        BIGINT           NOT NULL,            -- when something is to be done about it, or it is to be forgotten
	not_before BIGINT           NOT NULL DEFAULT 0,
	state      TEXT COLLATE "C" NOT NULL             -- the game, as JSON
);

CREATE UNIQUE INDEX games_running ON games (place) WHERE stage = 1;
CREATE UNIQUE INDEX games_challenged ON games (place, challenger) WHERE stage = 0;
CREATE INDEX games_of_place ON games (place, stage);
CREATE INDEX games_due ON games (due);

-- The messages that show games; redraw and not_before are as due and not_before of games.
CREATE TABLE slots (
	game       BIGINT           NOT NULL,
	slot       TEXT COLLATE "C" NOT NULL,
	post       BIGINT           NOT NULL,
	want       BIGINT           NOT NULL,
	shown      BIGINT           NOT NULL,
	ref        TEXT COLLATE "C" NOT NULL,
	state      BIGINT           NOT NULL,            -- 0 current, 1 sending, 2 behind, 3 blind, 4 dormant, 5 gone
	tries      BIGINT           NOT NULL,
	redraw     BIGINT           NOT NULL,            -- 0 for never
	not_before BIGINT           NOT NULL DEFAULT 0,
	retired    TEXT COLLATE "C" NOT NULL,            -- the message that the slot held before
	PRIMARY KEY (game, slot)
);

CREATE INDEX slots_redraw ON slots (redraw) WHERE redraw > 0;

-- Who is named in which game.
CREATE TABLE players (
	player TEXT COLLATE "C" NOT NULL,
	game   BIGINT           NOT NULL,
	PRIMARY KEY (player, game)
);

CREATE INDEX players_of_game ON players (game);

-- What people want their channel to play, turn by turn.
CREATE TABLE votes (
	game   BIGINT           NOT NULL REFERENCES games (id) ON DELETE CASCADE,
	turn   BIGINT           NOT NULL,
	voter  TEXT COLLATE "C" NOT NULL,
	square BIGINT           NOT NULL, -- 0 is a1, 63 is h8
	at     BIGINT           NOT NULL,
	PRIMARY KEY (game, turn, voter)
);

CREATE INDEX votes_of_voter ON votes (voter);

-- What the platforms' deliveries have made, so that their repetitions make nothing. An index
-- of the times would be written at each move.
CREATE TABLE deliveries (
	id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	at      BIGINT           NOT NULL,
	game    BIGINT           NOT NULL,
	version BIGINT           NOT NULL
);

-- Finished games. Those with an entry are the log of their tenant's ratings.
CREATE TABLE finished (
	game        BIGINT           NOT NULL PRIMARY KEY,
	tenant      TEXT COLLATE "C" NOT NULL,
	black       TEXT COLLATE "C" NOT NULL,            -- 'engine' for the engine, empty for a person who was forgotten
	white       TEXT COLLATE "C" NOT NULL,
	level       BIGINT           NOT NULL,            -- of the engine, else 0
	winner      BIGINT           NOT NULL,            -- 0 nobody, 1 black, 2 white
	black_discs BIGINT           NOT NULL,
	white_discs BIGINT           NOT NULL,
	ended       BIGINT           NOT NULL,
	number      BIGINT           NOT NULL,            -- of the games of the two in the tenant, at the level
	by_black    BIGINT           NOT NULL,            -- how many of these black had won then
	by_white    BIGINT           NOT NULL,
	run         BIGINT           NOT NULL,            -- won in a row against the level
	wins        BIGINT           NOT NULL,            -- of the winner in the tenant
	entry       BIGINT           NOT NULL DEFAULT 0,  -- the number in the log; 0 if the game is not rated
	annulled    BIGINT           NOT NULL DEFAULT 0,
	rated       TEXT COLLATE "C" NOT NULL DEFAULT ''  -- what it meant for ratings when it ended, as JSON
);

CREATE INDEX finished_tenant ON finished (tenant);
CREATE INDEX finished_met ON finished (black, white, tenant, entry);
CREATE INDEX finished_white ON finished (white);

-- The sums of finished games for each player and opponent.
CREATE TABLE records (
	player  TEXT COLLATE "C" NOT NULL,
	tenant  TEXT COLLATE "C" NOT NULL,
	against TEXT COLLATE "C" NOT NULL, -- as in finished
	level   BIGINT           NOT NULL,
	won     BIGINT           NOT NULL,
	drawn   BIGINT           NOT NULL,
	lost    BIGINT           NOT NULL,
	run     BIGINT           NOT NULL,
	PRIMARY KEY (player, tenant, against, level)
);

CREATE INDEX records_tenant ON records (tenant);

-- How long the log of a tenant is. A transaction that changes ratings there changes this first.
CREATE TABLE ladders (
	tenant  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	entries BIGINT           NOT NULL
);

-- What the log comes to.
CREATE TABLE ratings (
	tenant TEXT COLLATE "C" NOT NULL,
	player TEXT COLLATE "C" NOT NULL,
	seat   BIGINT           NOT NULL, -- in the log; 0 before the first game
	rating BIGINT           NOT NULL, -- in thousandths
	stage  BIGINT           NOT NULL, -- 0 unknown, 1 listed, 2 with a place
	season BIGINT           NOT NULL, -- of the last game
	hidden BIGINT           NOT NULL,
	state  TEXT COLLATE "C" NOT NULL, -- as JSON
	PRIMARY KEY (tenant, player)
);

CREATE INDEX ratings_player ON ratings (player);
CREATE INDEX ratings_best ON ratings (tenant, stage, rating, season, hidden) WHERE hidden = 0;

-- A person's daily puzzles of one grade.
CREATE TABLE puzzlers (
	player       TEXT COLLATE "C" NOT NULL,
	grade        BIGINT           NOT NULL,
	version      BIGINT           NOT NULL,
	number       BIGINT           NOT NULL,            -- of the newest that they have tried
	wrong        BIGINT           NOT NULL,            -- the moves that they tried in vain, a bit each
	solved       BIGINT           NOT NULL,
	streak       BIGINT           NOT NULL,
	total        BIGINT           NOT NULL DEFAULT 0,  -- how many they have solved
	place        TEXT COLLATE "C" NOT NULL,            -- where they may be named for it
	shared       BIGINT           NOT NULL,
	former       BIGINT           NOT NULL,            -- the number before, if they have solved it
	former_wrong BIGINT           NOT NULL,            -- how many moves they tried before
	former_place TEXT COLLATE "C" NOT NULL,
	touched      BIGINT           NOT NULL,
	PRIMARY KEY (player, grade)
);

CREATE INDEX puzzlers_named ON puzzlers (place, number) WHERE place <> '';
CREATE INDEX puzzlers_named_before ON puzzlers (former_place, former) WHERE former_place <> '';
CREATE INDEX puzzlers_touched ON puzzlers (touched);

-- When the next puzzle of the day may be posted, by the prefixes of the places, and when
-- deliveries are looked through next.
CREATE TABLE paces (
	prefixes TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	free     BIGINT           NOT NULL
);

-- Positions of a person's finished games in which they made mistakes, to be practised. Number 0
-- stands for the whole game. There is no reference to the game: exercises outlive it.
CREATE TABLE exercises (
	player    TEXT COLLATE "C" NOT NULL,
	game      BIGINT           NOT NULL,
	number    BIGINT           NOT NULL, -- of the move
	version   BIGINT           NOT NULL,
	place     TEXT COLLATE "C" NOT NULL,
	black     BIGINT           NOT NULL, -- the discs, a bit each
	white     BIGINT           NOT NULL,
	color     BIGINT           NOT NULL, -- to move: 0 for black
	played    BIGINT           NOT NULL, -- 0 is a1, 63 is h8
	best      BIGINT           NOT NULL,
	faults    BIGINT           NOT NULL, -- a bit for each kind
	succeeded BIGINT           NOT NULL, -- times in a row
	due       BIGINT           NOT NULL, -- a date, in days since 1970; 0 for never
	tried     BIGINT           NOT NULL, -- a date
	touched   BIGINT           NOT NULL,
	PRIMARY KEY (player, game, number)
);

CREATE INDEX exercises_place ON exercises (place);
CREATE INDEX exercises_touched ON exercises (touched);

-- What people have chosen for themselves.
CREATE TABLE people (
	player  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	version BIGINT           NOT NULL,
	choices TEXT COLLATE "C" NOT NULL,            -- as JSON
	list    TEXT COLLATE "C" NOT NULL DEFAULT '', -- the tenants whose lists of players they are on
	touched BIGINT           NOT NULL             -- when they were last seen to be of use; 0 if they are of none
);

CREATE INDEX people_touched ON people (touched);
CREATE INDEX people_list ON people (list) WHERE list <> '';

-- What seems to be gone, and is deleted once that is confirmed.
CREATE TABLE tombstones (
	prefix    TEXT COLLATE "C" NOT NULL PRIMARY KEY, -- of the names of places
	loss      TEXT COLLATE "C" NOT NULL,
	since     BIGINT           NOT NULL,
	confirm   BIGINT           NOT NULL,             -- when it can be confirmed
	confirmed BIGINT           NOT NULL,
	due       BIGINT           NOT NULL              -- when to ask about it next or, once it is confirmed, to delete
);

-- What adapters keep of those who installed them.
CREATE TABLE installs (
	name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	data TEXT COLLATE "C" NOT NULL
);

-- What one process at a time may use. Times are those of the database.
CREATE TABLE leases (
	name    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
	holder  TEXT COLLATE "C" NOT NULL, -- empty for none
	until   BIGINT           NOT NULL, -- when another process may take it
	version BIGINT           NOT NULL, -- grows by one with each holder
	data    TEXT COLLATE "C" NOT NULL  -- what its holders leave to the next one
);

-- Number 1 is written to find out whether the database can be written. Number 2 counts on while it is.
CREATE TABLE heartbeat (
	id BIGINT           NOT NULL PRIMARY KEY,
	at BIGINT           NOT NULL
);
