package card

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Viewer is who looks at a game, where, and when.
type Viewer struct {
	Own      *words.Language // what they alone see is in this language
	All      *words.Language // and this is that of the place
	Limits   chat.Limits
	Settings game.Settings // of the place
	Now      time.Time
	Post     uint32 // the number of the message on which a board is drawn; 0 if it is unknown
	First    bool   // no game has ended in the place yet
}

// Quiet is the viewer of a place where nobody wants to be notified.
func (v *Viewer) Quiet() *Viewer {
	quiet := *v
	quiet.Settings.Pings = game.PingOff
	return &quiet
}

// Private is a quiet viewer who alone sees what else all see, in their own language.
func (v *Viewer) Private() *Viewer {
	private := v.Quiet()
	private.All = v.Own
	return private
}

// Awaited is how a player is spoken of who is to do something: they are notified
// unless the place wants no pings.
func (v *Viewer) Awaited(p game.Player) words.Person {
	person := words.Name(p)
	person.Awaited = v.Settings.Pings != game.PingOff
	return person
}

// Notified returns the name of a side's player, who must act, for the message numbered post. A
// turn notifies the player once.
func (v *Viewer) Notified(g game.Game, c rules.Color, post uint32) words.Person {
	if !g.Notifies(c, post) {
		return words.Name(g.Player(c))
	}
	return v.Awaited(g.Player(c))
}

// When returns a time as a message says it: with its date unless it is today.
func (v *Viewer) When(t time.Time) words.When {
	t = t.In(v.Now.Location())
	return words.When{Time: t, Dated: game.DayOf(t) != game.DayOf(v.Now)}
}

// Unmention has a text name people and notify nobody.
func Unmention(text chat.Text) {
	for i := range text {
		if text[i].Kind == chat.SpanMention {
			text[i].Kind = chat.SpanName
		}
	}
}
