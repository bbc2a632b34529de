package store

// The queries of SQLite and PostgreSQL. Where one has no name of its own, it
// stands with the method that asks it.

const insertGame = `
INSERT INTO games (id, place, version, stage, duel, challenger, ended, due, state)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT DO NOTHING`

// isCondemned begins the condition that a confirmed tombstone stands on one of some prefixes,
// which two parentheses end.
const isCondemned = `EXISTS (SELECT 1 FROM tombstones WHERE confirmed = 1 AND prefix IN (`

// A move changes no column that places, players or results are found by, and where
// keepsDue holds, not even when the game is looked at next.
const (
	advanceGame = `
UPDATE games SET version = $3, state = $6, not_before = $4, due = CASE WHEN ` + keepsDue + ` THEN due ELSE $4 END` + advances
	advanceSoon = `
UPDATE games SET version = $3, state = $6, not_before = $4` + advances + ` AND ` + keepsDue
	advances = `
WHERE id = $1 AND version = $2 AND NOT ` + isCondemned + `$7, $8, $9))`
)

// keepsDue holds for a game that is looked at soon enough as it is. An entry of an index
// that comes too early costs less than changing it at each move: whoever finds it puts it
// off. $4 is when something is due, and $5 is now.
const keepsDue = `(due > CAST($5 AS BIGINT) + 10000 AND due <= $4)`

const changeGame = `
UPDATE games SET version = $3, due = $4, not_before = 0, state = $5,
	stage = CASE WHEN stage = 4 THEN 4 ELSE $6 END, duel = $7, challenger = $8, ended = $9
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
INSERT INTO places (place, theme, pings, language, touched, daily, zone, daily_due, weekly, friendly, daily_asked) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (place) DO UPDATE SET
	theme = excluded.theme, pings = excluded.pings, language = excluded.language, touched = excluded.touched,
	daily = excluded.daily, zone = excluded.zone, weekly = excluded.weekly, friendly = excluded.friendly, daily_asked = excluded.daily_asked,
	daily_due = CASE WHEN places.daily = excluded.daily AND places.zone = excluded.zone AND places.weekly = excluded.weekly THEN places.daily_due ELSE excluded.daily_due END,
	daily_taken = CASE WHEN places.daily = excluded.daily AND places.zone = excluded.zone AND places.weekly = excluded.weekly THEN places.daily_taken ELSE 0 END`

// Of the games that are over, a room has the last one.
const pastGames = `UPDATE games SET stage = 4 WHERE place = $1 AND stage = 2 AND id <> $2`

// What becomes of a slot that holds a message already: see [game.SlotAct]. The
// states are those of [game.SlotState].
const (
	reserved = `
		post = excluded.post, want = excluded.want, shown = 0, ref = '', state = 1,
		tries = 0, not_before = excluded.not_before, retired = CASE slots.ref WHEN '' THEN slots.retired ELSE slots.ref END`
	revised = `
		post = CASE slots.state WHEN 5 THEN excluded.post ELSE slots.post END,
		shown = CASE slots.state WHEN 5 THEN 0 ELSE slots.shown END,
		want = excluded.want, state = CASE WHEN slots.state IN (1, 5) THEN 1 ELSE 2 END,
		tries = 0, not_before = excluded.not_before`
)

// keepsRedraw holds for a slot that is looked at soon enough as it is, as keepsDue does for
// games.
const keepsRedraw = `slots.redraw > 0 AND slots.redraw <= excluded.redraw`

// slotDue is when the message of a slot is to be drawn again, 0 for never. Its redraw, by
// which it is found, may be earlier.
const slotDue = `CASE
	WHEN slots.state NOT IN (1, 2) THEN 0
	WHEN slots.not_before > slots.redraw THEN slots.not_before
	ELSE slots.redraw END`

const heldSlot = `
	ON CONFLICT (game, slot) DO UPDATE SET
		redraw = CASE WHEN ` + keepsRedraw + ` THEN slots.redraw ELSE excluded.redraw END,`

