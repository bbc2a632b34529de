-- +goose Up

-- The games that run in a channel and its threads are found by the bytes that their places
-- begin with.
DROP INDEX games_running;
CREATE UNIQUE INDEX games_running ON games (place COLLATE "binary") WHERE stage = 1;

-- +goose Down
DROP INDEX games_running;
CREATE UNIQUE INDEX games_running ON games (place) WHERE stage = 1;
