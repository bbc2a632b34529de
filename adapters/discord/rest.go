package discord

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// See https://docs.discord.com/developers/reference.
const (
	defaultAPIURL = "https://discord.com/api"
	apiVersion    = "/v10"
	userAgent     = "DiscordBot (othellobot, 1)"
)

const (
	attemptTime  = 5 * time.Second
	maxAttempts  = 4
	firstBackoff = 150 * time.Millisecond
	maxResponse  = 4 << 20
)

// client calls Discord's HTTP API. It may be used concurrently.
type client struct {
	base     string
	token    string
	http     *exchange.Breaker // not an http.Client, which would follow redirects
	observer exchange.Observer
	random   exchange.Random
	guard    *guard
	pace     *pace
	buckets  *buckets
}

func newClient(base, token string, transport http.RoundTripper, o exchange.Observer, r exchange.Random, log *slog.Logger) *client {
	return &client{
		base: strings.TrimSuffix(base, "/") + apiVersion, token: token, http: exchange.NewBreaker(transport, o),
		observer: o, random: r, guard: newGuard(o, log), pace: newPace(o), buckets: newBuckets(o),
	}
}

// newTransport limits connections, so that requests queue while Discord hangs, and closes idle ones
// soon to save memory.
func newTransport(n Network) *http.Transport {
	t := n.Transport()
	t.MaxConnsPerHost = 64
	t.MaxIdleConnsPerHost = 8
	t.IdleConnTimeout = 30 * time.Second
	t.HTTP2 = &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second}
	return t
}

type request struct {
	method string
	path   string // escaped, without the API version
	body   any    // may be nil
	result any    // receives the decoded answer; may be nil

	ofBot   bool          // sent in the bot's name, not with a token in the path
	route   string        // key of the rate limit; empty if there is none
	patient bool          // waits for a turn; other requests are dropped when the queue is long
	once    bool          // must not be sent again if it may have arrived
	within  time.Duration // limit of one attempt; 0 means attemptTime
}

// do sends a request with retries, and without its file once that may be why an attempt failed. If
// an attempt may have arrived, do returns its error even if a later one was rate limited or not sent.
func (c *client) do(ctx context.Context, r request) error {
	body := contentOf(r.body)
	p, _ := r.body.(payload)
	retry := exchange.Retry{First: firstBackoff, Longest: maxWait, Tries: maxAttempts, Random: c.random, Temporary: func(err error) (time.Duration, bool) {
		wait, passes := retryable(err)
		return wait, passes && (!r.once || fateOf(err) == chat.NotDelivered)
	}}
	var doubt error
	err := retry.Do(ctx, func() error {
		err := c.attempt(ctx, r, body)
		if p.upload != nil && mayBeUpload(err) {
			p = p.bare()
			if body = contentOf(p); fateOf(err) != chat.Unknown {
				err = c.attempt(ctx, r, body)
			}
		}
		if fateOf(err) == chat.Unknown {
			doubt = err
		}
		return err
	})
	if status := statusOf(err); doubt != nil && err != nil && (status == 0 || status == http.StatusTooManyRequests) {
		return doubt
	}
	return err
}

func mayBeUpload(err error) bool {
	switch statusOf(err) {
	case http.StatusTooManyRequests, http.StatusUnauthorized, http.StatusNotFound:
		return false
	case 0:
		return errors.Is(err, errNoAnswer)
	default:
		return true
	}
}

func retryable(err error) (wait time.Duration, passes bool) {
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
	if c.http.Admits() == 0 { // the request would fail, and only take the turn of another
		return exchange.ErrBroken
	}
	report, err := c.buckets.wait(ctx, r.route, r.patient)
	if err != nil {
		return err
	}
	resp, err := c.send(ctx, r, body)
	report(resp.header)
	switch {
	case err != nil:
		return err
	case resp.status/100 != 2:
		return c.refusal(r, resp)
	case r.result != nil && json.Unmarshal(resp.content, r.result) != nil:
		return errUnreadable
	default:
		return nil
	}
}

type response struct {
	status  int
	header  http.Header
	content []byte
}

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
	if err := c.guard.refusal(r.ofBot); err != nil {
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
		wait, timed = exchange.ParseSeconds(*body.RetryAfter)
	}
	if !timed {
		return err
	}
	err.Wait = max(wait, firstBackoff)
	c.observer.RecordWait(err.Wait)
	if body.Global || resp.header.Get("X-RateLimit-Scope") == "global" {
		if r.ofBot {
			c.pace.pause(err.Wait)
		}
	} else {
		c.buckets.block(r.route, err.Wait)
	}
	return err
}

func path(parts ...string) string {
	var text strings.Builder
	for _, p := range parts {
		text.WriteString("/" + url.PathEscape(p))
	}
	return text.String()
}

// Identity describes the application that a token belongs to.
type Identity struct {
	ID, Name   string
	Servers    int       // approximate number of servers in which it is installed
	Key        string    // public key for Discord's signatures, in hexadecimal digits
	AnsweredAt time.Time // time of the answer by Discord's clock, to the second; zero if missing
}

// Identify asks Discord once which application a token belongs to. An empty apiURL means
// Discord's own. The error contains no secret.
func Identify(ctx context.Context, apiURL, token string) (Identity, error) {
	var self struct {
		ID      string `json:"id"`
		Name    string `json:"name"`
		Servers int    `json:"approximate_guild_count"`
		Key     string `json:"verify_key"`
	}
	clock, err := askOnce(ctx, apiURL, token, "/applications/@me", &self)
	if err != nil {
		return Identity{}, err
	}
	return Identity{ID: self.ID, Name: self.Name, Servers: self.Servers, Key: self.Key, AnsweredAt: clock}, nil
}

// CheckGateway returns an error if the bot cannot connect to Discord's gateway. It connects without
// identifying, which starts no session.
func CheckGateway(ctx context.Context, apiURL, token string) error {
	var at struct{ URL string }
	_, err := askOnce(ctx, apiURL, token, "/gateway/bot", &at)
	if err == nil {
		at.URL, err = gateway.WithVersion(at.URL)
	}
	status := 0
	if err == nil {
		status, err = exchange.Reach(ctx, at.URL)
	}
	if err == nil && status != http.StatusSwitchingProtocols {
		err = fmt.Errorf("it answers with status %d instead of opening a websocket", status)
	}
	if err != nil {
		return fmt.Errorf("the gateway: %w", err)
	}
	return nil
}

// askOnce sends a GET request without retries.
func askOnce(ctx context.Context, apiURL, token, path string, answer any) (clock time.Time, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(cmp.Or(apiURL, defaultAPIURL), "/")+apiVersion+path, nil)
	if err != nil {
		return time.Time{}, errors.New("the address of the API is not a URL")
	}
	r.Header.Set("Authorization", "Bot "+token)
	r.Header.Set("User-Agent", userAgent)
	_, clock, err = exchange.Identify(r, answer)
	return clock, err
}
