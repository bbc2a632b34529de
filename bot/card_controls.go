package bot

import (
	"slices"
	"strings"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// gameControls are the moves, then what else can be done with a running game.
func gameControls(r *request, g game.Game, p rules.Position) []chat.Row {
	prefix, verb := control.Prefix(g.ID, g.Moment(), control.PostMark(r.post)), "move"
	if g.Mode == game.Voted {
		verb = "vote"
	}
	rows := moveControls(r.toAll, r.limits, p, prefix, verb)
	more := make([]chat.Button, 0, 3)
	if r.limits.Forms && r.limits.MoveButtons > 0 && p.Legal().Len() > r.limits.MoveButtons {
		more = append(more, button(r.toAll, words.TypeMoveButton{}, prefix+"type"))
	}
	if g.Mode == game.Open && len(g.Moves) <= int(g.Loaded)+1 && len(g.Seats) <= 1 {
		more = append(more, button(r.toAll, words.EngageButton{}, prefix+"engage"))
	}
	if freeSeat(g) {
		more = append(more, primary(button(r.toAll, words.JoinButton{}, prefix+"join")))
	}
	if hintsAllowed(g) {
		more = append(more, button(r.toAll, words.HintButton{}, prefix+"hint"))
	}
	if g.Mode == game.Duel {
		more = append(more, danger(button(r.toAll, words.ResignButton{}, prefix+"resign")))
	}
	if r.teaches(g) {
		more = append(more, learnButton(r.toAll))
	}
	if len(more) > 0 {
		rows = append(rows, chat.Row{Buttons: more})
	}
	return rows
}

// teaches reports whether the board of a game is the first that people see in its place.
func (r *request) teaches(g game.Game) bool {
	return r.room.Last == nil && len(g.Moves) == 0 && (g.Mode == game.Open || g.AgainstEngine())
}

func freeSeat(g game.Game) bool {
	return g.Mode == game.Duel && (g.Player(rules.Black) == game.Nobody || g.Player(rules.White) == game.Nobody)
}

// moveControls offers the legal moves as buttons, or in a select where they are
// many. The action of each is the verb with the square, behind the prefix.
func moveControls(l *words.Language, limits chat.Limits, p rules.Position, prefix, verb string) []chat.Row {
	legal := p.Legal()
	if legal.Len() > limits.MoveButtons {
		return moveSelect(l, limits, p, prefix, verb)
	}
	return moveButtons(limits, legal, prefix, verb)
}

// moveButtons offers moves as buttons.
func moveButtons(limits chat.Limits, legal rules.Bitboard, prefix, verb string) []chat.Row {
	buttons, actions := make([]chat.Button, 0, legal.Len()), moveActions(prefix, verb, legal)
	for s := range legal.Squares() {
		buttons = append(buttons, chat.Button{Label: s.String(), Action: actions.of(len(buttons))})
	}
	perRow := max(limits.ButtonsPerRow, 1)
	rows := make([]chat.Row, 0, len(buttons)/perRow+2) // with space for what else can be done
	for row := range slices.Chunk(buttons, perRow) {
		rows = append(rows, chat.Row{Buttons: row})
	}
	return rows
}

// actionTexts are the actions of moves, one after another in one text, for boards have
// many and are drawn often.
type actionTexts struct {
	all  string
	size int // of each
}

// of is the action of a move by its number.
func (a actionTexts) of(i int) string { return a.all[i*a.size : (i+1)*a.size] }

// moveActions are the actions of moves: the prefix, the verb and the square.
func moveActions(prefix, verb string, moves rules.Bitboard) actionTexts {
	var text strings.Builder
	size := len(prefix) + len(verb) + len(":d3")
	text.Grow(moves.Len() * size)
	for s := range moves.Squares() {
		text.WriteString(prefix)
		text.WriteString(verb)
		text.WriteByte(':')
		text.WriteString(s.String())
	}
	return actionTexts{text.String(), size}
}

// moveSelect is one select, with as many of the moves as it holds.
func moveSelect(l *words.Language, limits chat.Limits, p rules.Position, prefix, verb string) []chat.Row {
	if limits.Options == 0 {
		return nil
	}
	legal := p.Legal()
	options, actions := make([]chat.Option, 0, min(legal.Len(), limits.Options)), moveActions(prefix, verb, legal)
	for s := range legal.Squares() {
		if len(options) == limits.Options {
			break // the footer tells of the others
		}
		options = append(options, chat.Option{
			Label:  s.String(),
			Detail: l.Flips(p.Flips(s).Len()),
			Action: actions.of(len(options)),
		})
	}
	return []chat.Row{{Select: &chat.Select{Placeholder: l.String(words.ChooseMove{}), Options: options}}}
}

// beyondSelect is the legal moves that have no place in their select.
func beyondSelect(limits chat.Limits, legal rules.Bitboard) rules.Bitboard {
	if limits.Options == 0 || legal.Len() <= max(limits.MoveButtons, limits.Options) {
		return 0
	}
	n := 0
	for s := range legal.Squares() {
		if n++; n > limits.Options {
			break
		}
		legal &^= rules.SetOf(s)
	}
	return legal
}

// endControls offers what one can do after a game: five buttons at most, which fit in a row
// everywhere.
func (b *Bot) endControls(r *request, g game.Game, f game.Finished) []chat.Row {
	var buttons []chat.Button
	if g.Result.Reason != game.SetAside && !freeSeat(g) {
		buttons = append(buttons, primary(button(r.toAll, words.RematchButton{}, control.For(g, "rematch", ""))))
	}
	if b.reviewable(g) && g.Result.Reason <= game.Claimed {
		buttons = append(buttons, button(r.toAll, words.ReviewButton{}, control.For(g, "review", "")))
	}
	buttons = append(buttons, nextLevel(r, f)...)
	if f.Game != 0 {
		buttons = append(buttons, button(r.toAll, words.RecordButton{}, control.Of("stats", "")))
	}
	if g.Result.Reason <= game.Claimed {
		buttons = append(buttons, todaysPuzzle(r.toAll))
	}
	if len(buttons) == 0 {
		return nil
	}
	return []chat.Row{row(buttons...)}
}
