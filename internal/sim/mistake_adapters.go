package sim

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"

	"othellobot/chat"
)

// Mistakes of adapters, and of what stands around them.
const (
	oneForAll      mistake = "one-for-all"     // what a platform does not take on waits on all of them
	claimNewest    mistake = "claim-newest"    // a message is said to show what the game has come to
	repeatPosts    mistake = "repeat-posts"    // a message whose answer was lost is sent again
	unknownPuzzles mistake = "unknown-puzzles" // a puzzle of the day that was sent before is not known again
)

// unheeded is nobody's mistake: Slack pays no heed to client_msg_id. What the judge holds
// against the bot then is less.
const unheeded mistake = "unheeded"

// way is how a process reaches a service with the mistake.
func (m mistake) way(p *process, s *service) http.RoundTripper {
	switch m {
	case repeatPosts:
		return repeating{s.way(p)}
	case unknownPuzzles:
		return unknown{s.way(p), "puzzle"}
	default:
		return s.way(p)
	}
}

// unknown sends what has a text in it without that by which Slack knows it again.
type unknown struct {
	next http.RoundTripper
	what string
}

// RoundTrip implements [http.RoundTripper].
func (t unknown) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	if bytes.Contains(body, []byte(t.what)) {
		body = clientID.ReplaceAll(body, nil)
	}
	sent := r.Clone(r.Context())
	sent.Body = io.NopCloser(bytes.NewReader(body))
	return t.next.RoundTrip(sent)
}

// clientID is in a form by which Slack knows a message again.
var clientID = regexp.MustCompile(`client_msg_id=[^&]*&`)

type repeating struct{ next http.RoundTripper }

func (t repeating) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	try := func() (*http.Response, error) {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(`"enforce_nonce":true`), []byte(`"enforce_nonce":false`))))
		return unknown{t.next, ""}.RoundTrip(again)
	}
	response, err := try()
	if err != nil && r.Context().Err() == nil && strings.HasSuffix(r.URL.Path, "/chat.postMessage") {
		return try()
	}
	return response, err
}

// mouth is an adapter for what nobody asked for, with the mistake.
func (m mistake) mouth(of mouth) chat.Poster {
	if m == oneForAll {
		return sharing{of}
	}
	return of
}

type sharing struct{ mouth }

// Capacity implements [chat.Poster].
func (s sharing) Capacity() int {
	return s.capacity(func() int {
		least := s.adapter.Capacity()
		for _, a := range s.apps {
			least = min(least, a.Capacity())
		}
		return least
	})
}

// hearing is the bot as adapters reach it, with the mistake.
func (m mistake) hearing(h hearing) chat.Handler {
	switch m {
	case claimNewest:
		return claiming{h}
	default:
		return h
	}
}

type claiming struct{ hearing }

// Sent implements [chat.Handler].
func (c claiming) Sent(ctx context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	shown.Version = 1 << 30
	return c.hearing.Sent(ctx, shown, o)
}