const insertSlot = `
INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, not_before, retired)
VALUES ($1, $2, $3, $3, 0, '', 1, 0, $4, $4, '')` + heldSlot

// soon changes a slot of which keepsRedraw holds, and leaves its index alone.
const soon = `
FROM (SELECT CAST($3 AS BIGINT) AS want, CAST($3 AS BIGINT) AS post, CAST($4 AS BIGINT) AS redraw, CAST($4 AS BIGINT) AS not_before) AS excluded
WHERE game = $1 AND slot = $2 AND ` + keepsRedraw

const (
	reserveSlot = insertSlot + reserved + ` RETURNING retired`
	reserveSoon = `UPDATE slots SET` + reserved + soon + ` RETURNING retired`
	reviseSlot  = insertSlot + revised + ` RETURNING ref`
	reviseSoon  = `UPDATE slots SET` + revised + soon + ` RETURNING ref`
	retireSlot  = `DELETE FROM slots WHERE game = $1 AND slot = $2 RETURNING ref`
)

// noteMessage does as [game.NoteAmong]; $6 is the fate, $8 what the message was sent instead
// of, and $9 whether other processes may use the store. noteSoon does so for a slot that is
// looked at soon enough, or need not be. Both return the standing.
const (
	noteMessage = `
UPDATE slots SET redraw = CASE WHEN ` + notesSoon + ` THEN redraw ELSE $7 END,` + notes + standing
	noteSoon  = `UPDATE slots SET` + notes + ` AND ` + notesSoon + standing
	notesSoon = `($6 <> 0 OR redraw > 0 AND redraw <= $7 OR NOT ` + finalEdit + ` AND ($4 >= want OR state IN (1, 2)))`
	finalEdit = `($9 = 1 AND $6 = 0 AND $4 >= want AND $4 > post AND tries = 0 AND slot = 'board' AND (ref <> '' OR $5 <> '')
		AND EXISTS (SELECT 1 FROM games WHERE games.id = slots.game AND stage >= 2))`
	notes = `
	ref = CASE WHEN $6 = 2 THEN '' WHEN $5 <> '' THEN $5 ELSE ref END,
	shown = CASE WHEN $6 = 0 THEN $4 ELSE shown END,
	state = CASE WHEN $6 = 1 THEN 4 WHEN $6 = 2 THEN 5 WHEN $4 < want OR ` + finalEdit + ` THEN 2 WHEN ref = '' AND $5 = '' THEN 3 ELSE 0 END,
	tries = CASE WHEN $6 = 0 AND $4 >= want THEN 0 ELSE tries END,
	not_before = CASE WHEN ` + finalEdit + ` OR $6 = 0 AND $4 < want AND state NOT IN (1, 2) THEN $7 ELSE not_before END
WHERE game = $1 AND slot = $2 AND post = $3 AND NOT (ref <> '' AND $5 <> '' AND ref <> $5 AND (ref <> $8 OR $6 <> 0))
	AND NOT EXISTS (SELECT 1 FROM slots AS other WHERE other.game = $1 AND other.slot <> $2 AND other.ref = $5 AND $5 <> '')`
	standing = ` RETURNING CASE WHEN state = 2 AND shown < want THEN 1 ELSE 0 END`
)

