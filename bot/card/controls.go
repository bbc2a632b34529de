package card

import (
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func (v *Viewer) gameControls(g game.Game, p rules.Position) []chat.Row {
	prefix, verb := control.Prefix(g.ID, g.Moment(), game.PostMark(v.Post)), "move"
	if g.Mode == game.Voted {
		verb = "vote"
	}
	var rows []chat.Row
	more := make([]chat.Button, 0, 3)
	if waits := g.SeatFree() && g.Player(p.ToMove) == game.Nobody; !waits {
		if legal := p.Legal(); legal.Len() > v.Limits.MoveButtons {
			rows = MoveSelect(v.All, v.Limits, p, prefix, verb)
		} else {
			rows = MoveButtons(v.Limits, legal, prefix, verb)
		}
	}
	if v.Limits.Forms && v.Limits.MoveButtons > 0 && p.Legal().Len() > v.Limits.MoveButtons {
		more = append(more, Button(v.All, words.TypeMoveButton{}, prefix+"type"))
	}
	if g.Mode == game.Open && len(g.Moves) <= int(g.Loaded)+1 && len(g.Seats) <= 1 {
		more = append(more, Button(v.All, words.EngageButton{}, prefix+"engage"))
	}
	if g.Resting() {
		more = append(more, Primary(Button(v.All, words.GoOnButton{}, prefix+"goon")))
	}
	if g.Mode == game.Voted {
		more = append(more, Button(v.All, words.TellMeButton{}, prefix+"follow"))
	}
	if g.SeatFree() {
		more = append(more, Primary(Button(v.All, words.JoinButton{}, prefix+"join")), Button(v.All, words.StandbyButton{}, control.Of("standby", "")))
	}
	if HintsAllowed(g) {
		more = append(more, Button(v.All, words.HintButton{}, prefix+"hint"))
	}
	switch {
	case g.SeatFree():
		more = append(more, Button(v.All, words.CancelButton{}, prefix+"stop"))
	case g.Mode == game.Duel:
		more = append(more, Danger(Button(v.All, words.ResignButton{}, prefix+"resign")))
	}
	if v.First && len(g.Moves) == 0 && (g.Mode == game.Open || g.AgainstEngine()) {
		more = append(more, LearnButton(v.All))
	}
	if len(more) > 0 {
		rows = append(rows, chat.Row{Buttons: more})
	}
	return rows
}

// MoveButtons offers moves as buttons, whose controls consist of prefix, verb and the square.
func MoveButtons(limits chat.Limits, legal rules.Bitboard, prefix, verb string) []chat.Row {
	buttons := make([]chat.Button, 0, legal.Len())
	for s := range legal.Squares() {
		buttons = append(buttons, chat.Button{Label: s.String(), Action: prefix + verb + ":" + s.String()})
	}
	return Rows(limits, buttons)
}

// MoveSelect is [MoveButtons] for as many legal moves as fit in one select.
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

// beyondSelect returns the legal moves that do not fit in the select.
func beyondSelect(limits chat.Limits, legal rules.Bitboard) rules.Bitboard {
	if limits.Options == 0 || legal.Len() <= max(limits.MoveButtons, limits.Options) {
		return 0
	}
	for range limits.Options {
		legal &^= rules.SetOf(legal.First())
	}
	return legal
}

// endControls returns the controls of an ended game, at most five buttons in one row.
func (v *Viewer) endControls(g game.Game, facts Facts) []chat.Row {
	var buttons []chat.Button
	if g.Result.Reason != game.SetAside && !g.SeatFree() {
		buttons = v.rematchButtons(g)
	}
	if facts.Reviewable && g.Result.Reason <= game.TimedOut {
		buttons = append(buttons, Button(v.All, words.ReviewButton{}, control.For(g, "review", "")))
	}
	buttons = append(buttons, v.nextLevel(facts.Finished)...)
	if facts.Finished.Game != 0 {
		buttons = append(buttons, Button(v.All, words.RecordButton{}, control.Of("stats", "")))
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
