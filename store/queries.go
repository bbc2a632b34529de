package store

// The queries of SQLite and PostgreSQL. Where one has no name of its own, it
// stands with the method that asks it.

const insertGame = `
INSERT INTO games (id, place, version, stage, duel, challenger, ended, due, winner, loser, state, messages)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, '{}')
ON CONFLICT DO NOTHING`

// A move changes no column that places, players or results are found by.
const advanceGame = `
UPDATE games SET version = $3, due = $4, state = $5
WHERE id = $1 AND version = $2`

const changeGame = `
UPDATE games SET version = $3, due = $4, state = $5,
	stage = CASE WHEN stage = 4 THEN 4 ELSE $6 END, duel = $7, challenger = $8, ended = $9, winner = $10, loser = $11
WHERE id = $1 AND version = $2`

// swapGame advances a game and notes the delivery, or does neither. Only
// PostgreSQL has such statements.
const swapGame = `
WITH found AS (
	SELECT id FROM games WHERE id = $1 AND version = $2 FOR UPDATE
), delivered AS (
	INSERT INTO deliveries (id, at, game, version)
	SELECT $6::text, $7::bigint, $8::bigint, $9::bigint FROM found WHERE $6 <> ''
	ON CONFLICT (id) DO UPDATE SET at = excluded.at, game = excluded.game, version = excluded.version
	WHERE deliveries.at <= $10
	RETURNING id
), advanced AS (
	UPDATE games SET version = $3, due = $4, state = $5 FROM found
	WHERE games.id = found.id AND ($6 = '' OR EXISTS (SELECT 1 FROM delivered))
	RETURNING games.id
)
SELECT COUNT(*) FROM advanced`

// A delivery from before $5 has been forgotten, though it may still be here.
const insertDelivery = `
INSERT INTO deliveries (id, at, game, version) VALUES ($1, $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET at = excluded.at, game = excluded.game, version = excluded.version
WHERE deliveries.at <= $5`

const insertPlayer = `
INSERT INTO players (player, game) VALUES ($1, $2)
ON CONFLICT DO NOTHING`

const deletePlayer = `DELETE FROM players WHERE player = $1 AND game = $2`

const saveSettings = `
INSERT INTO places (place, theme, pings, touched) VALUES ($1, $2, $3, $4)
ON CONFLICT (place) DO UPDATE SET theme = excluded.theme, pings = excluded.pings, touched = excluded.touched`

// Of the games that are over, a room has the last one.
const pastGames = `UPDATE games SET stage = 4 WHERE place = $1 AND stage = 2 AND id <> $2`

// loadRoom is the settings of a place with each game of its room.
const loadRoom = `
SELECT places.theme, places.pings, games.id, games.version, games.state, games.messages
FROM (SELECT CAST($1 AS TEXT) AS place) AS asked
LEFT JOIN places ON places.place = asked.place
LEFT JOIN games ON games.place = asked.place AND games.stage < 4`

const findDelivery = `SELECT game, version FROM deliveries WHERE id = $1 AND at > $2`

const findDuels = `
SELECT games.stage, games.ended, games.id, games.place, games.version, games.state
FROM players JOIN games ON games.id = players.game
WHERE players.player = $1 AND games.duel = 1 AND games.stage IN (0, 1, 3)`

const countWins = `
SELECT winner, COUNT(*) FROM games
WHERE place = $1 AND (winner = $2 AND loser = $3 OR winner = $3 AND loser = $2)
GROUP BY winner`

const findNamed = `
SELECT games.id, games.place, games.version, games.state
FROM players JOIN games ON games.id = players.game
WHERE players.player = $1
LIMIT 500`

const noteMessages = `UPDATE games SET messages = $2 WHERE id = $1`

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
RETURNING id, place, version, state, (SELECT pings FROM places WHERE places.place = games.place)`

const nextDue = `SELECT MIN(due) FROM games WHERE stage < 2 AND (%s)`

const ofPrefix = `substr(place, 1, %d) = $%d`

const findForgotten = `
SELECT id, place, ended FROM games
WHERE due <= $1 AND stage >= 2
ORDER BY due LIMIT 500`

const forgetGame = `DELETE FROM games WHERE id = $1 AND stage >= 2`

const forgetPlayers = `DELETE FROM players WHERE game = $1`

const touchPlace = `UPDATE places SET touched = $2 WHERE place = $1 AND touched < $2`

const forgetPlaces = `
DELETE FROM places
WHERE touched <= $1 AND NOT EXISTS (SELECT 1 FROM games WHERE games.place = places.place)
RETURNING place`

const forgetDeliveries = `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE at <= $1 LIMIT 5000)`

const beat = `
INSERT INTO heartbeat (id, at) VALUES (1, $1)
ON CONFLICT (id) DO UPDATE SET at = excluded.at`
