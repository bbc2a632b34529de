package discord

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"

	"othellobot/chat"
)

// maxNonce is how long a nonce may be,
// https://docs.discord.com/developers/resources/message#create-message.
const maxNonce = 25

// nonceOf is the nonce of an effect's message. That of a slot has the same one in every
// process and at every try.
func nonceOf(e chat.Effect) string {
	if e.Shows.Slot == chat.SlotNone {
		return newNonce()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", e.Shows.Game, e.Shows.Slot, e.Shows.Post))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:maxNonce]
}

// newNonce makes one of a message that is no other.
func newNonce() string { return rand.Text()[:maxNonce] }

// once gives the message a nonce.
func (p payload) once(nonce string) payload {
	p.Nonce, p.Enforce = nonce, true
	return p
}
