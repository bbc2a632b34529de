// Package sealed keeps what adapters know of those who installed them so that nobody can
// use it who reads the database or a copy of it: sealed with keys that only the
// configuration has.
//
// It must never delete or replace what no key opens: the right key may come back.
package sealed
