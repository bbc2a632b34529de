-- +goose Up

-- What one of the processes at a time may use. Times are those of the database.
CREATE TABLE leases (
	name    TEXT   NOT NULL PRIMARY KEY,
	holder  TEXT   NOT NULL, -- empty for nobody
	until   BIGINT NOT NULL, -- when somebody else may take it
	version BIGINT NOT NULL, -- grows by one with each holder
	data    TEXT   NOT NULL  -- what its holders leave to the next one
);

-- +goose Down
DROP TABLE leases;
