// Package bottest plays randomly with the whole bot, with commands and controls. [Play] passes every
// message to [Place.Look], where an adapter's test checks it against its platform's limits.
//
// The package must never know a platform. It is for tests only.
package bottest
