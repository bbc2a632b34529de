-- +goose Up

-- Positions of a person's finished games in which they made mistakes, to be practised. Number 0
-- stands for the game as a whole. There is no reference to the game: exercises outlive it.
CREATE TABLE exercises (
	player  TEXT COLLATE "binary" NOT NULL,
	game    BIGINT NOT NULL,
	number  BIGINT NOT NULL, -- of the move
	version BIGINT NOT NULL,
	place   TEXT   NOT NULL,
	black   BIGINT NOT NULL, -- the discs, a bit each
	white   BIGINT NOT NULL,
	color   BIGINT NOT NULL, -- to move: 0 for black
	played  BIGINT NOT NULL, -- 0 is a1, 63 is h8
	best    BIGINT NOT NULL,
	faults  BIGINT NOT NULL, -- a bit for each kind
	succeeded BIGINT NOT NULL, -- times in a row
	due     BIGINT NOT NULL, -- a date, in days since 1970; 0 for never
	tried   BIGINT NOT NULL, -- a date
	touched BIGINT NOT NULL,
	PRIMARY KEY (player, game, number)
);

CREATE INDEX exercises_place ON exercises (place);
CREATE INDEX exercises_touched ON exercises (touched);

-- +goose Down
DROP TABLE exercises;
