-- +goose Up

-- Easy puzzles, grade 0, have made way for easier ones, which have their numbers. Moves tried in
-- vain in one of those are forgotten; one that was solved stays solved, as do streaks.
UPDATE puzzlers SET wrong = 0, shared = 0, version = version + 1 WHERE grade = 0 AND solved = 0;

-- The puzzle that a place got last is not there any more, so that the next one does not tell how
-- it is solved.
UPDATE places SET daily_posted = daily_posted - 1 WHERE daily_posted > 0;

-- +goose Down
SELECT 1;
