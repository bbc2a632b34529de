-- +goose Up

-- How many puzzles of the grade they have solved. What was solved before is known as far as it
-- was in a row.
ALTER TABLE puzzlers ADD COLUMN total BIGINT NOT NULL DEFAULT 0;
UPDATE puzzlers SET total = CASE WHEN streak > solved THEN streak ELSE solved END;

-- Whether a place gets the week on Mondays: 0 for no, 1 beside the puzzle of the day, 2 alone.
ALTER TABLE places ADD COLUMN weekly BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE places DROP COLUMN weekly;
ALTER TABLE puzzlers DROP COLUMN total;
