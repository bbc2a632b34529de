// Package chattest is the suite that every platform adapter must pass. It plays
// the bot at one end of the adapter and people at the other, and asks that everything
// said at one end arrives unchanged at the other.
//
// An adapter's test brings a [Client] for its platform, as a rule with a fake
// of the platform's servers behind it, and calls [Run].
//
// The package must never know a platform: what differs between them is in
// [chat.Limits] and in the client. It is for tests only.
package chattest
