-- +goose Up

-- When something is due for a running game or a challenge, and when the message of a slot is
-- to be drawn again, if that is later than due and redraw. So these, and their indexes, need
-- not be written at each move: whoever looks too early puts them off.
ALTER TABLE games ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;
ALTER TABLE slots ADD COLUMN not_before BIGINT NOT NULL DEFAULT 0;

-- It was written at each move as well. Deliveries are looked through in the order of their key.
DROP INDEX deliveries_at;

-- +goose Down
CREATE INDEX deliveries_at ON deliveries (at);
ALTER TABLE slots DROP COLUMN not_before;
ALTER TABLE games DROP COLUMN not_before;
