// Package discord is the adapter for Discord. It receives interactions from the gateway or by
// HTTP, passes them to a [chat.Handler] as actions, and answers them with messages in time. Make an
// [Adapter] with [New], call [Adapter.Prepare], then [Adapter.Run].
//
// The first answer to an interaction is due within three seconds. Later messages use the interaction's
// token for nearly fifteen minutes, and then go to the channel, if the bot is a member there. Work that
// follows the answer must not make the answer fail.
//
// The package must never know a rule of the game or keep a game. It must never send a message
// without allowed mentions, which decide whom the message may notify.
package discord
