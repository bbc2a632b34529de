-- +goose Up

-- The finished games that are rated are the log of their tenant. Who plays is known in it by
-- numbers, which stay when their names go.
ALTER TABLE finished ADD COLUMN entry BIGINT NOT NULL DEFAULT 0; -- the number in the log; 0 if it is not rated
ALTER TABLE finished ADD COLUMN annulled BIGINT NOT NULL DEFAULT 0; -- 1 or 0
ALTER TABLE finished ADD COLUMN rated TEXT NOT NULL DEFAULT ''; -- what it meant for ratings when it ended, as JSON

-- The last games between two people are found by an index that is written for other games as
-- well.
DROP INDEX finished_black;
CREATE INDEX finished_met ON finished (black, white, tenant, entry);

-- How long the log of a tenant is. Whoever changes ratings there changes this first.
CREATE TABLE ladders (
	tenant  TEXT COLLATE "binary" NOT NULL PRIMARY KEY,
	entries BIGINT NOT NULL
);

-- What the log comes to.
CREATE TABLE ratings (
	tenant TEXT COLLATE "binary" NOT NULL,
	player TEXT COLLATE "binary" NOT NULL,
	seat   BIGINT NOT NULL, -- in the log; 0 before the first game
	rating BIGINT NOT NULL, -- in thousandths
	stage  BIGINT NOT NULL, -- 0 unknown, 1 listed, 2 with a place
	season BIGINT NOT NULL, -- of the last game
	hidden BIGINT NOT NULL, -- 1 or 0
	state  TEXT   NOT NULL, -- all that is known of them, as JSON
	PRIMARY KEY (tenant, player)
);

CREATE INDEX ratings_player ON ratings (player);
CREATE INDEX ratings_best ON ratings (tenant, stage, rating, season, hidden) WHERE hidden = 0;

-- +goose Down
DROP TABLE ratings;
DROP TABLE ladders;
DROP INDEX finished_met;
CREATE INDEX finished_black ON finished (black);
ALTER TABLE finished DROP COLUMN rated;
ALTER TABLE finished DROP COLUMN annulled;
ALTER TABLE finished DROP COLUMN entry;
