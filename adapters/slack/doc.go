// Package slack is the adapter for Slack. It receives slash commands, presses and mentions by
// Socket Mode or HTTP, passes them to a [chat.Handler] as actions, and shows the answers.
//
// To use it, call [New], [Adapter.Prepare] and [Adapter.Run]. Serve [Adapter.Handler] if deliveries
// or installations come by HTTP.
//
// The adapter acknowledges a command, press or mention when the handler has answered, or after 1.5
// seconds. New messages go through the Web API or, where the bot is not a member, through the
// delivery's response address. An edit of the pressed message uses that address first. If a post may
// have arrived, the adapter repeats it only with an ID for Slack to recognize, or without its picture.
//
// The package must never contain a rule of the game, or store a game.
package slack
