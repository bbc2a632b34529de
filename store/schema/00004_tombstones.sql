-- +goose Up

-- What seems to be gone, and is deleted once that is confirmed.
CREATE TABLE tombstones (
	prefix    TEXT   NOT NULL PRIMARY KEY, -- of the names of places
	loss      TEXT   NOT NULL,
	since     BIGINT NOT NULL,
	confirm   BIGINT NOT NULL, -- when it can be confirmed
	confirmed BIGINT NOT NULL, -- 1 or 0
	due       BIGINT NOT NULL  -- when somebody is to ask about it next or, once it is confirmed, to delete
);

-- +goose Down
DROP TABLE tombstones;
