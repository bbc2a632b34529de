// Package fair serves waiting parties in turn, so that no party waits longer because
// another one asks for much. Parties may be made of parties: tenants of platforms, players
// of tenants.
//
// The package must never know what is waited for.
package fair
