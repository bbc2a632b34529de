package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"othellobot/rules"
)

// item is a word of a text, or a part of one, with its meaning in a game.
type item struct {
	kind   kind
	square rules.Square
	side   rules.Color
	text   string
	glued  bool // the item follows a move in the same word
}

type kind uint8

const (
	isMove kind = iota
	isPass
	isFault  // like a move, but invalid
	isNumber // a move number, a disc count, or the command "load" before printed moves
	isSide
	isWord // any other word
)

var (
	// spacedSquare matches a square with its letter and digit separated.
	spacedSquare = regexp.MustCompile(`(^|[^\pL\pN])([a-h])[ -]([1-8])\b`)
	// moveWord matches the beginning of words such as "f5d6", "12f5" and "pab3". wordParts
	// matches the parts of such a word.
	moveWord  = regexp.MustCompile(`^(\d{0,2}|[xo])(?:pass|pa|ps)?[a-h][1-8]`)
	wordParts = regexp.MustCompile(`pass|pa|ps|[a-h][1-8]|[^a-h1-8]+|.`)
	mixed     = regexp.MustCompile(`\p{Latin}\d|\d\p{Latin}`)
	column    = regexp.MustCompile(`^[a-h]$`)
)

func (r *Reader) items(text string) (list []item) {
	for word := range strings.FieldsFuncSeq(spacedSquare.ReplaceAllString(text, "$1$2$3"), func(c rune) bool {
		return !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark)
	}) {
		side, named := r.sideNamed(word)
		begins := moveWord.FindStringSubmatch(word)
		switch {
		case strings.Trim(word, "0123456789") == "" || word == "load":
			list = append(list, item{kind: isNumber, text: word})
		case named:
			list = append(list, item{kind: isSide, side: side, text: word})
		case r.Passes[word] || passes[word]:
			list = append(list, item{kind: isPass, text: word})
		case begins != nil:
			if disc, ok := discs[begins[1]]; ok { // "xf5"
				list = append(list, item{kind: isSide, side: disc, text: begins[1]})
			}
			list = appendMoves(list, word[len(begins[1]):])
		case mixed.MatchString(word):
			list = append(list, item{kind: isFault, text: word})
		default:
			list = append(list, item{kind: isWord, text: word})
		}
	}
	return list
}

// appendMoves appends the moves and passes of a word, up to and including the first fault.
func appendMoves(list []item, text string) []item {
	for n, piece := range wordParts.FindAllString(text, -1) {
		s, err := rules.ParseSquare(piece)
		switch {
		case err == nil:
			list = append(list, item{kind: isMove, square: s, glued: n > 0})
		case passes[piece]:
			list = append(list, item{kind: isPass})
		default:
			return append(list, item{kind: isFault, text: piece})
		}
	}
	return list
}

func squares(items []item) (list []rules.Square) {
	for _, i := range items {
		if i.kind == isMove {
			list = append(list, i.square)
		}
	}
	return list
}

const fewestMoves = 3 // minimum moves of a game in a message; a sentence may name fewer squares without a game

// runs splits a list at its words and returns the parts with moves, up to their last move or fault.
func runs(list []item) (found [][]item) {
	for len(list) > 0 {
		end := slices.IndexFunc(list, func(i item) bool { return i.kind == isWord })
		if end < 0 {
			end = len(list)
		}
		run := list[:end]
		for len(run) > 0 && run[len(run)-1].kind != isMove && run[len(run)-1].kind != isFault {
			run = run[:len(run)-1] // such as "PS"
		}
		if len(squares(run)) > 0 {
			found = append(found, run)
		}
		list = list[min(len(list), end+1):]
	}
	return found
}

// likelyGame reports whether a run in a message is likely a game. Separate squares in board order are no game.
func likelyGame(run []item) bool {
	list := squares(run)
	if run[0].text == "1" || run[0].text == "load" {
		return true
	}
	return len(list) >= fewestMoves && !(slices.IsSorted(list) && !slices.ContainsFunc(run, func(i item) bool { return i.glued }))
}

// readMoves reads the moves of a text without a board. In a message, the game is the first
// run that is likely a game. After a remark, the game may continue with numbered moves.
func readMoves(list []item, in scope) (Result, error) {
	found := Result{Game: Game{Start: rules.Start()}}
	var others []item
	if in == message {
		games := runs(list)
		first := slices.IndexFunc(games, likelyGame)
		if first < 0 {
			return found, ErrNoGame
		}
		list = games[first]
		for _, next := range games[first+1:] {
			joined := slices.Concat(list, next)
			_, rest, err := play(found.Start, joined)
			switch {
			case err == nil && rest == nil && next[0].kind == isNumber && next[0].text != "load":
				list = joined
			case len(squares(next)) >= fewestMoves || next[0].kind == isNumber:
				others = append(others, next...)
			}
		}
	}
	moves, rest, err := play(found.Start, list)
	if err == nil && len(moves) == 0 {
		err = ErrNoGame
	}
	if err != nil {
		return found, err
	}
	others = append(others, rest...)
	found.Moves, found.HasMore = moves, len(others) > 0 && !slices.Equal(squares(others), moves)
	return found, nil
}

// play plays moves by the rules. If another game begins in the list, it returns the items from there as rest.
func play(from rules.Position, list []item) (moves []rules.Square, rest []item, err error) {
	at, last := afterPass(from), from.ToMove.Opponent()
	noted := false // the text has a pass since the last move
	for n, i := range list {
		ahead := n+1 < len(list) && list[n+1].kind == isMove
		switch {
		case i.kind == isFault, i.kind == isSide && ahead && i.side != at.ToMove, i.kind == isWord && !ahead && column.MatchString(i.text):
			return nil, nil, &FaultError{len(moves) + 1, i.text}
		case i.kind == isPass && !at.Over():
			if noted || at.ToMove != last {
				return nil, nil, &PassError{len(moves) + 1, at.ToMove}
			}
			noted = true
		case i.kind == isMove:
			next, err := at.Play(i.square)
			if err != nil && len(moves) > 0 && (list[n-1].text == "load" || len(moves) >= fewestMoves && beginsGame(list[n:])) {
				return moves, list[n:], nil
			}
			if err != nil {
				return nil, nil, &rules.ReplayError{Number: len(moves) + 1, Square: i.square, ToMove: at.ToMove}
			}
			moves, last, at, noted = append(moves, i.square), at.ToMove, next, false
		}
	}
	return moves, nil, nil
}

func beginsGame(list []item) bool {
	moves := squares(list)
	_, err := rules.Replay(rules.Start(), moves[:min(fewestMoves, len(moves))])
	return err == nil && len(moves) >= fewestMoves
}
