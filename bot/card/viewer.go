package card

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Viewer describes who looks at a game, where, and when.
type Viewer struct {
	Own      *words.Language // the language of private messages
	All      *words.Language // the language of public messages in the place
	Limits   chat.Limits
	Settings game.Settings // of the place
	Now      time.Time
	Post     uint32 // number of the message that shows the board; 0 if unknown
	First    bool   // whether no game has ended in the place yet
}

// Quiet returns the viewer without notifications.
func (v *Viewer) Quiet() *Viewer {
	quiet := *v
	quiet.Settings.Pings = game.PingOff
	return &quiet
}

// Private returns a viewer without notifications who sees public texts in their own language.
func (v *Viewer) Private() *Viewer {
	private := v.Quiet()
	private.All = v.Own
	return private
}

// Awaited returns the name of a player who must act. It notifies the player, unless the place has
// pings off.
func (v *Viewer) Awaited(p game.Player) words.Person {
	person := words.Name(p)
	person.Awaited = v.Settings.Pings != game.PingOff
	return person
}

// Notified returns the name of a side's player, who must act, for the message numbered post. A turn
// notifies the player once.
func (v *Viewer) Notified(g game.Game, c rules.Color, post uint32) words.Person {
	if !g.Notifies(c, post) {
		return words.Name(g.Player(c))
	}
	return v.Awaited(g.Player(c))
}

// When returns a time for a message, with its date unless it is today.
func (v *Viewer) When(t time.Time) words.When {
	t = t.In(v.Now.Location())
	return words.When{Time: t, Dated: game.DayOf(t) != game.DayOf(v.Now)}
}

// Unmention turns mentions into names that do not notify.
func Unmention(text chat.Text) {
	for i := range text {
		if text[i].Kind == chat.SpanMention {
			text[i].Kind = chat.SpanName
		}
	}
}
