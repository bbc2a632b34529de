package puzzle

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
)

// A stock is a file: the magic, the number of puzzles of each grade, two bytes each, low
// one first, and the puzzles one behind the other, easy ones first, [recordSize] bytes
// each. Of a puzzle these are the squares in reading order, five a byte, in base 3 (0
// empty, 1 of the side to move, 2 of the other; in the last byte four), then the winning
// square and the margin. So any puzzle is found and read by itself.
const (
	magic      = "othello puzzles 1\n"
	headerSize = len(magic) + 2*Grades
	boardSize  = 13
	recordSize = boardSize + 2
)

//go:embed stock.bin
var stockFile string

// stock is a file whose header has been read.
type stock struct {
	counts  [Grades]int
	records string
}

// embedded is the stock that comes with the program.
func embedded() stock {
	s, err := open(stockFile)
	if err != nil {
		panic(err) // a test reads the file that the program is built with
	}
	return s
}

// open reads the header of a stock, and no puzzle.
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

// at gives the puzzle of an ID; its numbers wrap around at the end of the stock.
func (s stock) at(id ID) Puzzle {
	n := (id.Number - 1) % s.counts[id.Grade]
	if n < 0 {
		n += s.counts[id.Grade]
	}
	p, err := s.problem(id.Grade, n)
	if err != nil {
		panic(err) // likewise
	}
	return p.turned(id)
}

// problem decodes the one of a grade that stands behind n others.
func (s stock) problem(grade Grade, n int) (Problem, error) {
	for _, count := range s.counts[:grade] {
		n += count
	}
	return decode(grade, s.records[n*recordSize:][:recordSize])
}

// Stock is the file of these puzzles, the first of a grade being number 1. No grade may
// be without.
func Stock(grades [Grades][]Problem) []byte {
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
