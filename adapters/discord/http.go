package discord

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
)

// ServeHTTP takes an interaction that Discord sends by HTTP, if its signature is
// right, and answers it in the response,
// https://docs.discord.com/developers/interactions/overview#setting-up-an-endpoint.
// The work that an answer leaves goes on after it.
func (a *Adapter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	received := time.Now()
	body, status := a.signed(w, r, received)
	if status != http.StatusOK {
		exchange.Refuse(w, status)
		return
	}
	var in interaction
	if err := json.Unmarshal(body, &in); err != nil {
		exchange.Refuse(w, http.StatusBadRequest)
		return
	}
	if in.Type == discordgo.InteractionPing {
		_ = exchange.WriteJSON(w, []byte(`{"type":1}`))
		return
	}
	x := a.responder(in, received)
	x.byHTTP = true
	exchange.Serve(w, r, func(respond func(context.Context, []byte) error) bool {
		x.respond = func(ctx context.Context, c callback) (string, error) {
			body, err := encode(c)
			if err != nil {
				return "", err
			}
			return "", respond(ctx, body)
		}
		return a.intake.Do(x.run)
	})
}

// signed reads the body and checks who sent it, before anything is parsed. The
// status is 200 if all is well.
func (a *Adapter) signed(w http.ResponseWriter, r *http.Request, now time.Time) ([]byte, int) {
	body, status := exchange.ReadBody(w, r, maxBody)
	if status != http.StatusOK {
		return nil, status
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	sent, err := strconv.ParseInt(r.Header.Get("X-Signature-Timestamp"), 10, 64)
	if err != nil || now.Sub(time.Unix(sent, 0)).Abs() > maxClockSkew ||
		len(a.PublicKey) != ed25519.PublicKeySize || !discordgo.VerifyInteraction(r, a.PublicKey) {
		return nil, http.StatusUnauthorized
	}
	return body, http.StatusOK
}
