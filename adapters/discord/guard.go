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

const (
	// Discord bans an address after 10,000 invalid requests in ten minutes, including those of
	// other programs:
	// https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans.
	// After maxInvalid in that time, half of them at once and the others evenly spread, the bot only sends
	// requests with the token of an interaction.
	maxInvalid    = 5000
	invalidWindow = 10 * time.Minute

	// The first and the longest pause after Discord has refused the bot's token.
	firstRefusal   = time.Minute
	longestRefusal = time.Hour
)

// Only errBanned also stops requests with an interaction's token.
var (
	errRefused = errors.New("discord: not sent: the bot's token was refused a while ago")
	errBanned  = errors.New("discord: not sent: this address is refused for a while")
	errInvalid = errors.New("discord: not sent: too many requests were invalid")
)

// guard protects the bot from being banned by Discord or by the network in front of it.
type guard struct {
	observer exchange.Observer
	log      *slog.Logger

	mu      sync.Mutex    // guards the fields below
	invalid *rate.Limiter // limits invalid requests
	tooMany bool          // the limit of invalid requests was reached
	pause   time.Duration // pause after the last refusal of the token; 0 if the token works
	until   time.Time     // the token must not be used before this time
	banned  time.Time     // no request may be sent before this time
}

func newGuard(o exchange.Observer, log *slog.Logger) *guard {
	return &guard{observer: o, log: log, invalid: rate.NewLimiter(rate.Every(2*invalidWindow/maxInvalid), maxInvalid/2)}
}

func (g *guard) refusal(ofBot bool) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tooMany = g.tooMany && g.invalid.Tokens() < maxInvalid/2 // until the limiter is full again
	switch {
	case time.Now().Before(g.banned):
		return errBanned
	case !ofBot:
		return nil
	case g.tooMany:
		return errInvalid
	case time.Now().Before(g.until):
		return errRefused
	default:
		return nil
	}
}

// admits returns how many requests may be sent in the bot's name: 0, 1 as a test, or [math.MaxInt].
func (g *guard) admits() int {
	if g.refusal(true) != nil {
		return 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pause > 0 {
		return 1
	}
	return math.MaxInt
}

func (g *guard) note(resp response, ofBot bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	scope := resp.header.Get("X-RateLimit-Scope")
	wait, timed := exchange.RetryAfter(resp.header)
	if timed && resp.status == http.StatusTooManyRequests && scope == "" && !json.Valid(resp.content) { // not by Discord itself
		g.banned = time.Now().Add(wait)
		g.log.Error("the network before discord refuses this address", "wait", wait)
	}
	switch status := resp.status; {
	case status == http.StatusTooManyRequests && scope == "shared": // does not count as invalid
	case status == http.StatusUnauthorized, status == http.StatusForbidden, status == http.StatusTooManyRequests:
		if g.invalid.Allow(); g.invalid.Tokens() < 1 && !g.tooMany {
			g.tooMany = true
			g.log.Error("too many invalid requests, nothing more is sent in the bot's name until there are fewer")
		}
	}
	switch refused := resp.status == http.StatusUnauthorized; {
	case !ofBot:
	case refused && !time.Now().Before(g.until): // otherwise the request was sent before the last refusal
		g.pause = min(max(2*g.pause, firstRefusal), longestRefusal)
		g.until = time.Now().Add(g.pause)
		g.log.Error("discord refuses the bot's token", "wait", g.pause)
		g.observer.SetWorking(false)
	case !refused && g.pause > 0 && resp.status < http.StatusInternalServerError && !time.Now().Before(g.until):
		g.pause = 0
		g.observer.SetWorking(true)
	}
}
