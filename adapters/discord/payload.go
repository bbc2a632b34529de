package discord

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// payload is a message in the form of Discord's API,
// https://docs.discord.com/developers/resources/message#create-message.
type payload struct {
	Content    string                 `json:"content"`
	Flags      discordgo.MessageFlags `json:"flags,omitempty"`
	Allowed    mentions               `json:"allowed_mentions"`
	Components []component            `json:"components"` // never null: an empty list removes the controls

	// Attachments lists the files that the message has afterwards. If it is nil, all files stay.
	Attachments *[]attachment `json:"attachments,omitempty"`
	picture     *picture      // sent with the message; may be nil

	// Discord returns the earlier message if the bot sent one with this nonce in the last minutes.
	Nonce   string `json:"nonce,omitempty"`
	Enforce bool   `json:"enforce_nonce,omitempty"`
}

// See https://docs.discord.com/developers/reference#uploading-files. Discordgo's type has no
// description for screen readers.
type attachment struct {
	ID          int    `json:"id,string"` // number of the file in the request
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type picture struct {
	name, mediaType string
	file            []byte
	instead         string // content of the message without the picture, with the board
}

type mentions struct {
	Parse []string `json:"parse"` // always empty, never null
	Users []string `json:"users,omitempty"`
}

// See https://docs.discord.com/developers/components/reference.
type component struct {
	Type        discordgo.ComponentType `json:"type"`
	Components  []component             `json:"components,omitempty"` // of a row
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`      // of a button
	Label       string                  `json:"label,omitempty"`      // of a button
	CustomID    string                  `json:"custom_id,omitempty"`
	URL         string                  `json:"url,omitempty"`         // of a button
	Placeholder string                  `json:"placeholder,omitempty"` // of a select
	Options     []selectOption          `json:"options,omitempty"`     // of a select
}

type selectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

type choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value string            `json:"value"`
}

// bare returns the message without its picture. As an edit, it also removes the earlier picture.
func (p payload) bare() payload {
	if p.picture != nil {
		p.Content, p.Attachments, p.picture = p.picture.instead, &[]attachment{}, nil
	}
	return p
}

type content struct {
	mediaType string
	bytes     []byte
}

// See https://docs.discord.com/developers/reference#uploading-files. Equal messages give equal bytes.
func contentOf(body any) content {
	p, _ := body.(payload)
	switch {
	case body == nil:
		return content{}
	case p.picture == nil:
		return content{"application/json", encode(body)}
	}
	var whole bytes.Buffer // writes to it cannot fail
	parts := multipart.NewWriter(&whole)
	sum := sha256.Sum256(p.picture.file)
	_ = parts.SetBoundary(hex.EncodeToString(sum[:]))
	add := func(disposition, mediaType string, data []byte) {
		w, _ := parts.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {mediaType}})
		_, _ = w.Write(data)
	}
	add(`form-data; name="payload_json"`, "application/json", encode(body))
	add(`form-data; name="files[0]"; filename="`+p.picture.name+`"`, p.picture.mediaType, p.picture.file)
	_ = parts.Close()
	return content{parts.FormDataContentType(), whole.Bytes()}
}

func encode(body any) []byte {
	text, err := exchange.JSON(body)
	if err != nil {
		panic(err) // all types of this package can be encoded
	}
	return text
}

// Platform is the platform of all users and places of this package.
const Platform = "discord"

// See https://docs.discord.com/developers/resources/message and …/components/reference.
const (
	maxContent     = 2000 // UTF-16 units; Discord's own count is never higher
	maxButtons     = 5    // buttons in one row
	maxOptions     = 25
	maxLabel       = 80 // length of a button's label
	maxOptionLabel = 100
	maxPlaceholder = 150
	maxDescription = 1024 // length of a picture's description
)

// See https://docs.discord.com/developers/interactions/receiving-and-responding. The interaction's
// token dies after 3 s without a first answer, and otherwise after 15 min.
const (
	maxChoices       = 25
	maxChoiceName    = 100
	maxUserFollowUps = 5 // follow-ups if only a user has installed the bot

	answerWithin   = 3 * time.Second
	answerAttempt  = 2500 * time.Millisecond // limit of one attempt at the first answer
	deferAfter     = 1500 * time.Millisecond
	completeWithin = 2500 * time.Millisecond
	tokenLife      = 15*time.Minute - 15*time.Second // leaves time for a last request
	handleWithin   = 30 * time.Second
	followWithin   = 15 * time.Second // limit for everything sent after the handler has answered
)

type ref struct {
	channel, message string

	// tokenOnly marks a whisper, or a message where the bot is not a member: only a token can change it.
	tokenOnly bool
}

const tokenOnlyMark = "/t"

// messageRef returns the ref in the form that parseRef reads, at most 43 bytes.
func (r ref) messageRef() chat.MessageRef {
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

// nonceOf returns the same nonce in every process for the same post of a slot, or else a random one.
func nonceOf(e chat.Effect) string {
	if e.Subject.Slot == chat.SlotNone {
		return newNonce()
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %d", e.Subject.Game, e.Subject.Slot, e.Subject.Post))
	return base64.RawURLEncoding.EncodeToString(sum[:])[:maxNonce]
}

func newNonce() string { return rand.Text()[:maxNonce] }

func (p payload) withNonce(nonce string) payload {
	p.Nonce, p.Enforce = nonce, true
	return p
}
