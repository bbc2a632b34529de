package record

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"othellobot/rules"
)

// fewest is how many moves make a game in a message, so that a square that is only
// mentioned there is none.
const fewest = 3

// item is a word of a text, as far as moves are concerned.
type item struct {
	kind   kind
	square rules.Square
	side   rules.Color
	text   string
	listed bool // a comma stands before it
}

type kind uint8

const (
	isMove kind = iota
	isPass
	isNumber // of a move, or of discs
	isSide
	isFault // like a move, but none
	isWord  // any other
)

// The forms of a word that holds moves: "f5d6", "12.f5", "12f5", "a3pab3".
var (
	movesWord = regexp.MustCompile(`^(\d{0,2})((?:[a-h][1-8]|pass|pa|ps)+)(\d{0,2})$`)
	moveOf    = regexp.MustCompile(`[a-h][1-8]|pass|pa|ps`)
	begun     = regexp.MustCompile(`^((?:[a-h][1-8])+)(.+?)((?:[a-h][1-8])*)$`)
	mixed     = regexp.MustCompile(`[a-z]\d|\d[a-z]`)
	swapped   = regexp.MustCompile(`^(?:[1-8][a-h])+$`)
)

// items splits a text into words.
func (r *Reader) items(text string, in scope) (list []item) {
	listed := false
	for len(text) > 0 {
		word := text
		if end := strings.IndexFunc(text, betweenWords); end >= 0 {
			word = text[:end]
		}
		if text = text[len(word):]; word == "" {
			c, size := utf8.DecodeRuneInString(text)
			listed = listed || c == ',' || c == '、'
			text = text[size:]
			continue
		}
		before := len(list)
		list = r.word(list, word, strings.TrimLeft(text, " "), in)
		for i := before; i < len(list); i++ {
			list[i].listed, listed = listed, false
		}
	}
	return list
}

func betweenWords(c rune) bool { return !unicode.In(c, unicode.Letter, unicode.Digit, unicode.Mark) }

// word appends what a word holds; behind is the text that follows it.
func (r *Reader) word(list []item, word, behind string, in scope) []item {
	if last := len(list) - 1; in == whole && last >= 0 && list[last].kind == isWord { // "f 5", "f-5"
		if s, err := rules.ParseSquare(list[last].text + word); err == nil {
			return append(list[:last], item{kind: isMove, square: s, text: s.String()})
		}
	}
	side, named := r.sideNamed(word)
	found := movesWord.FindStringSubmatch(word)
	switch {
	case strings.Trim(word, "0123456789") == "":
		return append(list, item{kind: isNumber, text: word})
	case named:
		return append(list, item{kind: isSide, side: side, text: word})
	case r.Passes[word]:
		return append(list, item{kind: isPass, text: word})
	case found != nil && (found[3] == "" || strings.HasPrefix(behind, ".") || strings.HasPrefix(behind, ")")):
		return appendMoves(list, found[2])
	case begun.MatchString(word):
		found := begun.FindStringSubmatch(word)
		return append(appendMoves(list, found[1]), item{kind: isFault, text: found[2]})
	case mixed.MatchString(word):
		return append(list, item{kind: isFault, text: word})
	default:
		return append(list, item{kind: isWord, text: word})
	}
}

// appendMoves appends moves and passes that are written one after another.
func appendMoves(list []item, text string) []item {
	for _, one := range moveOf.FindAllString(text, -1) {
		if s, err := rules.ParseSquare(one); err == nil {
			list = append(list, item{kind: isMove, square: s, text: one})
		} else {
			list = append(list, item{kind: isPass, text: one})
		}
	}
	return list
}

// run is a part of a text that holds moves, without other words in between.
type run struct {
	items []item
	word  string // the word before it; empty if there is none
}

// squares lists the moves of a run, whether or not they are legal.
func (r run) squares() (list []rules.Square) {
	for _, i := range r.items {
		if i.kind == isMove {
			list = append(list, i.square)
		}
	}
	return list
}

// lists reports whether the run is squares in the order of the board with a comma between
// them, as a sentence lists them.
func (r run) lists() bool {
	return slices.IsSorted(r.squares()) && slices.ContainsFunc(r.items, func(i item) bool { return i.listed })
}

// numbered reports whether a number stands before the first move.
func (r run) numbered() bool { return r.items[0].kind == isNumber }

// runs are the parts of a text that hold moves.
func runs(list []item) (found []run) {
	var now run
	end := func(word string) {
		if len(now.squares()) > 0 {
			found = append(found, now)
		}
		now = run{word: word}
	}
	for _, i := range list {
		if i.kind == isWord {
			end(i.text)
		} else {
			now.items = append(now.items, i)
		}
	}
	end("")
	return found
}

