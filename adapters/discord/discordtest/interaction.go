package discordtest

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"time"
)

// How long an interaction can be answered,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback.
const (
	answerWithin = 3 * time.Second
	tokenLives   = 15 * time.Minute
)

// maxFollowUps is of one interaction where the bot is no member,
// https://docs.discord.com/developers/interactions/receiving-and-responding#create-followup-message.
const maxFollowUps = 5

// Types of interactions.
const (
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindForm         = 5
)

// Types of callbacks, as [Interaction.Callback] gives them.
const (
	CallbackMessage  = 4
	CallbackDeferred = 5 // the bot "is thinking"
	CallbackDeferral = 6 // of an edit of the message that was acted on
	CallbackUpdate   = 7 // an edit of the message that was acted on
	CallbackChoices  = 8
	CallbackForm     = 9
)

// Interaction is something that a user did and that was sent to the bot.
type Interaction struct {
	ID, Token string

	s       *Server
	kind    int
	where   *channel
	user    string   // name
	owner   string   // id of who has installed the bot, where it is no member
	source  *message // that was acted on
	done    chan struct{}
	payload []byte // JSON

	// Guarded by the server's lock.
	sent      time.Time // the first time
	closed    bool      // done is
	dead      bool      // failed, or refused before it was sent
	refused   bool
	awaited   bool // its answer by HTTP, by whoever sent it
	callback  int
	answered  time.Time
	original  *message
	followUps int
	created   []string // ids of messages
	choices   []Choice
	form      *Form
}

// Form asks a user to fill something in,
// https://docs.discord.com/developers/components/using-modal-components.
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

// Callback gives the type of the callback, and 0 if there was none in time.
func (in *Interaction) Callback() int {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	return in.callback
}

// Answered reports whether there was a callback in time.
func (in *Interaction) Answered() bool { return in.Callback() != 0 }

// Refused reports that it was never sent: the message or the control is gone.
func (in *Interaction) Refused() bool {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	return in.refused
}

// Took gives how long the bot took to answer, and 0 if it did not.
func (in *Interaction) Took() time.Duration {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	if in.callback == 0 {
		return 0
	}
	return in.answered.Sub(in.sent)
}

// Choices gives the answer to an autocomplete.
func (in *Interaction) Choices() []Choice {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	return slices.Clone(in.choices)
}

// Form gives the form that the callback opened, and whether there is one.
func (in *Interaction) Form() (Form, bool) {
	in.s.mu.Lock()
	defer in.s.mu.Unlock()
	if in.form == nil {
		return Form{}, false
	}
	return *in.form, true
}

// Original gives the message that the callback made or changed, as it is now, and
// whether there is one.
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
	// Like ids, it depends on nothing but what came before, so that a test gives the
	// same bytes each time.
	in.Token = fmt.Sprintf("aW50ZXJhY3Rpb246%s:%x", in.ID, sha256.Sum256([]byte(in.ID)))
	s.interactions[in.Token] = in
	return in
}

// owners says for whom the bot is installed,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-authorizing-integration-owners-object.
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

// close ends the wait for the callback.
func (in *Interaction) close() {
	if !in.closed {
		in.closed = true
		close(in.done)
	}
}

// json is the interaction as Discord sends it,
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
