-- +goose Up

-- Whose list of players somebody is on, as the name of a tenant; empty for none.
ALTER TABLE people ADD COLUMN list TEXT NOT NULL DEFAULT '';

CREATE INDEX people_list ON people (list COLLATE "binary") WHERE list <> '';

-- +goose Down
DROP INDEX people_list;
ALTER TABLE people DROP COLUMN list;
