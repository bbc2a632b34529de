package discordtest

import (
	"crypto/rand"
	"encoding/json"
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
	kindPing         = 1
	kindCommand      = 2
	kindComponent    = 3
	kindAutocomplete = 4
	kindModal        = 5
)

// Types of callbacks, as [Interaction.Callback] gives them.
const (
	CallbackPong     = 1
	CallbackMessage  = 4
	CallbackDeferred = 5 // the bot "is thinking"
	CallbackDeferral = 6 // of an edit of the message that was acted on
	CallbackUpdate   = 7 // an edit of the message that was acted on
	CallbackChoices  = 8
	CallbackModal    = 9
)

// Interaction is something that a user did and that was sent to the bot.
type Interaction struct {
	ID, Token string

	s      *Server
	kind   int
	where  *channel
	user   string // name
	owner  string // id of who has installed the bot, where it is no member
	sent   time.Time
	source *message // that was acted on
	done   chan struct{}

	// Guarded by the server's lock.
	closed    bool // done is
	dead      bool // failed, or refused before it was sent
	refused   bool
	byHTTP    bool
	callback  int
	answered  time.Time
	original  *message
	followUps int
	created   []string // ids of messages
	choices   []Choice
	modal     json.RawMessage
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
		owner: s.person(user).ID, sent: s.now(), done: make(chan struct{}),
	}
	if source != nil && source.via != nil {
		in.owner = source.via.owner
	}
	in.Token = "aW50ZXJhY3Rpb246" + in.ID + ":" + rand.Text() + rand.Text() + rand.Text()
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

// payload is the interaction as Discord sends it,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object.
// The caller holds the lock.
func (in *Interaction) payload(data object) object {
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
