-- +goose Up

-- What people want their channel to play, turn by turn.
CREATE TABLE votes (
	game   BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE, -- SQLite leaves that to the program
	turn   BIGINT NOT NULL,
	voter  TEXT   NOT NULL,
	square BIGINT NOT NULL, -- 0 is a1, 63 is h8
	at     BIGINT NOT NULL, -- when they chose it
	PRIMARY KEY (game, turn, voter)
);

CREATE INDEX votes_of_voter ON votes (voter);

-- +goose Down
DROP TABLE votes;
