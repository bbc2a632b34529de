package card

import (
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// Viewer describes the user who looks at a game, the place, and the time.
type Viewer struct {
	Own       *words.Language // the language of private messages
	All       *words.Language // the language of public messages in the place
	Limits    chat.Limits
	Settings  game.Settings // of the place
	Now       time.Time
	Post      uint32 // number of the message that shows the board; 0 if unknown
	FirstGame bool   // whether no game has ended in the place yet
}

// Quiet returns the viewer with notifications off.
func (v *Viewer) Quiet() *Viewer {
	quiet := *v
	quiet.Settings.Pings = game.PingOff
	return &quiet
}

// Private returns a viewer for private messages: without notifications, and in the user's own language.
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

// Notified is [Viewer.Awaited] for a side, except that only one message of a turn notifies the
// player. The message has the number post.
func (v *Viewer) Notified(g game.Game, c rules.Color, post uint32) words.Person {
	if !g.Notifies(c, post) {
		return words.Name(g.Player(c))
	}
	return v.Awaited(g.Player(c))
}

// When returns a time to show in the time zone of v.Now, with its date unless it is today.
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

const WordsTheme = "words"

func (v *Viewer) Themes() []string { return append(slices.Clone(v.Limits.Themes), WordsTheme) }

// ThemeName returns the place's theme, or the platform's default if the platform lacks that theme.
func (v *Viewer) ThemeName() string {
	name := v.Settings.Theme
	if name == WordsTheme || len(v.Limits.Themes) == 0 || slices.Contains(v.Limits.Themes, name) {
		return name
	}
	return v.Limits.Themes[0]
}

// Theme returns the place's theme. A theme that only the platform can draw has only a name.
func (v *Viewer) Theme() render.Theme {
	name := v.ThemeName()
	if theme, ok := render.ThemeNamed(name); ok {
		return theme
	}
	return render.Theme{Name: name}
}

// Extras holds data for a card that is not in the game itself.
type Extras struct {
	Finished   game.Finished  // record of the game; zero if there is none
	Votes      []game.Vote    // votes for the next move
	AllVotes   []game.Vote    // votes of all rounds; only needed if [NamesBestVoter] reports true
	Reviewable bool           // whether the game is over and can be reviewed
	Review     *review.Review // nil if not reviewed yet
	PageURL    string         // URL of the page that shows the game; empty if there is none
	Terms      Terms          // terms of a challenge to a rated game
}

// Story is a sequence of sentences. Elements that are nil are not shown.
type Story []words.Message

func Score(first, second int) words.Score { return words.Score{First: first, Second: second} }

// Side returns a colour with the player who has it, if any.
func (v *Viewer) Side(g game.Game, c rules.Color) words.Side {
	return words.Side{Player: words.Name(g.Player(c)), Color: c}
}

// Terms describe the stakes of a rated game between two people.
type Terms struct {
	Full  bool         // the two have played all games that count in a week, so this one changes no rating
	Known bool         // both ratings are certain enough to state the stakes
	Stake rating.Stake // stakes of the challenged player, if Known
}
