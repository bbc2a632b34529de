// Package bottest plays with the whole bot at random, with every command and every control
// that there is, and hands over all that the bot says, so that the test of an adapter can
// hold it against what its platform takes.
//
// The package must never know a platform. It is for tests only.
package bottest
