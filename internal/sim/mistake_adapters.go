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

// dropsClientID removes client_msg_id from requests that contain the text what. Without client_msg_id, Slack does not
// recognize a repeated message.
type dropsClientID struct {
	next http.RoundTripper
	what string
}

func (t dropsClientID) RoundTrip(r *http.Request) (*http.Response, error) {
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

var clientID = regexp.MustCompile(`client_msg_id=[^&]*&`)

type repeatsPosts struct{ next http.RoundTripper }

func (t repeatsPosts) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	try := func() (*http.Response, error) {
		again := r.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(bytes.ReplaceAll(body, []byte(`"enforce_nonce":true`), []byte(`"enforce_nonce":false`))))
		return dropsClientID{t.next, ""}.RoundTrip(again)
	}
	response, err := try()
	if err != nil && r.Context().Err() == nil && strings.HasSuffix(r.URL.Path, "/chat.postMessage") {
		return try()
	}
	return response, err
}

func (m mistake) livePoster(of livePoster) chat.Poster {
	if m == oneForAll {
		return sharesCapacity{of}
	}
	return of
}

type sharesCapacity struct{ livePoster }

func (s sharesCapacity) Capacity() int {
	return s.capacity(func() int {
		least := s.adapter.Capacity()
		for _, a := range s.apps {
			least = min(least, a.Capacity())
		}
		return least
	})
}

func (m mistake) liveHandler(h liveHandler) chat.Handler {
	switch m {
	case claimNewest:
		return claimsNewest{h}
	default:
		return h
	}
}

type claimsNewest struct{ liveHandler }

func (c claimsNewest) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	shown.Version = 1 << 30
	return c.liveHandler.Sent(ctx, shown, o)
}

func (p *process) platformEvent(verb string, about chat.Place) {
	_, _ = p.handler.Handle(p.ctx, chat.Action{Origin: chat.OriginPlatform, Verb: verb, Place: about})
}

func (m mistake) requests(p *process, next http.Handler) http.Handler {
	kind := map[mistake]string{trustRemovals: "app_uninstalled", revokedRemoves: "tokens_revoked"}[m]
	if kind == "" {
		return next
	}
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		if bytes.Contains(body, []byte(`"`+kind+`"`)) {
			for at := range p.world.channels {
				if bytes.Contains(body, []byte(at.Team)) {
					p.platformEvent(chat.VerbRemoved, chat.Place{Platform: at.Platform, Team: at.Team})
					break
				}
			}
		}
		next.ServeHTTP(rw, r)
	})
}
