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

// Observer receives measurements of the traffic between the bot and Slack.
type Observer = exchange.Observer

// Random returns random durations, which spread retries over time.
type Random = exchange.Random

// Network configures how requests and websockets reach Slack.
type Network = exchange.Network

// Adapter connects a [chat.Handler] to Slack. It implements [chat.Poster]. Call [Adapter.Prepare]
// and then [Adapter.Run] once each. The other methods may be called concurrently.
type Adapter struct {
	breaker  *exchange.Breaker // stops calls of the Web API during an outage
	web      web
	hooks    *http.Client       // for response addresses, which Slack calls response URLs
	verifier *exchange.Verifier // nil if no deliveries arrive by HTTP
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
	hinted        recent.Set[string]         // tenant/channel keys whose users know that the bot is not a member
	foreignDMs    recent.Set[string]         // tenant/channel keys of direct messages that the bot is not in
	latest        recent.Map[string, string] // tenant of the latest user of each channel
	sharedNoticed recent.Set[string]         // tenant/channel keys whose users know that another tenant plays there
	tokens        rotation
	suspended     suspensions

	connected atomic.Bool // deliveries can arrive
	newest    atomic.Pointer[link]
}

// account is the bot's account in its only workspace, if the operator configured a token.
type account struct {
	token      string                  // empty if workspaces install the bot
	install    atomic.Pointer[install] // nil until the bot's identity is known
	identified chan struct{}           // closed once the identity is known, or if there is no token
	failures   chan error              // errors after which keepToken requests the identity again
}

// suspensions records which calls the adapter skips for a while because an earlier one failed. It
// may be used concurrently.
type suspensions struct {
	until recent.Map[string, time.Time]
}

func (r *suspensions) begin(what string, d time.Duration) { r.until.Put(what, time.Now().Add(d)) }

func (r *suspensions) has(what string) bool {
	until, _ := r.until.Get(what)
	return time.Now().Before(until)
}

// Prefixes of the keys in suspensions. A token follows.
const (
	tokenKey    = "token "   // all calls with the token
	profilesKey = "names "   // profile requests with the token
	refreshKey  = "refresh " // exchanges of the refresh token
)

// homes tracks the users who opened their App Home in the last day,
// https://docs.slack.dev/surfaces/app-home. It holds the channel of each user's direct message with
// the bot.
type homes = exchange.Pages[string]
