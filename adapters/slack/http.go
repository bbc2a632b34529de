package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	slackapi "github.com/slack-go/slack"
)

// Handler serves what Slack sends by HTTP, and the pages to install the bot.
// Nothing is parsed whose signature is wrong.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	if a.SigningSecret != "" {
		mux.HandleFunc("GET /slack/commands", sslCheck)
		mux.HandleFunc("POST /slack/commands", a.serveCommand)
		mux.HandleFunc("POST /slack/interactivity", a.serveInteraction)
		mux.HandleFunc("POST /slack/events", a.serveEvent)
	}
	if a.ClientID != "" {
		mux.HandleFunc("GET /slack/install", a.serveInstall)
		mux.HandleFunc("GET /slack/oauth/callback", a.serveCallback)
	}
	return mux
}

// sslCheck answers Slack's question whether the address has a certificate, which
// is not signed.
func sslCheck(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("ssl_check") != "1" {
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
	}
}

func (a *Adapter) serveCommand(w http.ResponseWriter, r *http.Request) {
	body, signed := a.body(w, r)
	form, err := url.ParseQuery(string(body))
	switch {
	case body == nil:
	case err == nil && form.Get("ssl_check") == "1":
	case !signed:
		refuse(w, http.StatusUnauthorized)
	case err != nil:
		refuse(w, http.StatusBadRequest)
	default:
		a.serve(w, r, formCommand(form).delivery(), true)
	}
}

func (a *Adapter) serveInteraction(w http.ResponseWriter, r *http.Request) {
	body, signed := a.body(w, r)
	switch {
	case body == nil:
	case !signed:
		refuse(w, http.StatusUnauthorized)
	default:
		var in interaction
		form, err := url.ParseQuery(string(body))
		if err != nil || json.Unmarshal([]byte(form.Get("payload")), &in) != nil {
			refuse(w, http.StatusBadRequest)
			return
		}
		a.serve(w, r, in.delivery(), false)
	}
}

func (a *Adapter) serveEvent(w http.ResponseWriter, r *http.Request) {
	body, signed := a.body(w, r)
	switch {
	case body == nil:
	case !signed:
		refuse(w, http.StatusUnauthorized)
	default:
		var c callback
		if json.Unmarshal(body, &c) != nil {
			refuse(w, http.StatusBadRequest)
			return
		}
		if c.Type == "url_verification" {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, c.Challenge)
			return
		}
		a.serve(w, r, c.delivery(), false)
	}
}

// body reads a delivery and reports whether Slack signed it, within five minutes,
// https://docs.slack.dev/authentication/verifying-requests-from-slack. What
// cannot be read is refused here, and nil.
func (a *Adapter) body(w http.ResponseWriter, r *http.Request) (body []byte, signed bool) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		refuse(w, http.StatusRequestEntityTooLarge)
		return nil, false
	}
	if err != nil {
		refuse(w, http.StatusBadRequest)
		return nil, false
	}
	if body == nil {
		body = []byte{}
	}
	verifier, err := slackapi.NewSecretsVerifier(r.Header, a.SigningSecret)
	if err != nil {
		return body, false
	}
	_, _ = verifier.Write(body) // into a hash, which never fails
	return body, verifier.Ensure() == nil
}

func refuse(w http.ResponseWriter, status int) { http.Error(w, http.StatusText(status), status) }

var errGone = errors.New("slack: whoever asked by HTTP is gone")

// serve takes a delivery on, and acknowledges it in the response.
func (a *Adapter) serve(w http.ResponseWriter, r *http.Request, d delivery, carries bool) {
	d.received = time.Now()
	ready, written := make(chan []byte, 1), make(chan error, 1)
	x := &exchange{Adapter: a, in: d, carries: carries}
	x.acknowledge = func(ctx context.Context, whisper *response) error {
		body, err := ackBody(whisper)
		if err != nil {
			return err
		}
		ready <- body
		select {
		case err := <-written:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if !a.intake.do(x.run) {
		refuse(w, http.StatusServiceUnavailable)
		return
	}
	select {
	case body := <-ready:
		written <- writeJSON(w, body)
	case <-r.Context().Done():
		written <- errGone
	}
}

// ackBody is the body of an acknowledgement, empty without a whisper.
func ackBody(whisper *response) ([]byte, error) {
	if whisper == nil {
		return nil, nil
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(whisper)
	return text.Bytes(), err
}

// writeJSON writes a whole response, and has it sent at once.
func writeJSON(w http.ResponseWriter, body []byte) error {
	if len(body) > 0 {
		w.Header().Set("Content-Type", "application/json")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := http.NewResponseController(w).Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
