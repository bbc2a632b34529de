package store

// The queries of SQLite and PostgreSQL. Where one has no name of its own, it
// stands with the method that asks it.

const insertGame = `
INSERT INTO games (id, place, version, stage, duel, challenger, ended, due, winner, loser, state)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT DO NOTHING`

// isCondemned begins the condition that a confirmed tombstone stands on one of some prefixes,
// which two parentheses end.
const isCondemned = `EXISTS (SELECT 1 FROM tombstones WHERE confirmed = 1 AND prefix IN (`

// A move changes no column that places, players or results are found by.
const advanceGame = `
UPDATE games SET version = $3, due = $4, state = $5
WHERE id = $1 AND version = $2 AND NOT ` + isCondemned + `$6, $7, $8))`

const changeGame = `
UPDATE games SET version = $3, due = $4, state = $5,
	stage = CASE WHEN stage = 4 THEN 4 ELSE $6 END, duel = $7, challenger = $8, ended = $9, winner = $10, loser = $11
WHERE id = $1 AND version = $2`

const discardGame = `UPDATE games SET stage = 4, ended = $3, due = $4 WHERE id = $1 AND place = $2 AND stage < 4`

const insertDelivery = `
INSERT INTO deliveries (id, at, game, version) VALUES ($1, $2, $3, $4)
ON CONFLICT DO NOTHING`

// deliverMove is insertDelivery for a move of a game that is stored as the move
// found it, and does nothing for any other.
const deliverMove = `
INSERT INTO deliveries (id, at, game, version)
SELECT $1, $2, $3, $4 WHERE EXISTS (SELECT 1 FROM games WHERE id = $3 AND version = $5) AND NOT ` + isCondemned + `$6, $7, $8))
ON CONFLICT DO NOTHING`

const insertPlayer = `
INSERT INTO players (player, game) VALUES ($1, $2)
ON CONFLICT DO NOTHING`

const deletePlayer = `DELETE FROM players WHERE player = $1 AND game = $2`

const saveSettings = `
INSERT INTO places (place, theme, pings, language, touched, daily, zone, daily_due) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (place) DO UPDATE SET
	theme = excluded.theme, pings = excluded.pings, language = excluded.language, touched = excluded.touched,
	daily = excluded.daily, zone = excluded.zone,
	daily_due = CASE WHEN places.daily = excluded.daily AND places.zone = excluded.zone THEN places.daily_due ELSE excluded.daily_due END,
	daily_taken = CASE WHEN places.daily = excluded.daily AND places.zone = excluded.zone THEN places.daily_taken ELSE 0 END`

// Of the games that are over, a room has the last one.
const pastGames = `UPDATE games SET stage = 4 WHERE place = $1 AND stage = 2 AND id <> $2`

// What becomes of a slot that holds a message already: see [game.SlotAct]. The
// states are those of [game.SlotState].
const (
	reserved = `
	ON CONFLICT (game, slot) DO UPDATE SET
		post = excluded.post, want = excluded.want, shown = 0, ref = '', state = 1,
		tries = 0, redraw = excluded.redraw, retired = CASE slots.ref WHEN '' THEN slots.retired ELSE slots.ref END`
	revised = `
	ON CONFLICT (game, slot) DO UPDATE SET
		post = CASE slots.state WHEN 5 THEN excluded.post ELSE slots.post END,
		shown = CASE slots.state WHEN 5 THEN 0 ELSE slots.shown END,
		want = excluded.want, state = CASE WHEN slots.state IN (1, 5) THEN 1 ELSE 2 END,
		tries = 0, redraw = excluded.redraw`
)

const insertSlot = `
INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, retired)
VALUES ($1, $2, $3, $3, 0, '', 1, 0, $4, '')`

const (
	reserveSlot = insertSlot + reserved + ` RETURNING retired`
	reviseSlot  = insertSlot + revised + ` RETURNING ref`
	retireSlot  = `DELETE FROM slots WHERE game = $1 AND slot = $2 RETURNING ref`
)

