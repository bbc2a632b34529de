-- +goose Up

-- What people have chosen for themselves.
CREATE TABLE people (
	player  TEXT COLLATE "binary" NOT NULL PRIMARY KEY,
	version BIGINT NOT NULL,
	choices TEXT   NOT NULL, -- JSON
	touched BIGINT NOT NULL  -- when they were chosen, or were seen to be still of use; 0 if they are of none
);

CREATE INDEX people_touched ON people (touched);

-- +goose Down
DROP TABLE people;