// swapGame advances a game, notes the delivery and changes slots, or does none of
// it. The first row says that it did, the others tell which messages slots no
// longer hold. Only PostgreSQL has such statements.
const swapGame = `
WITH found AS (
	SELECT id FROM games WHERE id = $1 AND version = $2 AND NOT ` + isCondemned + `$12, $13, $14)) FOR UPDATE
), delivered AS (
	INSERT INTO deliveries (id, at, game, version)
	SELECT $7::text, $5::bigint, id, $3::bigint FROM found WHERE $7 <> ''
	ON CONFLICT DO NOTHING
	RETURNING id
), advanced AS (
	UPDATE games SET version = $3, state = $6, not_before = $4, due = CASE WHEN ` + keepsDue + ` THEN due ELSE $4 END FROM found
	WHERE games.id = found.id AND ($7 = '' OR EXISTS (SELECT 1 FROM delivered))
	RETURNING games.id
), asked AS (
	SELECT advanced.id AS game, change.slot, change.want, change.act
	FROM advanced, unnest($8::text[], $9::bigint[], $10::bigint[]) AS change (slot, want, act)
), reserved AS (
	INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, not_before, retired)
	SELECT game, slot, want, want, 0, '', 1, 0, $11::bigint, $11::bigint, '' FROM asked WHERE act = 0` + heldSlot + reserved + `
	RETURNING slot, retired
), revised AS (
	INSERT INTO slots (game, slot, post, want, shown, ref, state, tries, redraw, not_before, retired)
	SELECT game, slot, want, want, 0, '', 1, 0, $11::bigint, $11::bigint, '' FROM asked WHERE act = 1` + heldSlot + revised + `
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
	COALESCE(places.daily, 0), COALESCE(places.zone, ''), COALESCE(places.weekly, 0), COALESCE(places.friendly, 0),
	CASE WHEN deliveries.id IS NULL THEN 0 ELSE 1 END, COALESCE(deliveries.game, 0), COALESCE(deliveries.version, 0),
	COALESCE(games.id, 0), COALESCE(games.stage, 0), COALESCE(games.version, 0), COALESCE(games.state, ''),
	COALESCE(slots.slot, ''), COALESCE(slots.post, 0), COALESCE(slots.want, 0), COALESCE(slots.shown, 0),
	COALESCE(slots.ref, ''), COALESCE(slots.state, 0), COALESCE(slots.tries, 0), COALESCE(` + slotDue + `, 0),
	COALESCE(slots.retired, ''),
	COALESCE((SELECT MAX(1 + confirmed) FROM tombstones WHERE prefix IN ($3, $4, $5)), 0),
	CASE WHEN EXISTS (
		SELECT 1 FROM games AS threaded
		WHERE threaded.stage = 1 AND threaded.place > CAST($1 AS TEXT) AND threaded.place < CAST($6 AS TEXT)
	) THEN 1 ELSE 0 END
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

// unfinishedGames has a row for each slot of a game, and one whose post is 0 for a game
// without any. The ids and names of the games are to follow.
const unfinishedGames = `
SELECT games.id, games.place, games.version, games.state,
	COALESCE(slots.slot, ''), COALESCE(slots.post, 0), COALESCE(slots.want, 0), COALESCE(slots.shown, 0),
	COALESCE(slots.ref, ''), COALESCE(slots.state, 0), COALESCE(slots.tries, 0), COALESCE(` + slotDue + `, 0),
	COALESCE(slots.retired, '')
FROM games LEFT JOIN slots ON slots.game = games.id `

const findUnfinished = unfinishedGames + `
WHERE games.id IN (
	SELECT named.game FROM (
		SELECT game FROM players WHERE player = $1 UNION SELECT game FROM votes WHERE voter = $1
	) AS named JOIN games ON games.id = named.game
	WHERE games.stage < 2
	ORDER BY named.game LIMIT $2
)
ORDER BY games.id, slots.slot`

const findRunning = unfinishedGames + `
WHERE games.id IN (SELECT id FROM games WHERE stage = 1 AND ` + placesWithin + ` ORDER BY place LIMIT $3)
ORDER BY games.place, slots.slot`

const findNamed = `
SELECT games.id, games.place, games.version, games.state
FROM players JOIN games ON games.id = players.game
WHERE players.player = $1`

// The places of the prefixes are in the place of %s.
const findDue = `
SELECT id FROM games
WHERE due <= $1 AND not_before <= $1 AND stage < 2 AND (%s)
ORDER BY ` + gameDue + `, id LIMIT $2`

// gameDue is when something is due for a running game or a challenge. Its due, by which it
// is found, may be earlier.
const gameDue = `CASE WHEN not_before > due THEN not_before ELSE due END`

// putOffEarly has games that were looked at too early be found when something is due.
const putOffEarly = `
UPDATE games SET due = not_before
WHERE not_before > $1 AND id IN (SELECT id FROM games WHERE due <= $1 AND not_before > $1 AND stage < 2 AND (%s) LIMIT 500)`

// What is due is put off at once, so that of several who ask, one gets it. They
// ask by findDue, in the place of %s.
const takeDue = `
UPDATE games SET due = $%d
WHERE due <= $1 AND not_before <= $1 AND id IN (%s)
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