// noteMessage does as [game.Slot.Noted]; $6 is the fate, and $8 what the message was sent instead of.
const noteMessage = `
UPDATE slots SET
	ref = CASE WHEN $6 = 2 THEN '' WHEN $5 <> '' THEN $5 ELSE ref END,
	shown = CASE WHEN $6 = 0 THEN $4 ELSE shown END,
	state = CASE WHEN $6 = 1 THEN 4 WHEN $6 = 2 THEN 5 WHEN $4 < want THEN 2 WHEN ref = '' AND $5 = '' THEN 3 ELSE 0 END,
	tries = CASE WHEN $6 = 0 AND $4 >= want THEN 0 ELSE tries END,
	redraw = CASE WHEN $6 <> 0 OR $4 >= want THEN 0 WHEN redraw = 0 THEN $7 ELSE redraw END
WHERE game = $1 AND slot = $2 AND post = $3 AND NOT (ref <> '' AND $5 <> '' AND ref <> $5 AND (ref <> $8 OR $6 <> 0))
RETURNING state`

// swapGame advances a game, notes the delivery and changes slots, or does none of
// it. The first row says that it did, the others tell which messages slots no
// longer hold. Only PostgreSQL has such statements.
const swapGame = `
WITH found AS (
	SELECT id FROM games WHERE id = $1 AND version = $2 AND NOT ` + isCondemned + `$12, $13, $14)) FOR UPDATE
), delivered AS (
	INSERT INTO deliveries (id, at, game, version)
	SELECT $6::text, $7::bigint, id, $3::bigint FROM found WHERE $6 <> ''
	ON CONFLICT DO NOTHING
	RETURNING id
), advanced AS (
	UPDATE games SET version = $3, due = $4, state = $5 FROM found
	WHERE games.id = found.id AND ($6 = '' OR EXISTS (SELECT 1 FROM delivered))
	RETURNING games.id
), asked AS (
	SELECT advanced.id AS game, change.slot, change.want, change.act
	FROM advanced, unnest($8::text[], $9::bigint[], $10::bigint[]) AS change (slot, want, act)
), reserved AS (
	INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, retired)
	SELECT game, slot, want, want, 0, '', 1, 0, $11::bigint, '' FROM asked WHERE act = 0` + reserved + `
	RETURNING slot, retired
), revised AS (
	INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, retired)
	SELECT game, slot, want, want, 0, '', 1, 0, $11::bigint, '' FROM asked WHERE act = 1` + revised + `
	RETURNING slot, ref
), retired AS (
	DELETE FROM slots USING asked
	WHERE slots.game = asked.game AND slots.slot = asked.slot AND asked.act = 2
	RETURNING slots.slot, slots.ref
)
SELECT '', '' FROM advanced
UNION ALL SELECT slot, retired FROM reserved WHERE retired <> ''
UNION ALL SELECT slot, ref FROM revised WHERE ref <> ''
UNION ALL SELECT slot, ref FROM retired WHERE ref <> ''`

// loadRoom is the settings of a place and a delivery, with each game of the
// place's room and each of its slots. What is not there has version or post 0.
const loadRoom = `
SELECT COALESCE(places.theme, ''), COALESCE(places.pings, 0), COALESCE(places.language, ''),
	COALESCE(places.daily, 0), COALESCE(places.zone, ''),
	CASE WHEN deliveries.id IS NULL THEN 0 ELSE 1 END, COALESCE(deliveries.game, 0), COALESCE(deliveries.version, 0),
	COALESCE(games.id, 0), COALESCE(games.stage, 0), COALESCE(games.version, 0), COALESCE(games.state, ''),
	COALESCE(slots.slot, ''), COALESCE(slots.post, 0), COALESCE(slots.want, 0), COALESCE(slots.shown, 0),
	COALESCE(slots.ref, ''), COALESCE(slots.state, 0), COALESCE(slots.tries, 0), COALESCE(slots.redraw, 0),
	COALESCE(slots.retired, ''),
	COALESCE((SELECT MAX(1 + confirmed) FROM tombstones WHERE prefix IN ($3, $4, $5)), 0)
FROM (SELECT CAST($1 AS TEXT) AS place, CAST($2 AS TEXT) AS delivery) AS asked
LEFT JOIN places ON places.place = asked.place
LEFT JOIN deliveries ON deliveries.id = asked.delivery
LEFT JOIN games ON games.place = asked.place AND games.stage < 4
LEFT JOIN slots ON slots.game = games.id`

