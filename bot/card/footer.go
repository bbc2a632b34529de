package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// gameFooters returns the small print of a running game, longest form first. If some moves do not fit
// in the select, every form lists them.
func gameFooters(l *words.Language, limits chat.Limits, number int, legal rules.Bitboard) []chat.Text {
	count, command := words.Count(legal.Len()), ""
	if number == 1 {
		command = "move " + legal.First().String()
	}
	if legal.Len() <= limits.MoveButtons {
		brief := l.Text(words.MoveNumber{Number: number, Moves: count})
		if command == "" {
			return []chat.Text{brief}
		}
		return []chat.Text{l.Text(words.FirstMove{Moves: count, Command: command}), brief}
	}
	list := legal.String()
	footers := make([]chat.Text, 0, 3)
	if command != "" {
		footers = append(footers, l.Text(words.MoveListFirst{Moves: list, Command: command}))
	} else {
		footers = append(footers, l.Text(words.MoveList{Number: number, Moves: list}))
	}
	footers = append(footers, l.Text(words.MoveListOnly{Moves: list}))
	if limits.Options > 0 {
		footers = append(footers, l.Text(words.MoveMenu{Moves: count}))
	} else {
		footers = append(footers, l.Text(words.MoveNumber{Number: number, Moves: count}))
	}
	if others := beyondSelect(limits, legal); !others.IsEmpty() {
		for i, f := range footers {
			footers[i] = l.Text(words.TypeOthers{Footer: f, Moves: others.String()})
		}
	}
	return footers
}

// endFooters returns the small print of an ended game, longest form first.
func endFooters(l *words.Language, g game.Game) []chat.Text {
	if len(g.Moves) == 0 {
		return nil
	}
	moves := rules.FormatTranscript(g.Moves)
	footers := []chat.Text{
		l.Text(words.EndMoves{Moves: moves}),
		l.Text(words.EndHistory{Moves: words.Count(len(g.Moves))}),
	}
	if opening := OpeningOf(g); opening != "" {
		full := l.Text(words.EndMovesOpening{Opening: words.Opening(opening), Moves: moves})
		footers = append([]chat.Text{full}, footers...)
	}
	return footers
}

// OpeningOf returns the last named opening that a game reached. It returns "" if the game reached
// none, or had an unusual start position.
func OpeningOf(g game.Game) string {
	if g.Start != rules.Start() {
		return ""
	}
	return rules.OpeningOf(g.Moves)
}
