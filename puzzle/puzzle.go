package puzzle

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/rules"
)

// Puzzle is a position with exactly one winning move.
type Puzzle struct {
	ID
	Position rules.Position // either side may move first
	Best     rules.Square   // the winning move
	Margin   int            // winning margin in discs between perfect players; always even
}

// At returns a puzzle of a grade. Numbers outside the stock repeat its puzzles, most with the board turned or
// mirrored in another way. At panics on an unknown grade.
func At(grade Grade, number int) Puzzle { return embedded().at(ID{grade, number}) }

// Count returns the number of puzzles of a grade.
func Count(grade Grade) int { return embedded().counts[grade] }

// ID names a puzzle, as long as the stock of its grade stays the same.
type ID struct {
	Grade  Grade
	Number int // of the puzzle, from 1
}

const mostDigits = 6 // maximum digits of a puzzle number; the daily number grows by one a day

// String returns the letter of the grade and the number, such as "h214".
func (id ID) String() string { return gradeLetters[id.Grade:id.Grade+1] + strconv.Itoa(id.Number) }

// ParseID parses the result of [ID.String] for numbers from 1 to 999999, and nothing else.
func ParseID(text string) (ID, bool) {
	if len(text) < 2 || len(text) > 1+mostDigits {
		return ID{}, false
	}
	grade := strings.IndexByte(gradeLetters, text[0])
	number, err := strconv.Atoi(text[1:])
	if grade < 0 || err != nil || number < 1 {
		return ID{}, false
	}
	id := ID{Grade(grade), number}
	if id.String() != text { // a sign, or a leading zero
		return ID{}, false
	}
	return id, true
}

// NumberOn returns the number of a day's puzzle: 1 on the first of January 2026, and one more each day.
func NumberOn(year int, month time.Month, day int) int {
	first := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Sub(first)/(24*time.Hour)) + 1
}

// Grade is the difficulty of a puzzle: how far ahead the player must look.
type Grade uint8

const (
	Easy   Grade = iota // three or four moves near the end, and a one-ply search finds the best
	Medium              // a one-ply search fails, a four-ply search succeeds
	Hard                // searches of one, four and six plies fail
)

// Grades is the number of grades. Grades are the values from 0 to Grades-1.
const Grades = 3

const gradeLetters = "bmh" // the first letter of an ID, by grade

// String returns "easy", "medium" or "hard".
func (g Grade) String() string { return [Grades]string{"easy", "medium", "hard"}[g] }

// ParseGrade parses the result of [Grade.String].
func ParseGrade(text string) (Grade, bool) {
	for g := range Grade(Grades) {
		if g.String() == text {
			return g, true
		}
	}
	return 0, false
}

// A stock file consists of magic, the number of puzzles of each grade (two bytes, little-endian), and the
// puzzles, easy ones first. A puzzle takes [recordSize] bytes: the squares in reading order, the winning
// square, and the margin. Squares are digits in base 3, five to a byte and four in the last: 0 empty, 1 the
// side to move, 2 the other side. Every puzzle can be read without the others.
const (
	magic      = "othello puzzles 1\n"
	headerSize = len(magic) + 2*Grades
	boardSize  = 13
	recordSize = boardSize + 2
)

//go:embed stock.bin
var stockFile string

type stock struct {
	counts  [Grades]int
	records string
}

func embedded() stock {
	s, err := open(stockFile)
	if err != nil {
		panic(err) // a test reads the same file
	}
	return s
}

// open parses the header of a stock, but no puzzle.
func open(file string) (s stock, err error) {
	if len(file) < headerSize || file[:len(magic)] != magic {
		return stock{}, errors.New("puzzle: not a stock of puzzles")
	}
	all := 0
	for g := range s.counts {
		s.counts[g] = int(binary.LittleEndian.Uint16([]byte(file[len(magic)+2*g:])))
		all += s.counts[g]
		if s.counts[g] == 0 {
			return stock{}, fmt.Errorf("puzzle: the stock has no puzzle of grade %v", Grade(g))
		}
	}
	s.records = file[headerSize:]
	if len(s.records) != all*recordSize {
		return stock{}, fmt.Errorf("puzzle: the stock has %d bytes for %d puzzles", len(s.records), all)
	}
	return s, nil
}