const findDelivery = `SELECT game, version FROM deliveries WHERE id = $1`

const findDuels = `
SELECT games.stage, games.id, games.place, games.version, games.state
FROM players JOIN games ON games.id = players.game
WHERE players.player = $1 AND games.duel = 1 AND games.stage IN (0, 1, 3)`

// findUnfinished has a row for each slot of a game, and one whose post is 0 for a game
// without any.
const findUnfinished = `
SELECT games.id, games.place, games.version, games.state,
	COALESCE(slots.slot, ''), COALESCE(slots.post, 0), COALESCE(slots.want, 0), COALESCE(slots.shown, 0),
	COALESCE(slots.ref, ''), COALESCE(slots.state, 0), COALESCE(slots.tries, 0), COALESCE(slots.redraw, 0),
	COALESCE(slots.retired, '')
FROM (
	SELECT named.game FROM (
		SELECT game FROM players WHERE player = $1 UNION SELECT game FROM votes WHERE voter = $1
	) AS named JOIN games ON games.id = named.game
	WHERE games.stage < 2
	ORDER BY named.game LIMIT $2
) AS mine
JOIN games ON games.id = mine.game
LEFT JOIN slots ON slots.game = games.id
ORDER BY games.id, slots.slot`

const findNamed = `
SELECT games.id, games.place, games.version, games.state
FROM players JOIN games ON games.id = players.game
WHERE players.player = $1`

// The places of the prefixes are in the place of %s.
const findDue = `
SELECT id FROM games
WHERE due <= $1 AND stage < 2 AND (%s)
ORDER BY due, id LIMIT $2`

// What is due is put off at once, so that of several who ask, one gets it. They
// ask by findDue, in the place of %s.
const takeDue = `
UPDATE games SET due = $%d
WHERE due <= $1 AND id IN (%s)
RETURNING id, place, version, state, COALESCE((SELECT pings FROM places WHERE places.place = games.place), 0)`

const putOff = `UPDATE games SET due = $2 WHERE id = $1`

// nextDue asks for the places of the prefixes several times, in the place of %[1]s.
const nextDue = `
SELECT MIN(earliest) FROM (
	SELECT MIN(due) AS earliest FROM games WHERE stage < 2 AND (%[1]s)
	UNION ALL
	SELECT MIN(slots.redraw) FROM slots JOIN games ON games.id = slots.game WHERE slots.redraw > 0 AND (%[1]s)
	UNION ALL
	SELECT * FROM (
		SELECT CASE WHEN daily_due < COALESCE(free, 0) THEN free ELSE daily_due END
		FROM places LEFT JOIN paces ON prefixes = $%[2]d WHERE daily_due > 0 AND (%[1]s)
		ORDER BY daily_due, place LIMIT 1
	) AS first
) AS dues`

const slotColumns = `slots.slot, slots.post, slots.want, slots.shown, slots.ref, slots.state, slots.tries, slots.redraw, slots.retired`

const findDueSlots = `
SELECT games.place, games.id, ` + slotColumns + `
FROM slots JOIN games ON games.id = slots.game
WHERE slots.redraw > 0 AND slots.redraw <= $1 AND (%s)
ORDER BY slots.redraw, slots.game, slots.slot LIMIT $2`

// Of several who found a slot that is due, the one takes it who moves its time on.
const takeSlot = `UPDATE slots SET state = $4, tries = $5, redraw = $6 WHERE game = $1 AND slot = $2 AND redraw = $3`

