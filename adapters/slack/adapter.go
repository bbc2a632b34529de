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

// Adapter connects a [chat.Handler] to Slack. It implements [chat.Poster]. Call [Adapter.Prepare]
// and then [Adapter.Run] once each. The other methods may be called concurrently.
type Adapter struct {
	breaker  *exchange.Breaker // for the Web API
	web      web
	hooks    *http.Client       // for response addresses
	verifier *exchange.Verifier // nil if no deliveries come by HTTP
	appToken string             // empty if Socket Mode is not used
	network  Network
	oauth    oauth
	account  account
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
	foreignDMs    recent.Set[string]         // direct messages without the bot
	latest        recent.Map[string, string] // by channel, the tenant of the user who acted there last
	sharedNoticed recent.Set[string]         // tenant/channel keys whose users know that another tenant plays there
	tokens        rotation
	suspended     suspensions

	connected atomic.Bool // deliveries can arrive
	newest    atomic.Pointer[link]
}

// account is the bot's own account, if it is configured with a token.
type account struct {
	token      string                  // empty if workspaces install the bot
	install    atomic.Pointer[install] // nil until the bot's identity is known
	identified chan struct{}           // closed once it is known, or if there is no token
	refusals   chan error              // for keepToken
}

// suspensions holds kinds of calls that are not tried for a while after Slack refused one. It may
// be used concurrently.
type suspensions struct {
	until recent.Map[string, time.Time]
}

func (r *suspensions) begin(what string, d time.Duration) { r.until.Put(what, time.Now().Add(d)) }

func (r *suspensions) has(what string) bool {
	until, _ := r.until.Get(what)
	return time.Now().Before(until)
}

// Prefixes of the keys in suspensions, each before a token.
const (
	tokenKey    = "token "   // all calls with the token
	profilesKey = "names "   // profile requests with the token
	refreshKey  = "refresh " // exchanges of the token
)

// homes holds the open App Homes, https://docs.slack.dev/surfaces/app-home. The value of each is
// the channel of the user's direct message with the bot.
type homes = exchange.Pages[string]
