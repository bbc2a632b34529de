// Package slack is the adapter for Slack: it takes slash commands, presses and
// mentions, by Socket Mode or by HTTP, hands them to a [chat.Handler] as actions,
// acknowledges them in time, and shows what the handler answers.
//
// One delivery is one reply. It is acknowledged once the handler has done the
// action, or after a second and a half if that takes longer, and before that nothing
// is sent to Slack but a question for the names and languages of people that it has
// not met. The answer itself then goes out at once, and all that follows it
// by the outbox, in order: by the Web API where the bot may write, and by the
// delivery's own response address where it may not. What is neither an edit nor a
// whisper is sent again only if it surely has not arrived.
//
// Slack's troubles end nothing: what it refuses, or does not answer, is tried again
// from time to time, and what was not shown in that time is left to the handler's clock.
//
// The package must never know a rule of the game, keep a game, or send a message
// that was not made, and held against Slack's limits, in encode.go.
package slack
