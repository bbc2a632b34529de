package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"net/http"
	"slices"
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
	body, ok := a.verifier.Read(w, r)
	if !ok {
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

// newVerifier lets in what Discord has signed with a key.
func newVerifier(key ed25519.PublicKey, now func() time.Time, heard func(time.Time)) exchange.Verifier {
	return exchange.Verifier{
		Stamp: "X-Signature-Timestamp", Signature: "X-Signature-Ed25519", Size: ed25519.SignatureSize, Now: now, Heard: heard,
		Holds: func(stamp string, body, signature []byte) bool {
			return len(key) == ed25519.PublicKeySize && ed25519.Verify(key, slices.Concat([]byte(stamp), body), signature)
		},
	}
}
