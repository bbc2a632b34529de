package slack

import (
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/recent"
)

// Observer receives measurements of the traffic between the bot and Slack.
type Observer = exchange.Observer

// Random returns random durations for the pauses between retries.
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
	rateLimits    rateLimits
	outbox        *exchange.Outbox
	intake        exchange.Intake
	names         names
	homes         exchange.Pages[string]     // recently opened App Homes, each with the channel of the user's direct message with the bot
	hinted        recent.Set[string]         // tenant/channel keys where a user was told that the bot is not a member
	foreignDMs    recent.Set[string]         // tenant/channel keys of direct messages that the bot is not in
	latest        recent.Map[string, string] // for each channel, the tenant of its latest user
	sharedNoticed recent.Set[string]         // tenant/channel keys where a user was told that another tenant plays there
	tokens        rotation
	suspended     suspensions

	connected atomic.Bool // deliveries can arrive; stays set when a link is lost
	newest    atomic.Pointer[link]
}

type account struct {
	token      string                  // empty if workspaces install the bot
	install    atomic.Pointer[install] // nil while the bot's identity is unknown, and without a token
	identified chan struct{}           // closed once the identity is known, or if there is no token
	failures   chan error              // errors after which keepToken requests the identity again
}

// suspensions maps each key to the time until which the adapter skips calls, because earlier calls failed.
type suspensions struct{ recent.Map[string, time.Time] }

func (r *suspensions) begin(what string, d time.Duration) { r.Put(what, time.Now().Add(d)) }

func (r *suspensions) has(what string) bool {
	until, _ := r.Get(what)
	return time.Now().Before(until)
}

// Prefixes of the keys in [suspensions]. A token follows each.
const (
	tokenKey    = "token "   // calls with the token, except checks of the token
	profilesKey = "names "   // profile requests with the token
	refreshKey  = "refresh " // exchanges of the refresh token
)

// Sentences holds the adapter's own texts for users, in one language. The comments say when each text is shown.
type Sentences struct {
	Sorry          chat.Text // the bot failed to answer
	NotUnderstood  chat.Text // the adapter does not understand the delivery
	UnresolvedName chat.Text // Slack did not resolve a typed name
	OnePlayer      chat.Text // a group was mentioned
	NoThread       chat.Text // the bot cannot post a message to start a thread
	Invite         chat.Text // the bot is not in the conversation, and /invite brings it in
	Guest          chat.Text // the bot is not in the conversation and cannot be brought in
	SharedChannel  chat.Text // users of another workspace play their own games in the channel
	Archived       chat.Text
	ReadOnly       chat.Text // the bot may not write in the channel
	TokenRefused   chat.Text // Slack refuses the bot's token
	Late           chat.Text // the message will be sent later
	NotReady       chat.Text // the bot does not know its identity yet
	NotShown       chat.Text // the message could not be shown
	NotInstalled   func(page string) chat.Text
	PlaysInThread  func(chat.UserID) chat.Text

	InvalidState     func(page string) chat.Text // this and the texts below are for the installation pages
	NothingInstalled chat.Text
	Unfinished       func(page string) chat.Text
	Installed        chat.Text
}

type trouble uint8

const (
	unreachable trouble = 1 << iota // the Web API does not answer
	noBotToken                      // Slack refuses the token, or the bot's identity is unknown
	noAppToken                      // Slack refuses Socket Mode
)

type health struct {
	observer exchange.Observer
	mu       sync.Mutex // also held during calls of the observer, to keep its states in order
	troubles trouble
}

func (h *health) set(t trouble, exists bool) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.troubles
	h.troubles &^= t
	if exists {
		h.troubles |= t
	}
	if (before == 0) != (h.troubles == 0) {
		h.observer.SetWorking(h.troubles == 0)
	}
	return before != h.troubles
}

func (h *health) has(any trouble) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.troubles&any != 0
}
