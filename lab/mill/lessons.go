package main

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/lesson"
	"othellobot/puzzle"
	"othellobot/rules"
)

// makeLessons plays games, and writes the clearest position of each lesson as a Go file.
func makeLessons(ctx context.Context, c call) error {
	out := c.flags.String("out", "", "Go `file` to write")
	games := c.flags.Uint64("games", 40000, "how many games are played")
	seed := c.flags.Uint64("seed", 1, "of all chance")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	m := newMiner(engine.Trained(), *seed)
	var best [lesson.Last + 1]scene
	progress := newProgress(c.stderr, 0, 0)
	defer progress.clear()
	for n := range *games {
		dice := rand.New(rand.NewPCG(m.seed, n))
		_, p := random.Opening(dice, minedRandom+dice.IntN(minedMore+1))
		for !p.Over() && p.Empties().Len() >= fewestEmpties && ctx.Err() == nil {
			for t := lesson.Corners; t <= lesson.Last; t++ {
				if s, ok := m.scene(ctx, t, blackToMove(p)); ok && s.clearness > best[t].clearness {
					best[t] = s
				}
			}
			p, _ = p.Play(m.choice(ctx, p, minedDepth))
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	text, err := formatLessons(best[lesson.Corners:])
	if err != nil {
		return err
	}
	return os.WriteFile(*out, text, 0o666)
}

func blackToMove(p rules.Position) rules.Position {
	return rules.Position{Black: p.Discs(p.ToMove), White: p.Discs(p.ToMove.Opponent())}
}

// scene is a position that may become a lesson.
type scene struct {
	lesson.Lesson
	clearness int // how well it shows the point of the lesson; at least 1
}

func (s scene) right() lesson.Move   { return s.Moves[0] }
func (s scene) wrong() []lesson.Move { return s.Moves[1:] }

func (s scene) after(m lesson.Move) rules.Position {
	next, _ := s.Position.Play(m.Square)
	return next
}

// topic says what a lesson needs of its position.
type topic struct {
	fewest, most int  // empty squares
	moves        int  // the most legal moves
	late         bool // point needs the results of the moves
	point        func(s scene) int
}

const leastMargin = 2 // in discs, by which the right move wins and each other move loses

var topics = map[lesson.Number]topic{
	lesson.Corners: {10, 16, 5, false, func(s scene) int { // every wrong move leaves the corner to White
		return s.every(func(m lesson.Move) int {
			taken := len(m.Line) < 2 || m.Line[1] == s.right().Square
			return truth(puzzle.Corners.Has(s.right().Square) && taken && s.after(m).LegalFor(rules.White).Has(s.right().Square))
		})
	}},
	lesson.XSquares: {10, 16, 5, false, func(s scene) int {
		x, c := 0, 0
		for _, m := range s.wrong() {
			corner, diagonal, ok := besideCorner(s.Position, m.Square)
			if !ok || !s.after(m).LegalFor(rules.White).Has(corner) || len(m.Line) > 1 && m.Line[1] != corner {
				return 0
			}
			x, c = x+truth(diagonal), c+truth(!diagonal)
		}
		away := !around(puzzle.Corners).Has(s.right().Square) && !s.corners(s.right())
		return truth(away) * min(x, 1) * min(c, 1)
	}},
	lesson.FewDiscs: {15, 18, 5, false, func(s scene) int {
		few, replies := s.flips(s.right()), s.replies(s.right())
		return truth(s.away()) * max(0, 4-few) * s.every(func(m lesson.Move) int {
			return max(0, s.flips(m)-few-2) * truth(s.replies(m) > replies+1 && !s.corners(m))
		})
	}},
	lesson.Mobility: {12, 18, 5, false, func(s scene) int {
		replies := s.replies(s.right())
		return truth(replies > 0 && s.away()) * max(0, 5-replies) * s.every(func(m lesson.Move) int {
			return truth(!s.givesCorner(m)) * max(0, s.replies(m)-replies-1)
		})
	}},
	lesson.QuietMoves: {12, 18, 5, false, func(s scene) int {
		quiet := s.outside(s.right()) == 0 && s.opened(s.right()) == 0 && s.replies(s.right()) > 0
		return truth(quiet && s.away()) * s.every(func(m lesson.Move) int {
			return truth(s.outside(m) != 0 && !s.corners(m)) * min(s.opened(m).Len(), 4)
		})
	}},
	lesson.Edges: {6, 16, 6, false, func(s scene) int {
		side, ok := edgeOf(s.right().Square)
		if !ok || !s.away() || s.answeredBy(s.right(), s.flipping(s.right())) {
			return 0
		}
		flipped := 0
		left := s.every(func(m lesson.Move) int {
			if _, onEdge := edgeOf(m.Square); onEdge {
				flipped++
				return truth(s.answeredBy(m, s.flipping(m)))
			}
			return truth(s.answeredBy(m, side))
		})
		return left * flipped
	}},
	lesson.StableDiscs: {6, 9, 5, true, func(s scene) int {
		return truth(!puzzle.Corners.Has(s.right().Square)) * max(0, s.right().Count-2) * s.every(func(m lesson.Move) int { return truth(m.Count == 0) })
	}},
	lesson.Parity: {5, 8, 5, true, func(s scene) int {
		last := func(m lesson.Move, side rules.Color) bool { return s.lastIn(m) == side }
		if s.right().Count%2 == 0 || s.right().Count == 1 || !last(s.right(), rules.Black) {
			return 0
		}
		return s.every(func(m lesson.Move) int { return truth(m.Count%2 == 0 && last(m, rules.White)) })
	}},
	lesson.Pass: {5, 9, 5, false, func(s scene) int {
		next := s.after(s.right())
		return truth(!next.Over() && next.ToMove == rules.Black) * s.every(func(m lesson.Move) int { return truth(s.after(m).ToMove == rules.White) })
	}},
}

func truth(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// every returns the smallest value among the wrong moves.
func (s scene) every(value func(lesson.Move) int) int {
	var all []int
	for _, m := range s.wrong() {
		all = append(all, value(m))
	}
	return slices.Min(all)
}

func (s scene) flips(m lesson.Move) int { return s.Position.Flips(m.Square).Len() }

func (s scene) replies(m lesson.Move) int { return s.after(m).LegalFor(rules.White).Len() }

// outside returns the discs flipped by m that touch an empty square.
func (s scene) outside(m lesson.Move) rules.Bitboard {
	return s.Position.Flips(m.Square) & around(s.after(m).Empties())
}

// opened returns the squares where White can play only because of m.
func (s scene) opened(m lesson.Move) rules.Bitboard {
	return s.after(m).LegalFor(rules.White) &^ s.Position.LegalFor(rules.White)
}

// corners reports whether White can take a corner after m.
func (s scene) corners(m lesson.Move) bool {
	return s.after(m).LegalFor(rules.White)&puzzle.Corners != 0
}

// away reports whether the right move is not next to an empty corner, as another lesson advises.
func (s scene) away() bool {
	return !around(puzzle.Corners & s.Position.Empties()).Has(s.right().Square)
}

// givesCorner reports whether White can take a corner only because of m.
func (s scene) givesCorner(m lesson.Move) bool { return s.opened(m)&puzzle.Corners != 0 }

// answeredBy reports whether White's best answer to m is in a set, or without a line, whether any answer is.
func (s scene) answeredBy(m lesson.Move, set rules.Bitboard) bool {
	answers := s.after(m).LegalFor(rules.White)
	if m.Square != s.right().Square && len(m.Line) > 1 {
		answers = rules.SetOf(m.Line[1])
	}
	return s.after(m).ToMove == rules.White && answers&set != 0
}

// flipping returns White's answers that flip the disc of m.
func (s scene) flipping(m lesson.Move) (answers rules.Bitboard) {
	next := s.after(m)
	next.ToMove = rules.White
	for answer := range next.Legal().Squares() {
		if next.Flips(answer).Has(m.Square) {
			answers |= rules.SetOf(answer)
		}
	}
	return answers
}

// edgeOf returns the edge of a square that is not a corner, without the corners.
func edgeOf(square rules.Square) (rules.Bitboard, bool) {
	for _, side := range []rules.Bitboard{0x7e, 0x7e << 56, 0x0001010101010100, 0x0080808080808000} {
		if side.Has(square) {
			return side, true
		}
	}
	return 0, false
}

// lastIn returns the side that fills the region of m last, with best play.
func (s scene) lastIn(m lesson.Move) (side rules.Color) {
	region := regionOf(s.Position, m.Square)
	p := s.Position
	for _, square := range m.Line {
		if region.Has(square) {
			side = p.ToMove
			region &^= rules.SetOf(square)
		}
		p, _ = p.Play(square)
	}
	if !region.IsEmpty() {
		return 2
	}
	return side
}

// besideCorner returns the empty corner next to a square.
func besideCorner(p rules.Position, square rules.Square) (corner rules.Square, diagonal, ok bool) {
	for c := range (around(rules.SetOf(square)) & p.Empties() & puzzle.Corners).Squares() {
		return c, c.Row() != square.Row() && c.Column() != square.Column(), true
	}
	return rules.NoSquare, false, false
}

// around returns the squares next to a set, and the set.
func around(set rules.Bitboard) rules.Bitboard {
	const left, right rules.Bitboard = 0x0101010101010101, 0x8080808080808080
	set |= set&^left>>1 | set&^right<<1
	return set | set>>8 | set<<8
}

// regionOf returns the empty squares that hang together with an empty square.
func regionOf(p rules.Position, square rules.Square) (region rules.Bitboard) {
	for grown := rules.SetOf(square); grown != region; grown = around(grown) & p.Empties() {
		region = grown
	}
	return region
}

// flippedBy returns all squares on which a side can still flip a disc, by trying all continuations.
func flippedBy(side rules.Color, p rules.Position, known map[rules.Position]rules.Bitboard) (all rules.Bitboard) {
	if all, ok := known[p]; ok {
		return all
	}
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square)
		if p.ToMove == side {
			all |= p.Flips(square)
		}
		all |= flippedBy(side, next, known)
	}
	known[p] = all
	return all
}

// count fills in Count.
func (s *scene) count(n lesson.Number) {
	known := make(map[rules.Position]rules.Bitboard)
	stable := func(p rules.Position) rules.Bitboard { return p.Black &^ flippedBy(rules.White, p, known) }
	for i := range s.Moves {
		switch move := &s.Moves[i]; n {
		case lesson.StableDiscs:
			move.Count = (stable(s.after(*move)) &^ stable(s.Position)).Len()
		case lesson.Parity:
			move.Count = regionOf(s.Position, move.Square).Len()
		}
	}
}

// scene solves all moves of a position, and returns how clearly it shows the point of a lesson. Quick tests
// come first.
func (m *miner) scene(ctx context.Context, n lesson.Number, p rules.Position) (scene, bool) {
	t, empties, legal := topics[n], p.Empties().Len(), p.Legal()
	if empties < t.fewest || empties > t.most || legal.Len() < 3 || legal.Len() > t.moves {
		return scene{}, false
	}
	for right := range legal.Squares() {
		s := scene{Lesson: lesson.Lesson{Position: p}}
		for square := range legal.Squares() {
			s.Moves = append(s.Moves, lesson.Move{Square: square})
		}
		slices.SortStableFunc(s.Moves, func(x, y lesson.Move) int { return truth(y.Square == right) - truth(x.Square == right) })
		if !t.late && t.point(s) == 0 || !m.solve(ctx, &s) {
			continue
		}
		s.count(n)
		if s.clearness = 100 * t.point(s); s.clearness > 0 {
			s.clearness /= max(1, legal.Len()-3) // two or three wrong moves are enough
			s.clearness += min(s.right().Margin+s.every(func(m lesson.Move) int { return -m.Margin }), 40)
			return s, true
		}
	}
	return scene{}, false
}

// solve reports whether only the right move wins, and fills in the results of all moves and best play.
func (m *miner) solve(ctx context.Context, s *scene) bool {
	if expected := m.searcher.Think(ctx, s.Position, engine.Limits{Depth: 4}); expected.Value < minedLow {
		return false
	}
	for i := range s.Moves {
		move := &s.Moves[i]
		move.Margin = m.after(ctx, s.Position, move.Square, engine.GoalMargin)
		if i == 0 && move.Margin < leastMargin || i > 0 && move.Margin > -leastMargin {
			return false
		}
	}
	for i := range s.Moves {
		move := &s.Moves[i]
		p, _ := s.Position.Play(move.Square)
		for move.Line = []rules.Square{move.Square}; !p.Over() && len(move.Line) < puzzle.LinePlies; {
			next := m.searcher.Solve(ctx, p, engine.GoalMargin, engine.Limits{}).Square
			move.Line = append(move.Line, next)
			p, _ = p.Play(next)
		}
	}
	return true
}

const firstLesson = "-------------------OX-----OO------X-X---------O-------X---------"

func formatLessons(found []scene) ([]byte, error) {
	first, err := rules.ParseBoard(firstLesson, rules.Black)
	if err != nil {
		return nil, err
	}
	tries, err := rules.ParseTranscript("c3g5f4")
	if err != nil {
		return nil, err
	}
	s := scene{Lesson: lesson.Lesson{Position: first}}
	for _, square := range tries {
		m := lesson.Move{Square: square}
		if first.Legal().Has(square) {
			m.Line = tries[len(s.Moves):][:1]
		}
		s.Moves = append(s.Moves, m)
	}
	text := bytes.NewBufferString("// Code generated by mill lessons. DO NOT EDIT.\n\npackage lesson\n\nimport \"othellobot/rules\"\n\nfunc lessons() []Lesson {\nreturn []Lesson{\n")
	for i, s := range append([]scene{s}, found...) {
		if len(s.Moves) == 0 {
			fmt.Fprintf(text, "{}, // %d: nothing found\n", i+1)
			continue
		}
		for row := range strings.Lines(s.Position.FormatBoard()) {
			fmt.Fprintf(text, "// %s", row)
		}
		fmt.Fprintf(text, "\n{rules.Position{Black: %#x, White: %#x}, []Move{\n", uint64(s.Position.Black), uint64(s.Position.White))
		for _, m := range s.Moves {
			var line []string
			for _, square := range m.Line {
				line = append(line, fmt.Sprint(uint8(square)))
			}
			fmt.Fprintf(text, "{%d, %d, %d, []rules.Square{%s}}, // %s\n", m.Square, m.Margin, m.Count, strings.Join(line, ", "), rules.FormatTranscript(m.Line))
		}
		text.WriteString("}},\n")
	}
	text.WriteString("}\n}\n")
	return format.Source(text.Bytes())
}
