package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// defaultAPIURL is the base of Discord's HTTP API.
const defaultAPIURL = "https://discord.com/api"

// apiVersion is the version of the API in every path,
// https://docs.discord.com/developers/reference#api-versioning.
const apiVersion = "/v10"

// userAgent says who asks, https://docs.discord.com/developers/reference#user-agent.
const userAgent = "DiscordBot (othellobot, 1)"

// What a request may take and how often it is tried.
const (
	attemptTime  = 5 * time.Second
	maxAttempts  = 4
	firstBackoff = 150 * time.Millisecond
	maxResponse  = 4 << 20
)

// client speaks Discord's HTTP API. Requests run side by side: those of one route
// keep to its limit, and those of the bot share a pace. It may be used concurrently.
type client struct {
	base     string
	token    string
	http     http.RoundTripper // not a client, which would follow where an answer sends it
	observer exchange.Observer
	random   exchange.Random
	guard    *guard
	pace     *pace
	buckets  *buckets
	works    func() bool // reports whether a request would be sent at all; nil for always
}

func newClient(base, token string, transport http.RoundTripper, o exchange.Observer, r exchange.Random, log *slog.Logger) *client {
	return &client{
		base: strings.TrimSuffix(base, "/") + apiVersion, token: token, http: transport,
		observer: o, random: r, guard: newGuard(o, log), pace: newPace(o), buckets: newBuckets(o),
	}
}

// newTransport makes the usual way to Discord. While that hangs, requests wait for one
// of few connections, and idle ones cost no memory for long.
func newTransport(n Network) *http.Transport {
	t := n.Transport()
	t.MaxConnsPerHost = 64
	t.MaxIdleConnsPerHost = 8
	t.IdleConnTimeout = 30 * time.Second
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second}
	return t
}

// request is one call of the API.
type request struct {
	method string
	path   string // behind the version, escaped
	body   any    // nil for none
	result any    // decoded into, if not nil

	ofBot   bool          // sent in the name of the bot, else by the token in the path
	route   string        // which has a limit of its own; empty for none
	patient bool          // worth waiting for a turn; what is not is dropped when there is a queue
	once    bool          // not to be sent again where it may have arrived
	within  time.Duration // how long an attempt may take; 0 for the usual time
}

// do carries a request out, persistently. A picture is sent along once: whatever becomes of
// that, the message itself is not lost for it.
func (c *client) do(ctx context.Context, r request) error {
	body := contentOf(r.body)
	p, _ := r.body.(payload)
	retry := exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: c.random, Passes: func(err error) (time.Duration, bool) {
		wait, passes := passing(err)
		return wait, passes && (!r.once || fateOf(err) == chat.Unsent)
	}}
	return retry.Do(ctx, func() error {
		err := c.attempt(ctx, r, body)
		if p.picture == nil || !maySpoil(err) {
			return err
		}
		p = p.bare()
		if body = contentOf(p); fateOf(err) != chat.Unknown {
			err = c.attempt(ctx, r, body)
		}
		return err
	})
}

// maySpoil reports whether a request may have failed because of the picture in it.
func maySpoil(err error) bool {
	switch statusOf(err) {
	case http.StatusTooManyRequests, http.StatusUnauthorized, http.StatusNotFound:
		return false
	case 0:
		return errors.Is(err, errNoAnswer)
	default:
		return true
	}
}

// passing reports whether Discord's rate limits or the way to Discord have stopped a
// request, so that another attempt may succeed. It returns the wait that a limit asks for.
func passing(err error) (wait time.Duration, passes bool) {
	refused, ok := errors.AsType[*apiError](err)
	switch {
	case !ok:
		return 0, errors.Is(err, errNoAnswer) || errors.Is(err, errNoConnection)
	case refused.Status == http.StatusTooManyRequests:
		return refused.Wait, refused.Wait > 0 && refused.Wait <= maxWait
	default:
		return 0, refused.Status >= http.StatusInternalServerError
	}
}

func (c *client) attempt(ctx context.Context, r request, body content) error {
	if c.works != nil && !c.works() { // it would take others' turns in vain
		return exchange.ErrBroken
	}
	report, err := c.buckets.wait(ctx, r.route, r.patient)
	if err != nil {
		return err
	}
	resp, err := c.send(ctx, r, body)
	if err != nil {
		report(nil)
		return err
	}
	report(resp.header)
	if resp.status/100 != 2 {
		return c.refusal(r, resp)
	}
	if r.result == nil {
		return nil
	}
	if err := json.Unmarshal(resp.content, r.result); err != nil {
		return errUnreadable
	}
	return nil
}

// response is an answer that was read.
type response struct {
	status  int
	header  http.Header
	content []byte
}

// send sends a request when it is its turn.
func (c *client) send(ctx context.Context, r request, body content) (response, error) {
	if r.ofBot {
		if err := c.pace.wait(ctx, r.patient); err != nil {
			return response{}, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(r.within, attemptTime))
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, r.method, c.base+r.path, bytes.NewReader(body.bytes))
	if err != nil {
		return response{}, errAddress
	}
	if body.mediaType != "" {
		req.Header.Set("Content-Type", body.mediaType)
	}
	req.Header.Set("User-Agent", userAgent)
	if r.ofBot {
		req.Header.Set("Authorization", "Bot "+c.token)
	}
	if err := c.guard.refuses(r.ofBot); err != nil {
		return response{}, err
	}
	resp, err := c.http.RoundTrip(req)
	if err != nil {
		return response{}, scrubbed(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(io.LimitReader(resp.Body, maxResponse))
	if err != nil {
		return response{}, errNoAnswer
	}
	got := response{resp.StatusCode, resp.Header, content}
	c.guard.note(got, r.ofBot)
	return got, nil
}

// refusal reads why Discord refused a request.
func (c *client) refusal(r request, resp response) error {
	var body struct {
		Code       int      `json:"code"`
		RetryAfter *float64 `json:"retry_after"` // in seconds; nil if unset
		Global     bool     `json:"global"`
	}
	_ = json.Unmarshal(resp.content, &body) // a proxy's refusal has no code
	err := &apiError{Status: resp.status, Code: body.Code}
	if resp.status != http.StatusTooManyRequests {
		return err
	}
	wait, timed := exchange.RetryAfter(resp.header)
	if body.RetryAfter != nil {
		wait, timed = exchange.Wait(*body.RetryAfter)
	}
	if !timed {
		return err
	}
	err.Wait = max(wait, firstBackoff)
	c.observer.Waits(err.Wait)
	if body.Global || resp.header.Get("X-RateLimit-Scope") == "global" {
		if r.ofBot {
			c.pace.pause(err.Wait)
		}
	} else {
		c.buckets.limited(r.route, err.Wait)
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
