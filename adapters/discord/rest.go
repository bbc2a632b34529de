package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"othellobot/adapters/discord/gateway"
)

// defaultAPIURL is the base of Discord's HTTP API.
const defaultAPIURL = "https://discord.com/api"

// apiVersion is the version of the API in every path,
// https://docs.discord.com/developers/reference#api-versioning.
const apiVersion = "/v10"

// What a request may take and how often it is tried.
const (
	attemptTime  = 10 * time.Second
	maxAttempts  = 4
	firstBackoff = 100 * time.Millisecond
	maxWait      = 20 * time.Second // that a 429 can ask for
	maxResponse  = 4 << 20
)

// client speaks Discord's HTTP API. Requests run side by side: those with an
// interaction's token have a rate limit each of their own, and those of the bot
// share a pace. It may be used concurrently.
type client struct {
	base  string
	token string
	http  http.RoundTripper // not a client, which would follow where an answer sends it
	pace  *pace

	observer Observer

	refused atomic.Bool // Discord has refused the bot's token
}

func newClient(base, token string, transport http.RoundTripper) *client {
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		transport = t
	}
	return &client{
		base: strings.TrimSuffix(base, "/") + apiVersion, token: token, pace: newPace(),
		http: transport,
	}
}

// request is one call of the API.
type request struct {
	method string
	path   string // behind the version, escaped
	body   any    // nil for none
	result any    // decoded into, if not nil

	ofBot   bool      // sent in the name of the bot, else by the token in the path
	patient bool      // worth waiting for a turn; what is not is dropped when there is a queue
	until   time.Time // no attempt begins later, if set
}

var (
	errRefused    = fmt.Errorf("discord: the bot's token has been refused before: %w", gateway.ErrUnauthorized)
	errUnreadable = errors.New("discord: an answer that cannot be read")
	errAddress    = errors.New("discord: not an address of the API")
)

// do carries a request out, persistently.
func (c *client) do(ctx context.Context, r request) error {
	body, err := r.encoded()
	if err != nil {
		return err
	}
	return persist(ctx, r.until, func() error { return c.attempt(ctx, r, body) })
}

// persist makes an attempt again, with backoff and as long as the context lasts,
// when Discord's rate limits or the way to Discord have stopped it. No attempt
// but the first begins after until, if that is set.
func persist(ctx context.Context, until time.Time, attempt func() error) error {
	backoff := firstBackoff
	for n := 1; ; n++ {
		err := attempt()
		wait, again := waitAfter(err, backoff)
		if !again || n == maxAttempts || !until.IsZero() && time.Now().Add(wait).After(until) {
			return err
		}
		if sleep(ctx, wait) != nil {
			return err
		}
		backoff *= 2
	}
}

func (r request) encoded() ([]byte, error) {
	if r.body == nil {
		return nil, nil
	}
	return encode(r.body)
}

// waitAfter tells how long to wait before an attempt is made again, and false if
// another would end the same.
func waitAfter(err error, backoff time.Duration) (time.Duration, bool) {
	jittered := backoff/2 + rand.N(backoff)
	refused := (*apiError)(nil)
	switch {
	case err == nil, errors.Is(err, errRefused), errors.Is(err, errDropped), errors.Is(err, errUnreadable),
		errors.Is(err, errAddress), errors.Is(err, context.Canceled):
		return 0, false
	case !errors.As(err, &refused):
		return jittered, true // the way to Discord failed
	case refused.Status == http.StatusTooManyRequests:
		return refused.Wait, refused.Wait <= maxWait
	default:
		return jittered, refused.Status >= 500
	}
}

func (c *client) attempt(ctx context.Context, r request, body []byte) error {
	if r.ofBot {
		if c.refused.Load() {
			return errRefused
		}
		if err := c.pace.wait(ctx, r.patient); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, attemptTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, bytes.NewReader(body))
	if err != nil {
		return errAddress
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Header.Set("User-Agent", "DiscordBot (othellobot, 1)")
	if r.ofBot {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	resp, err := c.http.RoundTrip(req)
	if err != nil {
		return scrubbed(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return scrubbed(err)
	}
	if resp.StatusCode/100 != 2 {
		return c.refusal(r, resp, content)
	}
	if r.result == nil {
		return nil
	}
	if err := json.Unmarshal(content, r.result); err != nil {
		return errUnreadable
	}
	return nil
}

// refusal reads why Discord refused a request. A token refused once is not shown
// again: Discord bans who keeps trying,
// https://docs.discord.com/developers/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans.
func (c *client) refusal(r request, resp *http.Response, content []byte) error {
	var body struct {
		Code       int     `json:"code"`
		RetryAfter float64 `json:"retry_after"` // in seconds
		Global     bool    `json:"global"`
	}
	_ = json.Unmarshal(content, &body) // a proxy's refusal has no code
	err := &apiError{Status: resp.StatusCode, Code: body.Code}
	switch resp.StatusCode {
	case http.StatusUnauthorized:
		if r.ofBot {
			c.refused.Store(true)
		}
	case http.StatusTooManyRequests:
		seconds := body.RetryAfter
		if seconds == 0 {
			seconds, _ = strconv.ParseFloat(resp.Header.Get("Retry-After"), 64)
		}
		seconds = min(seconds, time.Hour.Seconds()) // more would not fit a duration
		err.Wait = max(time.Duration(seconds*float64(time.Second)), firstBackoff)
		err.Global = body.Global || resp.Header.Get("X-RateLimit-Scope") == "global"
		c.observer.waited(err.Wait)
		if r.ofBot && err.Global {
			c.pace.pause(min(err.Wait, maxWait))
		}
	}
	return err
}

// path joins the parts of a path, each escaped.
func path(parts ...string) string {
	var text strings.Builder
	for _, p := range parts {
		text.WriteString("/" + url.PathEscape(p))
	}
	return text.String()
}
