// Package chattest is the test suite that every platform adapter must pass. It plays the bot on one
// side of the adapter and users on the other, and checks that everything arrives unchanged.
//
// An adapter's test provides a [Client] for its platform, usually with a fake of the platform's
// servers, and calls [Run].
//
// The package must never know a platform: differences belong in [chat.Limits] and in the client. It
// is for tests only.
package chattest
