package discord

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

type ref struct {
	channel, message string

	// tokenOnly marks a whisper, or a message where the bot is not a member: only a token can change it.
	tokenOnly bool
}

const tokenOnlyMark = "/t"

// name returns the ref in the form that parseRef reads, at most 43 bytes.
func (r ref) name() chat.MessageRef {
	text := r.channel + "/" + r.message
	if r.tokenOnly {
		text += tokenOnlyMark
	}
	return chat.MessageRef(text)
}

var errBadRef = errors.New("discord: not the name of a message")

func parseRef(name chat.MessageRef) (ref, error) {
	text, tokenOnly := strings.CutSuffix(string(name), tokenOnlyMark)
	channel, message, ok := strings.Cut(text, "/")
	if !ok || !snowflake(channel) || !snowflake(message) {
		return ref{}, errBadRef
	}
	return ref{channel, message, tokenOnly}, nil
}

func channelOf(p chat.Place) string {
	if p.Thread != "" {
		return p.Thread
	}
	return p.Channel
}

func isTokenOnly(name chat.MessageRef) bool { return strings.HasSuffix(string(name), tokenOnlyMark) }

// See https://docs.discord.com/developers/reference#snowflakes.
func snowflake(text string) bool {
	return len(text) > 0 && len(text) <= 20 && strings.Trim(text, "0123456789") == ""
}

func (in *interaction) pressedRef() ref {
	return ref{in.ChannelID, in.Message.ID, in.whispered() || !in.isMember()}
}

func (in *interaction) whispered() bool {
	return in.Message != nil && in.Message.Flags&discordgo.MessageFlagsEphemeral != 0
}

// See https://docs.discord.com/developers/resources/message#create-message.
const maxNonce = 25

// nonceOf returns for a slot the same nonce in every process and at every attempt.
func nonceOf(e chat.Effect) string {
	if e.Shows.Slot == chat.SlotNone {
		return newNonce()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", e.Shows.Game, e.Shows.Slot, e.Shows.Post))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:maxNonce]
}

func newNonce() string { return rand.Text()[:maxNonce] }

func (p payload) withNonce(nonce string) payload {
	p.Nonce, p.Enforce = nonce, true
	return p
}
