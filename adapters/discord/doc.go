// Package discord is the adapter for Discord: it takes interactions, from the
// gateway or by HTTP, hands them to a [chat.Handler] as actions, and answers
// them with messages, in time.
//
// One interaction is one exchange. Its first answer is the callback, due within
// three seconds; what comes later goes through the interaction's token, which
// lives for fifteen minutes, and after that through the channel, where the bot
// is a member. What an exchange still has to do after its answer never fails the
// answer.
//
// The package must never know a rule of the game, keep a game, or send a message
// that was not made by the one constructor in encode.go, which says whom the
// message may notify.
package discord
