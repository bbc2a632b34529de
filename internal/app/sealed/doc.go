// Package sealed encrypts the data that adapters keep for each installation, such as tokens. Only the
// configuration has the keys, so the database or a copy of it is useless without them. [Installs]
// wraps a store and seals with [Keys].
//
// It must never delete or replace data that no key opens: the right key may come back.
package sealed
