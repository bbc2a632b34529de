// Package slack is the adapter for Slack. It receives slash commands, presses and mentions by
// Socket Mode or HTTP, and passes them to a [chat.Handler] as actions. It acknowledges them in time
// and shows the handler's answers.
//
// To use it, call [New], [Adapter.Prepare] and [Adapter.Run]. Serve [Adapter.Handler] if deliveries
// or installations come by HTTP.
//
// One delivery is one reply. It is acknowledged when the handler has answered, or after 1.5 seconds
// if that takes longer. Before that, the adapter asks Slack at most for profiles of unknown users
// and about tokens. The answer is sent at once. Later effects go through the outbox, in order: by
// the Web API where the bot may write, otherwise by the delivery's response address. The adapter
// repeats a new message only if the first attempt surely did not arrive, or if Slack recognizes the
// repetition.
//
// Failures of Slack end nothing. The adapter repeats failed calls for a while, and leaves the rest
// to the handler's clock.
//
// The package must never know a rule of the game, keep a game, or send a message that encode.go has
// not built and checked against Slack's limits.
package slack