// moves reads the moves of a text without a board.
func (r *Reader) moves(text string, in scope) (Found, error) {
	items := r.items(text, in)
	all, strict := runs(items), in == whole
	if !strict {
		all = likely(all)
	}
	if n := slices.IndexFunc(items, func(i item) bool { return i.kind == isFault }); n >= 0 && strict {
		return swap(text, &FaultError{len(run{items: items[:n]}.squares()) + 1, items[n].text})
	}
	if len(all) == 0 {
		return Found{}, ErrNothing
	}
	found := Found{Game: Game{Start: rules.Start()}}
	main := all[0].items
	var err error
	if found.Moves, found.More, err = play(rules.Start(), main); err != nil && strict {
		return swap(text, err)
	}
	if err != nil {
		return Found{}, err
	}
	for _, next := range all[1:] {
		squares := next.squares()
		moves, _, err := play(rules.Start(), next.items)
		joined, more, apart := play(rules.Start(), slices.Concat(main, next.items))
		switch {
		case err == nil && begins(found.Moves, moves): // the same, with more of it
			found.Moves, main = moves, next.items
		case begins(squares, found.Moves): // the same once more
		case err == nil && len(moves) >= fewest:
			found.More = true
		case apart == nil && (strict || next.numbered()):
			found.Moves, found.More, main = joined, found.More || more, slices.Concat(main, next.items)
		case strict:
			return Found{}, &FaultError{len(found.Moves) + 1, next.word}
		default:
			found.More = found.More || len(squares) >= fewest
		}
	}
	return found, nil
}

// begins reports whether moves begin with others.
func begins(others, moves []rules.Square) bool {
	return len(others) <= len(moves) && slices.Equal(others, moves[:len(others)])
}

// swap reads moves with the digit first, "5f6d", or returns the error of the text as it is.
func swap(text string, err error) (Found, error) {
	words := strings.FieldsFunc(text, betweenWords)
	if len(words) == 0 || slices.ContainsFunc(words, func(w string) bool { return !swapped.MatchString(w) }) {
		return Found{}, err
	}
	bytes := []byte(strings.Join(words, ""))
	for i := 0; i < len(bytes); i += 2 {
		bytes[i], bytes[i+1] = bytes[i+1], bytes[i]
	}
	moves, more, err := play(rules.Start(), appendMoves(nil, string(bytes)))
	return Found{Game: Game{Start: rules.Start(), Moves: moves}, More: more}, err
}

// likely are the runs of a text among sentences that are meant as games. What is to be
// loaded, as the bot prints it, may have any length.
func likely(all []run) (kept []run) {
	for _, r := range all {
		counted := r.numbered() && (len(kept) > 0 || r.items[0].text == "1" && r.items[1].kind == isMove)
		if enough := len(r.squares()) >= fewest || counted || r.word == "load" || r.word == "moves"; enough && !r.lists() {
			kept = append(kept, r)
		}
	}
	return kept
}

// play plays the moves of a run by the rules, and reports whether another game begins among
// them, which it leaves out.
func play(from rules.Position, list []item) (moves []rules.Square, more bool, err error) {
	at, passed := from, false // whether the last pass was written down
	last := from.ToMove.Opponent()
	for n, i := range list {
		switch {
		case i.kind == isFault:
			return nil, false, &FaultError{len(moves) + 1, i.text}
		case i.kind == isSide && n+1 < len(list) && list[n+1].kind == isMove && i.side != at.ToMove:
			return nil, false, &FaultError{len(moves) + 1, i.text}
		case i.kind == isPass && hasMoves(list[n:]) && !at.Over():
			if passed || at.ToMove != last {
				return nil, false, &PassError{len(moves) + 1, at.ToMove}
			}
			passed = true
		case i.kind == isMove:
			next, err := at.Play(i.square)
			if err != nil && len(moves) >= fewest && beginsGame(list[n:]) {
				return moves, true, nil
			}
			if err != nil {
				return nil, false, &rules.ReplayError{Number: len(moves) + 1, Square: i.square, ToMove: at.ToMove}
			}
			moves, last, at, passed = append(moves, i.square), at.ToMove, next, false
		}
	}
	return moves, false, nil
}

func hasMoves(list []item) bool {
	return slices.ContainsFunc(list, func(i item) bool { return i.kind == isMove })
}

// beginsGame reports whether moves are those of a game from its beginning.
func beginsGame(list []item) bool {
	squares := run{items: list}.squares()
	_, err := rules.Replay(rules.Start(), squares[:min(fewest, len(squares))])
	return err == nil && len(squares) >= fewest
}