func (s stock) at(id ID) Puzzle {
	count := s.counts[id.Grade]
	n := ((id.Number-1)%count + count) % count // never negative
	p, err := s.problem(id.Grade, n)
	if err != nil {
		panic(err) // a test reads the same file
	}
	return p.turned(id)
}

func (s stock) problem(grade Grade, n int) (Problem, error) {
	for _, count := range s.counts[:grade] {
		n += count
	}
	return decode(grade, s.records[n*recordSize:][:recordSize])
}

// EncodeStock returns a stock file with the given problems, at least one of each grade, numbered from 1.
func EncodeStock(grades [Grades][]Problem) []byte {
	file := []byte(magic)
	for _, problems := range grades {
		file = binary.LittleEndian.AppendUint16(file, uint16(len(problems)))
	}
	for _, problems := range grades {
		for _, p := range problems {
			file = p.encode(file)
		}
	}
	return file
}

// Problem is a puzzle without a number, from the view of the side to move.
type Problem struct {
	Own, Opp rules.Bitboard
	Best     rules.Square
	Margin   int
}

// The ID decides how the board is turned and which side moves first.
func (p Problem) turned(id ID) Puzzle {
	const golden = 0x9e3779b97f4a7c15 // spreads consecutive numbers (Knuth, TAOCP 3, 6.4)
	luck := uint64(Grades*id.Number+int(id.Grade)) * golden
	p = p.image(rules.Symmetry(luck >> 61))
	position := rules.Position{Black: p.Own, White: p.Opp}
	if luck>>60&1 == 1 {
		position = rules.Position{Black: p.Opp, White: p.Own, ToMove: rules.White}
	}
	return Puzzle{ID: id, Position: position, Best: p.Best, Margin: p.Margin}
}

// check returns the first fault that can be found without solving the problem.
func (p Problem) check(grade Grade) error {
	empties, moves := p.Empties().Len(), rules.Position{Black: p.Own, White: p.Opp}.Legal()
	switch {
	case !grade.Fits(empties, moves.Len()):
		return fmt.Errorf("puzzle: %d empty squares and %d legal moves in an %v one", empties, moves.Len(), grade)
	case !moves.Has(p.Best):
		return fmt.Errorf("puzzle: the winning move %v is illegal", p.Best)
	case p.Margin <= 0 || p.Margin > MostMargin || p.Margin%2 != 0:
		return fmt.Errorf("puzzle: won by %d discs", p.Margin)
	}
	return nil
}

func (p Problem) encode(file []byte) []byte {
	packed, squares := byte(0), 0
	for square := range rules.NoSquare {
		packed *= 3
		switch {
		case p.Own.Has(square):
			packed++
		case p.Opp.Has(square):
			packed += 2
		}
		if squares++; squares == 5 || square == rules.NoSquare-1 {
			file, packed, squares = append(file, packed), 0, 0
		}
	}
	return append(file, byte(p.Best), byte(p.Margin))
}

func decode(grade Grade, record string) (p Problem, err error) {
	square := rules.Square(0)
	for _, packed := range []byte(record[:boardSize]) {
		squares := min(5, rules.NoSquare-square)
		for i := range squares {
			at := rules.SetOf(square + squares - 1 - i)
			switch packed % 3 {
			case 1:
				p.Own |= at
			case 2:
				p.Opp |= at
			}
			packed /= 3
		}
		if packed > 0 {
			return Problem{}, errors.New("puzzle: a square is neither empty nor has a disc")
		}
		square += squares
	}
	p.Best, p.Margin = rules.Square(record[boardSize]), int(record[boardSize+1])
	return p, p.check(grade)
}

// MostMargin is the maximum winning margin of a puzzle, in discs.
const MostMargin = 18

// Fits reports whether a puzzle of the grade may have these numbers of empty squares and legal moves.
func (g Grade) Fits(empties, moves int) bool {
	if g == Easy {
		return 4 <= empties && empties <= 6 && 3 <= moves && moves <= 4
	}
	return 6 <= empties && empties <= 14 && 4 <= moves && moves <= 12
}

// Corners holds the corner squares. A corner wins at most a tenth of the easy puzzles, and no harder one.
const Corners rules.Bitboard = 1<<0 | 1<<7 | 1<<56 | 1<<63

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

// Empties returns the squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }
