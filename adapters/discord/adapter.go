package discord

import (
	"log/slog"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// Observer receives the events of an adapter, for metrics.
type Observer = exchange.Observer

// Adapter connects a [chat.Handler] to Discord. It implements [chat.Poster] and, for
// interactions by HTTP, [http.Handler]. Its methods may be called concurrently.
// [Adapter.Prepare] and [Adapter.Run] must be called once each, in this order.
type Adapter struct {
	api      *client
	grants   grants
	gateway  *gateway.Gateway // nil if interactions come by HTTP
	verifier exchange.Verifier
	encoder  encoder

	guild    string // server in which to register the commands; empty for all servers
	about    chat.Command
	commands []chat.Command
	says     func(locale string) Sentences
	log      *slog.Logger
	observer Observer
	self     application // set by Prepare

	intake        exchange.Intake
	outbox        *exchange.Outbox
	access        accessMap
	threadsOpened recent.Set[string] // keys of threads opened; see threadKey
	gamesDMs      exchange.Pages[gamesDM]
}

type gamesDM struct {
	ref     ref // the message; the zero value if there is no message yet
	locale  string
	sent    time.Time
	refused time.Time // when the user's settings last refused a message
	begun   time.Time // when a request began to write the message; zero if none is writing it
}

// Sentences holds the adapter's own sentences in one language.
type Sentences struct {
	Sorry         chat.Text // an internal error occurred
	Done          chat.Text
	NotOurs       chat.Text // the interaction is not one that the bot offers
	NoThreads     chat.Text // the place has no threads
	MayNotOpen    chat.Text // the bot lacks the permissions [ToOpenThreads]
	YouMayNotOpen chat.Text // the user lacks the permissions [ToOpenThreads]
	Opened        chat.Text // a thread was already opened from the message
	InThread      chat.Text // the game has a thread; the link follows
	InMessages    string    // the requested message is in the user's direct messages; shown as a link to it
	MayNotSend    chat.Text // the user accepts no messages from the bot
	Shut          chat.Text // the bot lacks the permissions [ToWrite]
}

// Permissions that moderators can grant, as Discord names them.
const (
	ThreadPermissions = "Create Public Threads, Send Messages in Threads"
	WritePermissions  = "View Channel, Send Messages"
)