const slotColumns = `slots.slot, slots.post, slots.want, slots.shown, slots.ref, slots.state, slots.tries, ` + slotDue + `, slots.retired`

const findDueSlots = `
SELECT games.place, games.id, ` + slotColumns + `
FROM slots JOIN games ON games.id = slots.game
WHERE slots.redraw > 0 AND slots.redraw <= $1 AND (%s)
ORDER BY slots.redraw, slots.game, slots.slot LIMIT $2`

// Of several who found a slot that is due, the one takes it who moves its time on.
const takeSlot = `
UPDATE slots SET state = $4, tries = $5, redraw = $6, not_before = $6
WHERE game = $1 AND slot = $2 AND ` + slotDue + ` = $3`

// putOffSlot has a slot that was looked at too early be found when it is due.
const putOffSlot = `
UPDATE slots SET redraw = ` + slotDue + `
WHERE game = $1 AND slot = $2 AND redraw <= $3 AND (state NOT IN (1, 2) OR not_before > $3)`

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

// placesWithin holds for the places from $1 on and before $2.
const placesWithin = `place >= $1 AND place < $2`

const (
	purgeGamesOf    = `DELETE FROM games WHERE id IN (SELECT id FROM games WHERE ` + placesWithin + ` LIMIT $3) RETURNING id, place`
	purgeSettingsOf = `DELETE FROM places WHERE place IN (SELECT place FROM places WHERE ` + placesWithin + ` LIMIT $3) RETURNING place`
)

const touchPlace = `UPDATE places SET touched = $2 WHERE place = $1 AND touched < $2`

// Of some places that were silent for long, those go that have no game. The others are looked at
// again later.
const (
	reviewPlaces = `
UPDATE places SET touched = CASE WHEN EXISTS (SELECT 1 FROM games WHERE games.place = places.place) THEN CAST($2 AS BIGINT) ELSE 0 END
WHERE place IN (SELECT place FROM places WHERE touched <= $1 LIMIT 500)`
	forgetPlaces = `DELETE FROM places WHERE touched = 0 RETURNING place`
)

// Deliveries are looked through in the order of their names: an index of their times would
// be written at each move.
const (
	oldDeliveries = `
SELECT COUNT(*), COUNT(CASE WHEN at <= $2 THEN 1 END), COALESCE(MAX(id), '')
FROM (SELECT id, at FROM deliveries WHERE id > $1 ORDER BY id LIMIT $3) AS next`
	beginDeliveries = `
INSERT INTO paces (prefixes, free) VALUES ('deliveries', $1)
ON CONFLICT (prefixes) DO UPDATE SET free = excluded.free WHERE paces.free <= $2 OR paces.free > excluded.free`
	forgetDeliveries = `DELETE FROM deliveries WHERE id > $1 AND id <= $2 AND at <= $3`
)

// dataVersion changes when another connection than the one that asks has changed the
// database, https://www.sqlite.org/pragma.html#pragma_data_version.
const dataVersion = `PRAGMA data_version`

const beat = `
INSERT INTO heartbeat (id, at) VALUES (1, $1)
ON CONFLICT (id) DO UPDATE SET at = excluded.at`
