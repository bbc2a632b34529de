package card

import (
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Viewer describes the user who looks at a game, the place, and the time.
type Viewer struct {
	Own      *words.Language // the language of private messages
	All      *words.Language // the language of public messages in the place
	Limits   chat.Limits
	Settings game.Settings // of the place
	Now      time.Time
	Post     uint32 // number of the message that shows the board; 0 if unknown
	First    bool   // whether no game has ended in the place yet
}

// Quiet returns the viewer with notifications off.
func (v *Viewer) Quiet() *Viewer {
	quiet := *v
	quiet.Settings.Pings = game.PingOff
	return &quiet
}

// Private returns a viewer for private messages: with notifications off, and with public texts in the
// user's own language.
func (v *Viewer) Private() *Viewer {
	private := v.Quiet()
	private.All = v.Own
	return private
}

// Awaited names a player who must act, and notifies them unless the place has pings off.
func (v *Viewer) Awaited(p game.Player) words.Person {
	person := words.Name(p)
	person.Notified = v.Settings.Pings != game.PingOff
	return person
}

// Notified names the player of a side, in the message with number post. It notifies them like
// [Viewer.Awaited], but only in one message of a turn.
func (v *Viewer) Notified(g game.Game, c rules.Color, post uint32) words.Person {
	if !g.Notifies(c, post) {
		return words.Name(g.Player(c))
	}
	return v.Awaited(g.Player(c))
}

// When returns a time to show, with its date unless it is today.
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