const findGame = `SELECT place, version, state FROM games WHERE id = $1`

const findSlots = `SELECT ` + slotColumns + ` FROM slots WHERE game = $1`

const ofPrefix = `substr(place, 1, %d) = $%d`

const findForgotten = `
SELECT id, place, ended FROM games
WHERE due <= $1 AND stage >= 2
ORDER BY due LIMIT 500`

const forgetGame = `DELETE FROM games WHERE id = $1 AND stage >= 2`

const (
	forgetPlayers = `DELETE FROM players WHERE game = $1`
	forgetSlots   = `DELETE FROM slots WHERE game = $1`
	forgetVotes   = `DELETE FROM votes WHERE game = $1`
)

// A tombstone that stands there already stays, and is confirmed in time, unless another
// one stands above it, under which all of it is kept for longer.
const buryPlaces = `
INSERT INTO tombstones (prefix, loss, since, confirm, confirmed, due) VALUES ($1, $2, $3, $4, 0, $4)
ON CONFLICT (prefix) DO UPDATE SET confirmed = 1, due = excluded.since
WHERE tombstones.confirmed = 0 AND tombstones.confirm <= excluded.since
	AND NOT EXISTS (SELECT 1 FROM tombstones AS above WHERE above.prefix IN ($5, $6, $7) AND above.prefix <> $1)`

const revivePlaces = `DELETE FROM tombstones WHERE prefix IN ($1, $2, $3) AND confirmed = 0 RETURNING prefix`

// A prefix is a place for the conditions in the place of %s.
const findDoubtful = `
SELECT place, loss, since, confirm, due
FROM (SELECT prefix AS place, loss, since, confirm, due FROM tombstones WHERE confirmed = 0) AS doubtful
WHERE due <= $1 AND (%s)
ORDER BY due, place LIMIT $2`

// Of several who found a tombstone, the one takes it who moves its time on.
const takeDoubtful = `UPDATE tombstones SET due = $3 WHERE prefix = $1 AND confirmed = 0 AND due = $2`

const findConfirmed = `SELECT prefix FROM tombstones WHERE confirmed = 1 AND due <= $1 ORDER BY due, prefix LIMIT 1`

// takeConfirmed also locks the tombstone.
const takeConfirmed = `
UPDATE tombstones SET due = $2 WHERE due <= $1 AND prefix = (` + findConfirmed + `)
RETURNING prefix`

// A tombstone under which nothing is left goes, or rests until $2 milliseconds after its since.
const (
	dropTombstone = `DELETE FROM tombstones WHERE prefix = $1 AND since + $2 <= $3`
	restTombstone = `UPDATE tombstones SET due = since + $2 WHERE prefix = $1`
)

// byBytes compares places by their bytes in any database, for which they have an index.
const byBytes = `place COLLATE "binary" >= $1 AND place COLLATE "binary" < $2`

const (
	purgeGamesOf    = `DELETE FROM games WHERE id IN (SELECT id FROM games WHERE ` + byBytes + ` LIMIT $3) RETURNING id, place`
	purgeSettingsOf = `DELETE FROM places WHERE place IN (SELECT place FROM places WHERE ` + byBytes + ` LIMIT $3) RETURNING place`
)

const touchPlace = `UPDATE places SET touched = $2 WHERE place = $1 AND touched < $2`

const forgetPlaces = `
DELETE FROM places
WHERE touched <= $1 AND NOT EXISTS (SELECT 1 FROM games WHERE games.place = places.place)
RETURNING place`

const forgetDeliveries = `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE at <= $1 LIMIT 5000)`

// dataVersion changes when another connection than the one that asks has changed the
// database, https://www.sqlite.org/pragma.html#pragma_data_version.
const dataVersion = `PRAGMA data_version`

const beat = `
INSERT INTO heartbeat (id, at) VALUES (1, $1)
ON CONFLICT (id) DO UPDATE SET at = excluded.at`
