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

// Observer is told what happens between the bot and Slack.
type Observer = exchange.Observer

// Random spreads what is tried again.
type Random = exchange.Random

// Network configures how requests and websockets reach Slack.
type Network = exchange.Network

// Adapter connects a [chat.Handler] with Slack. It implements [chat.Poster]. Its
// methods may be called concurrently, but [Adapter.Prepare] and [Adapter.Run]
// once each and in this order.
type Adapter struct {
	breaker  *exchange.Breaker // of the Web API
	web      web
	hooks    *http.Client       // for response addresses, which work and fail by themselves
	verifier *exchange.Verifier // nil if nothing comes by HTTP
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

	health  health
	queues  queues
	outbox  *exchange.Outbox
	intake  exchange.Intake
	names   names
	homes   homes
	hinted  recent.Set[string]         // conversations where somebody was told how to bring the bot in
	strange recent.Set[string]         // conversations of two that the bot is no side of
	latest  recent.Map[string, string] // by channel, the tenant of which somebody acted there last
	apart   recent.Set[string]         // channels of a tenant where somebody was told that another plays there, too
	tokens  rotation
	rests   rests

	connected atomic.Bool          // deliveries can come
	newest    atomic.Pointer[link] // of Socket Mode
}

// account is what the bot has of its own, where it has a token.
type account struct {
	token    string                  // empty if workspaces install the bot
	install  atomic.Pointer[install] // nil until Slack has told whose the token is
	known    chan struct{}           // closed when the adapter knows who the bot is
	refusals chan error              // of the token, to be looked into
}

// rests holds what is not tried again for a while, because Slack has refused it. It may be
// used concurrently.
type rests struct {
	until recent.Map[string, time.Time]
}

func (r *rests) begin(what string, d time.Duration) { r.until.Put(what, time.Now().Add(d)) }

func (r *rests) has(what string) bool {
	until, _ := r.until.Get(what)
	return time.Now().Before(until)
}

// The names of what rests.
const (
	restOfToken   = "token "   // with the token of an installation
	restOfNames   = "names "   // with a token without the scope users:read
	restOfRefresh = "refresh " // with a refresh token that gave no other token
)

// homes are the App Homes that were opened here of late, each with the channel of its owner's
// conversation with the bot, https://docs.slack.dev/surfaces/app-home.
type homes = exchange.Pages[string]
