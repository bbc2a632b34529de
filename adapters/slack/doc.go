// Package slack is the adapter for Slack: it takes slash commands, presses and
// mentions, by Socket Mode or by HTTP, hands them to a [chat.Handler] as actions,
// acknowledges them in time, and shows what the handler answers.
//
// One delivery is one exchange. It is acknowledged once the handler has done the
// action, or after a second and a half if that takes longer, and nothing is sent
// to Slack before. Messages go out by the Web API where the bot may write, and by
// the exchange's own response address where it may not.
//
// The package must never know a rule of the game, keep a game, or send a message
// that was not made, and held against Slack's limits, in encode.go.
package slack
