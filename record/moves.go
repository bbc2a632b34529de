package record

import (
	"regexp"
	"slices"

	"othellobot/rules"
)

// fewest is the number of moves that make a game in a message. A square that is only mentioned
// there is not a game.
const fewest = 3

// run is a part of a text that holds moves, without other words in between.
type run struct {
	items []item
	word  string // the word before it; empty if there is none
}

// runs are the parts of a text that hold moves or passes.
func runs(list []item) (found []run) {
	var now run
	for _, i := range append(list, item{kind: isWord}) {
		if i.kind != isWord {
			now.items = append(now.items, i)
			continue
		}
		if slices.ContainsFunc(now.items, func(i item) bool { return i.kind == isMove || i.kind == isPass }) {
			found = append(found, now)
		}
		now = run{word: i.text}
	}
	return found
}

// likely reports whether a run among sentences is meant as a game. What the bot prints
// to be loaded may have any length. Squares in the order of the board with commas are a list.
func (r run) likely(first bool) bool {
	list := squares(r.items)
	if len(list) == 0 {
		return false
	}
	numbered := r.items[0].kind == isNumber && (!first || r.items[0].text == "1" && r.items[1].kind == isMove)
	listed := slices.IsSorted(list) && slices.ContainsFunc(r.items, func(i item) bool { return i.listed })
	return !listed && (len(list) >= fewest || numbered || r.word == "load" || r.word == "moves")
}

// moves reads the moves of a text without a board.
func (r *Reader) moves(text string, in scope) (Found, error) {
	items := r.items(text, in)
	var games []run
	for _, next := range runs(items) {
		for last := len(next.items) - 1; in == message && last >= 0 && next.items[last].kind != isMove && next.items[last].kind != isFault; last-- {
			next.items = next.items[:last] // "PS"
		}
		if in == whole || next.likely(len(games) == 0) {
			games = append(games, next)
		}
	}
	if n := slices.IndexFunc(items, func(i item) bool { return i.kind == isFault }); n >= 0 && in == whole {
		return Found{}, &FaultError{len(squares(items[:n])) + 1, items[n].text}
	}
	if last := len(items) - 1; in == whole && last > 0 && items[last].kind == isWord && column.MatchString(items[last].text) {
		return Found{}, &FaultError{len(squares(items)) + 1, items[last].text} // a move that was cut off
	}
	if len(games) == 0 || len(squares(games[0].items)) == 0 {
		return Found{}, ErrNothing
	}
	found := Found{Game: Game{Start: rules.Start()}}
	main := games[0].items
	var err error
	if found.Moves, found.More, err = play(rules.Start(), main); err != nil {
		return Found{}, err
	}
	for _, next := range games[1:] {
		alone, _, err := play(rules.Start(), next.items)
		joined, more, apart := play(rules.Start(), slices.Concat(main, next.items))
		switch list := squares(next.items); {
		case err == nil && len(list) > 0 && begins(found.Moves, alone): // the same, with more of it
			found.Moves, main = alone, next.items
		case len(list) > 0 && begins(list, found.Moves): // the same once more
		case err == nil && len(list) >= fewest:
			found.More = true
		case apart == nil && (in == whole || next.items[0].kind == isNumber):
			found.Moves, found.More, main = joined, found.More || more, slices.Concat(main, next.items)
		case in == whole && len(list) > 0:
			return Found{}, &FaultError{len(found.Moves) + 1, next.word}
		case in == whole:
			return Found{}, apart
		default:
			found.More = found.More || len(list) >= fewest
		}
	}
	return found, nil
}

var column = regexp.MustCompile(`^[a-h]$`)

// begins reports whether moves begin with others.
func begins(others, moves []rules.Square) bool {
	return len(others) <= len(moves) && slices.Equal(others, moves[:len(others)])
}

// play plays the moves of a run by the rules, and reports whether another game begins among
// them, which it leaves out.
func play(from rules.Position, list []item) (moves []rules.Square, more bool, err error) {
	at, passed := from, false // whether the last pass was written down
	last := from.ToMove.Opponent()
	behind := len(list) > 1 && list[0].kind == isMove && list[1].kind == isSide // of their moves
	for n, i := range list {
		switch {
		case i.kind == isFault:
			return nil, false, &FaultError{len(moves) + 1, i.text}
		case i.kind == isSide && behind && n > 0 && list[n-1].kind == isMove && i.side != last,
			i.kind == isSide && !behind && n+1 < len(list) && list[n+1].kind == isMove && i.side != at.ToMove:
			return nil, false, &FaultError{len(moves) + 1, i.text}
		case i.kind == isPass && !at.Over():
			if passed || at.ToMove != last {
				return nil, false, &PassError{len(moves) + 1, at.ToMove}
			}
			passed = true
		case i.kind == isMove:
			next, err := at.Play(i.square)
			if err != nil && len(moves) >= fewest && beginsGame(list[n:]) {
				return moves, !begins(squares(list[n:]), moves), nil
			}
			if err != nil {
				return nil, false, &rules.ReplayError{Number: len(moves) + 1, Square: i.square, ToMove: at.ToMove}
			}
			moves, last, at, passed = append(moves, i.square), at.ToMove, next, false
		}
	}
	return moves, false, nil
}

// beginsGame reports whether moves are those of a game from its beginning.
func beginsGame(list []item) bool {
	moves := squares(list)
	_, err := rules.Replay(rules.Start(), moves[:min(fewest, len(moves))])
	return err == nil && len(moves) >= fewest
}
