-- +goose Up

-- How many puzzles of the grade they have solved. What was solved before is known as far as it
-- was in a row.
ALTER TABLE puzzlers ADD COLUMN total BIGINT NOT NULL DEFAULT 0;
UPDATE puzzlers SET total = CASE WHEN streak > solved THEN streak ELSE solved END;

-- +goose Down
ALTER TABLE puzzlers DROP COLUMN total;
