package discord

import (
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"othellobot/adapters/internal/exchange"
)

// Discord bans an address after 10,000 invalid requests in ten minutes, those by
// other programs of the address included,
// https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans.
// The bot sends at most maxInvalid: half of them at once, the other half spread over the window.
const (
	maxInvalid    = 5000
	invalidWindow = 10 * time.Minute
)

// How long the bot's token is not shown after Discord has refused it.
const (
	firstRefusal   = time.Minute
	longestRefusal = time.Hour
)

// Why nothing is sent, the first two in the bot's name only.
var (
	errRefused = errors.New("discord: not sent: the bot's token was refused a while ago")
	errBanned  = errors.New("discord: not sent: this address is refused for a while")
	errInvalid = errors.New("discord: not sent: too many requests were invalid")
)

// guard keeps Discord from banning the bot: it sends nothing in the bot's name while
// too many requests were invalid, and for a while after its token was refused. While the
// network before Discord refuses this address, it sends nothing at all.
type guard struct {
	observer exchange.Observer
	log      *slog.Logger

	mu      sync.Mutex    // guards the rest
	invalid *rate.Limiter // holds how many requests may yet be invalid
	full    bool          // there were too many
	pause   time.Duration // after the last refusal of the token; 0 if it is accepted
	until   time.Time     // the token is not shown before
	banned  time.Time     // nothing is sent before
}

func newGuard(o exchange.Observer, log *slog.Logger) *guard {
	return &guard{observer: o, log: log, invalid: rate.NewLimiter(rate.Every(2*invalidWindow/maxInvalid), maxInvalid/2)}
}

// refuses returns why a request is not sent now, or nil.
func (g *guard) refuses(ofBot bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.full = g.full && g.invalid.Tokens() < maxInvalid/2 // until nothing counts any more
	switch {
	case time.Now().Before(g.banned):
		return errBanned
	case !ofBot:
		return nil
	case g.full:
		return errInvalid
	case time.Now().Before(g.until):
		return errRefused
	default:
		return nil
	}
}

// admits is how many requests in the bot's name may be sent: none, one to try
// whether its token is accepted again, or any number, which is [math.MaxInt].
func (g *guard) admits() int {
	if g.refuses(true) != nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pause > 0 {
		return 1
	}
	return math.MaxInt
}

// note notes how a request was answered.
func (g *guard) note(resp response, ofBot bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if wait, timed := exchange.RetryAfter(resp.header); timed && isBan(resp) {
		g.banned = time.Now().Add(wait)
		g.log.Error("the network before discord refuses this address", "wait", wait)
	}
	switch status := resp.status; {
	case status == http.StatusTooManyRequests && resp.header.Get("X-RateLimit-Scope") == "shared": // is not counted
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		if g.invalid.Allow(); g.invalid.Tokens() < 1 && !g.full {
			g.full = true
			g.log.Error("too many invalid requests, nothing more is sent in the bot's name until there are fewer")
		}
	}
	switch refused := resp.status == http.StatusUnauthorized; {
	case !ofBot:
	case refused && !time.Now().Before(g.until): // else it was sent before
		g.pause = min(max(2*g.pause, firstRefusal), longestRefusal)
		g.until = time.Now().Add(g.pause)
		g.log.Error("discord refuses the bot's token", "wait", g.pause)
		g.observer.Working(false)
	case !refused && g.pause > 0 && resp.status < http.StatusInternalServerError && !time.Now().Before(g.until):
		g.pause = 0
		g.observer.Working(true)
	}
}

// isBan reports whether a refusal comes from the network before Discord, which refuses all
// requests of an address and answers no JSON.
func isBan(resp response) bool {
	return resp.status == http.StatusTooManyRequests && resp.header.Get("X-RateLimit-Scope") == "" && !json.Valid(resp.content)
}
