package slack

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// Handler returns the handler of Slack's HTTP requests and of the installation pages.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	if a.verifier != nil {
		mux.HandleFunc("POST /slack/commands", a.serveCommand)
		mux.HandleFunc("POST /slack/interactivity", a.serveInteraction)
		mux.HandleFunc("POST /slack/events", a.serveEvent)
	}
	if a.oauth.client != "" {
		mux.HandleFunc("GET /slack/install", a.oauth.serveInstall)
		mux.HandleFunc("GET /slack/oauth/callback", a.serveCallback)
	}
	return mux
}

func (a *Adapter) serveCommand(w http.ResponseWriter, r *http.Request) {
	unsigned := r.Header.Get("X-Slack-Signature") == "" && r.ContentLength >= 0 && r.ContentLength <= maxCertificateCheck
	if unsigned && r.PostFormValue("ssl_check") == "1" {
		return // a check of the server's certificate
	}
	body, ok := a.verifier.Read(w, r)
	if !ok {
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	c, err := slackapi.SlashCommandParse(r)
	switch {
	case err != nil:
		exchange.Refuse(w, http.StatusBadRequest)
	case r.PostForm.Get("ssl_check") == "1":
	default:
		a.serve(w, r, commandDelivery(c), true)
	}
}

func (a *Adapter) serveInteraction(w http.ResponseWriter, r *http.Request) {
	body, ok := a.verifier.Read(w, r)
	if !ok {
		return
	}
	var in interaction
	form, err := url.ParseQuery(string(body))
	if err != nil || json.Unmarshal([]byte(form.Get("payload")), &in) != nil {
		exchange.Refuse(w, http.StatusBadRequest)
		return
	}
	a.serve(w, r, in.delivery(), false)
}

func (a *Adapter) serveEvent(w http.ResponseWriter, r *http.Request) {
	body, ok := a.verifier.Read(w, r)
	if !ok {
		return
	}
	var c callback
	if json.Unmarshal(body, &c) != nil {
		exchange.Refuse(w, http.StatusBadRequest)
		return
	}
	if c.Type == "url_verification" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, c.Challenge)
		return
	}
	a.serve(w, r, c.delivery(), false)
}

// newVerifier returns a verifier of Slack's signatures,
// https://docs.slack.dev/authentication/verifying-requests-from-slack.
func newVerifier(secret string, now func() time.Time) *exchange.Verifier {
	return &exchange.Verifier{
		Stamp: "X-Slack-Request-Timestamp", Signature: "X-Slack-Signature", Prefix: "v0=", Size: sha256.Size, Now: now,
		Valid: func(stamp string, body, signature []byte) bool {
			hash := hmac.New(sha256.New, []byte(secret))
			_, _ = fmt.Fprintf(hash, "v0:%s:", stamp) // writing to a hash never fails
			_, _ = hash.Write(body)
			return hmac.Equal(signature, hash.Sum(nil))
		},
	}
}

// serve accepts a delivery and acknowledges it in the response. While the bot's identity is unknown, serve
// refuses deliveries without a response address, so that Slack repeats events.
func (a *Adapter) serve(w http.ResponseWriter, r *http.Request, d delivery, carries bool) {
	if d.Response == "" && a.account.token != "" && a.account.install.Load() == nil {
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	d.received = time.Now()
	declined, decline := context.WithCancel(r.Context())
	defer decline()
	x := &reply{Adapter: a, in: d, carries: carries, decline: decline}
	exchange.Serve(w, r.WithContext(declined), func(respond func(context.Context, []byte) error) bool {
		x.acknowledge = func(ctx context.Context, whisper *response) error {
			body, err := ackBody(whisper)
			return errors.Join(err, respond(ctx, body))
		}
		return a.intake.Do(x.run)
	})
	if declined.Err() != nil && r.Context().Err() == nil {
		exchange.Refuse(w, http.StatusServiceUnavailable)
	}
}

func ackBody(whisper *response) ([]byte, error) {
	if whisper == nil {
		return nil, nil
	}
	return exchange.JSON(whisper)
}
