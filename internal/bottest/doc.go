// Package bottest plays randomly with the whole bot, with every command and every control. [Play]
// passes every message to [Place.Look], so that an adapter's test can check it against the limits
// of its platform.
//
// The package must never know a platform. It is for tests only.
package bottest
