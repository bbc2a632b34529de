package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
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
	body, status := a.signed(w, r)
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
			return "", respond(ctx, encode(c))
		}
		return a.intake.Do(x.run)
	})
}

// signed reads the body if the headers look like Discord's, and checks the signature
// before anything is parsed. The status is 200 if all is well, and Discord has sent it
// within five minutes.
func (a *Adapter) signed(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	stamp := r.Header.Get("X-Signature-Timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	signature, wrong := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || wrong != nil || len(signature) != ed25519.SignatureSize || len(a.PublicKey) != ed25519.PublicKeySize {
		return nil, http.StatusUnauthorized
	}
	sent := time.Unix(seconds, 0)
	late := a.Now().Sub(sent).Abs() > maxClockSkew
	if late && (r.ContentLength < 0 || r.ContentLength > maxLateBody) { // a stranger's; if the clock is wrong, a small one tells
		return nil, http.StatusUnauthorized
	}
	body, status := exchange.ReadBody(w, r, maxBody)
	if status != http.StatusOK {
		return nil, status
	}
	if !ed25519.Verify(a.PublicKey, slices.Concat([]byte(stamp), body), signature) {
		return nil, http.StatusUnauthorized
	}
	a.Heard(sent)
	if late {
		return nil, http.StatusUnauthorized
	}
	return body, http.StatusOK
}
