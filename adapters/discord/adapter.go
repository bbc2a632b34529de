package discord

import (
	"log/slog"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// Observer is told what happens between the bot and Discord.
type Observer = exchange.Observer

// Adapter connects a [chat.Handler] with Discord. It implements [chat.Poster]
// and, for interactions by HTTP, [http.Handler]. Its methods may be called
// concurrently, but [Adapter.Prepare] and [Adapter.Run] once each and in this
// order.
type Adapter struct {
	breaker  *exchange.Breaker
	api      *client
	grants   grants
	gateway  *gateway.Gateway // nil if interactions come by HTTP
	verifier exchange.Verifier
	encoder  encoder

	guild    string // where the commands are registered; empty for all servers
	about    chat.Command
	commands []chat.Command
	says     func(locale string) Sentences
	log      *slog.Logger
	observer Observer
	self     application // known after Prepare

	intake    exchange.Intake
	outbox    *exchange.Outbox
	standings standings
	opened    recent.Set[string] // messages with people for whom a thread was opened from there
	gamesDMs  exchange.Pages[gamesDM]
}

// gamesDM is a direct message in which somebody has asked to see their games.
type gamesDM struct {
	ref     ref // of the message; the zero value is none
	locale  string
	sent    time.Time
	refused time.Time // somebody takes none
	writes  time.Time // since when it is being sent or changed because they have asked
}
