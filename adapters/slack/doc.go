// Package slack is the adapter for Slack. It receives slash commands, presses and mentions by
// Socket Mode or HTTP, passes them to a [chat.Handler] as actions, and shows the answers.
//
// To use it, call [New], [Adapter.Prepare] and [Adapter.Run]. Serve [Adapter.Handler] if deliveries
// or installations come by HTTP.
//
// The adapter acknowledges a delivery when the handler has answered, or after 1.5 seconds. It sends
// the answer at once, and later effects in order: by the Web API where the bot may write, otherwise
// by the delivery's response address. It repeats a new message only if the first attempt surely did
// not arrive, or if Slack recognizes the repetition.
//
// The package must never contain a rule of the game, or store a game.
package slack
