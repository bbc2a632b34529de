package slack

import (
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// Observer receives the events between the bot and Slack.
type Observer = exchange.Observer

// Random spreads retries over time.
type Random = exchange.Random

// Network configures how requests and websockets reach Slack.
type Network = exchange.Network

// Adapter connects a [chat.Handler] to Slack. It implements [chat.Poster]. Its methods may be
// called concurrently, except [Adapter.Prepare] and [Adapter.Run]: call each once, in this order.
type Adapter struct {
	breaker  *exchange.Breaker // for the Web API
	web      web
	hooks    *http.Client       // for response addresses, which can fail independently of the Web API
	verifier *exchange.Verifier // nil if no deliveries come by HTTP
	opener   opener
	oauth    oauth
	own      account
	encoder  encoder
	installs Installs
	commands []chat.Command
	says     func(locale string) Sentences
	logger   *slog.Logger
	observer Observer
	random   Random

	health        health
	queues        queues
	outbox        *exchange.Outbox
	intake        exchange.Intake
	names         names
	homes         homes
	hinted        recent.Set[string]         // conversations where a user was shown how to bring the bot in
	foreignDMs    recent.Set[string]         // direct messages between users, which the bot is not part of
	latest        recent.Map[string, string] // by channel, the tenant of the user who acted there last
	sharedNoticed recent.Set[string]         // tenant/channel keys where a user was informed that another tenant plays there, too
	tokens        rotation
	rests         rests

	connected atomic.Bool          // deliveries can arrive
	newest    atomic.Pointer[link] // newest Socket Mode link
}

// account is the bot's own account, if it is configured with a token.
type account struct {
	token    string                  // empty if workspaces install the bot
	install  atomic.Pointer[install] // nil until Slack has said whose token it is
	known    chan struct{}           // closed when the adapter knows the bot's identity
	refusals chan error              // refusals of the token, which keepToken handles
}

// rests holds calls that Slack has refused and that are not tried again for a while. It may be used
// concurrently.
type rests struct {
	until recent.Map[string, time.Time]
}

func (r *rests) begin(what string, d time.Duration) { r.until.Put(what, time.Now().Add(d)) }

func (r *rests) has(what string) bool {
	until, _ := r.until.Get(what)
	return time.Now().Before(until)
}

// Prefixes of the keys in rests.
const (
	restOfToken   = "token "   // calls with an installation's token
	restOfNames   = "names "   // profile requests with a token that lacks the scope users:read
	restOfRefresh = "refresh " // exchanges of a refresh token that has failed
)

// homes are the recently opened App Homes, each with the channel of its owner's direct message with
// the bot. See https://docs.slack.dev/surfaces/app-home.
type homes = exchange.Pages[string]
