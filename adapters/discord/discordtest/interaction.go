package discordtest

import (
	"crypto/sha256"
	"fmt"
	"time"
)

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback.
const (
	answerWithin = 3 * time.Second
	tokenLife    = 15 * time.Minute
)

// See https://docs.discord.com/developers/interactions/receiving-and-responding#create-followup-message.
const maxFollowUps = 5

const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindForm         = 5
)

const (
	CallbackMessage        = 4
	CallbackDeferred       = 5 // the bot "is thinking"
	CallbackDeferredUpdate = 6 // defers an edit of the source message
	CallbackUpdate         = 7 // an edit of the source message
	CallbackChoices        = 8
	CallbackForm           = 9
)

// Interaction is an action of a user that is sent to the bot.
type Interaction struct {
	ID, Token string

	s       *Server
	kind    int
	where   *channel
	user    string   // name
	owner   string   // id of the user who has installed the bot; unused where the bot is a member
	source  *message // the message acted on, or nil
	done    chan struct{}
	payload []byte // JSON

	// The server's lock guards the fields below.
	sent      time.Time // when it was first sent
	closed    bool      // done is closed
	dead      bool      // accepts no answer: refused, not sent, or out of time
	refused   bool
	awaited   bool // an HTTP response with the answer is expected
	callback  int
	original  *message
	followUps int
	created   []string // ids of the messages made with the token
	choices   []Choice
	form      *Form
}

// See https://docs.discord.com/developers/components/using-modal-components.
type Form struct {
	CustomID   string `json:"custom_id"`
	Title      string `json:"title"`
	Components []struct {
		Type      int    `json:"type"`
		Label     string `json:"label"`
		Component struct {
			Type     int    `json:"type"`
			CustomID string `json:"custom_id"`
			Style    int    `json:"style"`
		} `json:"component"`
	} `json:"components"`
}

// Choice is one completion of an option.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// locked reads a field of the interaction under the lock.
func locked[T any](in *Interaction, field *T) T {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	return *field
}

// Callback returns the type of the callback, or 0 if no callback came in time.
func (in *Interaction) Callback() int { return locked(in, &in.callback) }

// Answered reports whether a callback came in time.
func (in *Interaction) Answered() bool { return in.Callback() != 0 }

// Refused reports whether the interaction was not sent, because its control is gone.
func (in *Interaction) Refused() bool { return locked(in, &in.refused) }

func (in *Interaction) Choices() []Choice { return locked(in, &in.choices) }

// Form returns the form that the callback opened, or nil.
func (in *Interaction) Form() *Form { return locked(in, &in.form) }

// Original returns the message that the callback made or changed, and whether there is one.
func (in *Interaction) Original() (Message, bool) {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	if in.original == nil {
		return Message{}, false
	}
	return in.original.copy(), true
}

// newInteraction registers an interaction of a user. The caller holds the lock.
func (s *Server) newInteraction(kind int, w Where, user string, source *message) *Interaction {
	in := &Interaction{
		ID: s.snowflake(), s: s, kind: kind, where: s.channels[w.Channel], user: user, source: source,
		owner: s.person(user).ID, done: make(chan struct{}),
	}
	if source != nil && source.via != nil {
		in.owner = source.via.owner
	}
	// The token depends only on the id, so that runs in a bubble send the same bytes.
	in.Token = fmt.Sprintf("aW50ZXJhY3Rpb246%s:%x", in.ID, sha256.Sum256([]byte(in.ID)))
	s.interactions[in.Token] = in
	return in
}

// See https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners
func (in *Interaction) owners() object {
	switch in.where.context() {
	case inBotDM:
		return object{"0": "0"}
	case inGuild:
		if in.where.Installed {
			return object{"0": in.where.Guild}
		}
	}
	return object{"1": in.owner}
}

func (in *Interaction) close() {
	if !in.closed {
		in.closed = true
		close(in.done)
	}
}

// json returns the interaction as Discord sends it:
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object.
// The caller holds the lock.
func (in *Interaction) json(data object) object {
	s, c, p := in.s, in.where, in.s.person(in.user)
	o := object{
		"id": in.ID, "application_id": s.app, "type": in.kind, "data": data, "token": in.Token, "version": 1,
		"channel_id": c.Channel, "channel": s.partial(c, p), "app_permissions": decimal(c.permissions()),
		"locale": "en-GB", "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": in.owners(), "context": c.context(), "attachment_size_limit": 10 << 20,
	}
	if c.Guild != "" {
		o["guild_id"], o["guild_locale"] = c.Guild, "en-US"
		o["guild"] = object{"id": c.Guild, "locale": "en-US", "features": []any{}}
		o["member"] = s.member(p)
	} else {
		o["user"] = p.json()
	}
	if in.source != nil {
		o["message"] = s.json(in.source)
	}
	return o
}
