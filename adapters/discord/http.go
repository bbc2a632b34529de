package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"
)

var errGone = errors.New("discord: whoever asked by HTTP is gone")

// ServeHTTP takes an interaction that Discord sends by HTTP, if its signature is
// right, and answers it in the response,
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint.
// The work that an answer leaves goes on after it.
func (a *Adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	received := time.Now()
	body, status := a.signed(w, r, received)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	var in interaction
	if err := json.Unmarshal(body, &in); err != nil {
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	if in.Type == discordgo.InteractionPing {
		writeJSON(w, []byte(`{"type":1}`))
		return
	}
	ready, written := make(chan []byte, 1), make(chan error, 1)
	x := a.exchange(in, received)
	x.byHTTP = true
	x.respond = func(ctx context.Context, c callback) (string, error) {
		body, err := encode(c)
		if err != nil {
			return "", err
		}
		ready <- body
		select {
		case err := <-written:
			return "", err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if !a.intake.do(x.run) {
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	select {
	case body := <-ready:
		written <- writeJSON(w, body)
	case <-r.Context().Done():
		written <- errGone
	}
}

// signed reads the body and checks who sent it, before anything is parsed. The
// status is 200 if all is well.
func (a *Adapter) signed(w http.ResponseWriter, r *http.Request, now time.Time) ([]byte, int) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sent, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if err != nil || now.Sub(time.Unix(sent, 0)).Abs() > maxClockSkew ||
		len(a.PublicKey) != ed25519.PublicKeySize || !discordgo.VerifyInteraction(r, a.PublicKey) {
		return nil, http.StatusUnauthorized
	}
	return body, http.StatusOK
}

// writeJSON writes a whole response, and has it sent at once.
func writeJSON(w http.ResponseWriter, body []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if _, err := w.Write(body); err != nil {
		return err
	}
	if err := http.NewResponseController(w).Flush(); !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	return nil
}
