package card

import (
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/lesson"
	"othellobot/rules"
	"othellobot/words"
)

func (v *Viewer) gameControls(g game.Game, p rules.Position) []chat.Row {
	prefix, verb := control.Prefix(g.ID, g.Moment(), game.PostMark(v.Post)), "move"
	if g.Mode == game.Voted {
		verb = "vote"
	}
	legal, free := p.Legal(), g.SeatFree()
	many := legal.Len() > v.Limits.MoveButtons
	var rows []chat.Row
	switch waits := free && g.Player(p.ToMove) == game.Nobody; {
	case waits:
	case many:
		rows = MoveSelect(v.All, v.Limits, p, prefix, verb)
	default:
		rows = MoveButtons(v.Limits, legal, prefix, verb)
	}
	more := make([]chat.Button, 0, 3)
	add := func(offered bool, label words.Message, verb string, style chat.Style) {
		if offered {
			more = append(more, chat.Button{Label: v.All.String(label), Action: prefix + verb, Style: style})
		}
	}
	add(many && v.Limits.Forms && v.Limits.MoveButtons > 0, words.TypeMoveButton{}, "type", chat.StylePlain)
	add(g.Mode == game.Open && len(g.Moves) <= int(g.Loaded)+1 && len(g.Seats) <= 1, words.EngageButton{}, "engage", chat.StylePlain)
	add(g.Resting(), words.GoOnButton{}, "goon", chat.StylePrimary)
	add(g.Mode == game.Voted, words.TellMeButton{}, "follow", chat.StylePlain)
	if free {
		add(true, words.JoinButton{}, "join", chat.StylePrimary)
		more = append(more, Button(v.All, words.StandbyButton{}, control.New("standby", "")))
	}
	add(HintsAllowed(g), words.HintButton{}, "hint", chat.StylePlain)
	add(free, words.CancelButton{}, "stop", chat.StylePlain)
	add(!free && g.Mode == game.Duel, words.ResignButton{}, "resign", chat.StyleDanger)
	if v.FirstGame && len(g.Moves) == 0 && (g.Mode == game.Open || g.AgainstEngine()) {
		more = append(more, LearnButton(v.All))
	}
	if len(more) > 0 {
		rows = append(rows, chat.Row{Buttons: more})
	}
	return rows
}

// MoveButtons offers moves as buttons. Each action is prefix, verb, a colon and the square.
func MoveButtons(limits chat.Limits, legal rules.Bitboard, prefix, verb string) []chat.Row {
	buttons := make([]chat.Button, 0, legal.Len())
	for s := range legal.Squares() {
		buttons = append(buttons, chat.Button{Label: s.String(), Action: prefix + verb + ":" + s.String()})
	}
	return Rows(limits, buttons)
}

// MoveSelect offers the legal moves in a select, as many as fit, with the actions of [MoveButtons].
func MoveSelect(l *words.Language, limits chat.Limits, p rules.Position, prefix, verb string) []chat.Row {
	if limits.Options == 0 {
		return nil
	}
	legal := p.Legal()
	options := make([]chat.Option, 0, min(legal.Len(), limits.Options))
	for s := range legal.Squares() {
		if len(options) == limits.Options {
			break // the footer lists the other moves
		}
		options = append(options, chat.Option{
			Label:  s.String(),
			Detail: l.Flips(p.Flips(s).Len()),
			Action: prefix + verb + ":" + s.String(),
		})
	}
	list := &chat.Select{Placeholder: l.String(words.ChooseMove{}), Options: options}
	return append(make([]chat.Row, 0, 2), chat.Row{Select: list})
}

func beyondSelect(limits chat.Limits, legal rules.Bitboard) rules.Bitboard {
	if limits.Options == 0 || legal.Len() <= max(limits.MoveButtons, limits.Options) {
		return 0
	}
	for range limits.Options {
		legal &^= rules.SetOf(legal.First())
	}
	return legal
}

func (v *Viewer) endControls(g game.Game, facts Extras) []chat.Row {
	var buttons []chat.Button
	if g.Result.Reason != game.SetAside && !g.SeatFree() {
		buttons = v.rematchButtons(g)
	}
	if facts.Reviewable && g.Result.Reason <= game.TimedOut {
		buttons = append(buttons, Button(v.All, words.ReviewButton{}, control.For(g, "review", "")))
	}
	if next := int(facts.Finished.Level) + 1; facts.Finished.Tally.Run >= inARow && next <= game.MaxLevel {
		buttons = append(buttons, Button(v.All, words.LevelButton{Level: next}, control.New("start", strconv.Itoa(next))))
	}
	if facts.Finished.Game != 0 {
		buttons = append(buttons, Button(v.All, words.RecordButton{}, control.New("stats", "")))
	}
	if g.Result.Reason <= game.TimedOut {
		buttons = append(buttons, PuzzleButton(v.All))
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{Row(buttons...)}
}

func (v *Viewer) rematchButtons(g game.Game) []chat.Button {
	if !g.Rated || v.Settings.Friendly {
		return []chat.Button{Primary(Button(v.All, words.RematchButton{}, control.For(g, "rematch", "")))}
	}
	return []chat.Button{
		Button(v.All, words.RematchRatedButton{}, control.For(g, "rematch", Rated)),
		Button(v.All, words.RematchFriendlyButton{}, control.For(g, "rematch", Friendly)),
	}
}

// HintsAllowed reports whether a hint would be fair to all players.
func HintsAllowed(g game.Game) bool {
	return g.Phase == game.Playing && (g.Mode == game.Open || g.Mode == game.Duel && g.AgainstEngine())
}

func Button(l *words.Language, label words.Message, action string) chat.Button {
	return chat.Button{Label: l.String(label), Action: action}
}

// Primary returns the button in the style of the likeliest choice.
func Primary(b chat.Button) chat.Button { b.Style = chat.StylePrimary; return b }

// Danger returns the button in the style of an irreversible choice.
func Danger(b chat.Button) chat.Button { b.Style = chat.StyleDanger; return b }

func Row(buttons ...chat.Button) chat.Row { return chat.Row{Buttons: buttons} }

func Rows(limits chat.Limits, buttons []chat.Button) []chat.Row {
	perRow := max(limits.ButtonsPerRow, 1)
	rows := make([]chat.Row, 0, len(buttons)/perRow+2)
	for row := range slices.Chunk(buttons, perRow) {
		rows = append(rows, Row(row...))
	}
	return rows
}

func LearnButton(l *words.Language) chat.Button {
	return Button(l, words.LearnButton{}, control.New("learn", ""))
}

// LessonButton shows a lesson in a new private message.
func LessonButton(l *words.Language, n lesson.Number) chat.Button {
	return Button(l, words.LessonButton{Number: int(n)}, control.New("learn", strconv.Itoa(int(n))))
}

// StandbyOff is the argument of the control that removes a user from the standby list.
const StandbyOff = "off"

func StandbyOffButton(l *words.Language) chat.Button {
	return Button(l, words.StandbyOffButton{}, control.New("standby", StandbyOff))
}

func PuzzleButton(l *words.Language) chat.Button {
	return Button(l, words.PuzzleButton{}, control.New("puzzle", ""))
}

// Kinds of games, in the arguments of controls and commands.
const (
	Rated    = "rated"
	Friendly = "friendly"
)
