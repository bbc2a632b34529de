-- +goose Up

-- Whether the games of a place are never rated.
ALTER TABLE places ADD COLUMN friendly BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE places DROP COLUMN friendly;
