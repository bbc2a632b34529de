package train

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"

	"othellobot/engine"
	"othellobot/rules"
)

// BookSettings are the settings of an opening book.
type BookSettings struct {
	Weights *engine.Weights
	Depth   int     // plies looked ahead with an even number of empty squares, and one more with an odd number; must be even
	Reach   float64 // moves worse than the best by more discs are left out; at least 0.5
}

// Costs for choosing the next position of a book, in discs.
const (
	plyCost  = 0.25 // cost of each ply on the way to the position
	mostLoss = 0.5  // by how much a move of the player with the book may be worse than the best
)

// BookMaker makes a book position by position. It must not be used concurrently.
type BookMaker struct {
	settings BookSettings
	searcher *engine.Searcher
	entries  []engine.BookEntry
}

// NewBookMaker returns a BookMaker that continues a book with these entries.
func NewBookMaker(settings BookSettings, entries []engine.BookEntry) *BookMaker {
	const bytes = 32 << 20
	return &BookMaker{settings, engine.NewSearcher(settings.Weights, bytes), entries}
}

// Add searches the most likely position that the book lacks, adds it, and returns its entry.
// It reports false if the book is complete. The entries do not depend on interruptions. The
// error is that of ctx.
func (m *BookMaker) Add(ctx context.Context) (e engine.BookEntry, added bool, err error) {
	p, found := nextForBook(engine.NewBook(m.entries))
	if !found {
		return engine.BookEntry{}, false, ctx.Err()
	}
	// All searches end with an even number of empty squares. Values of even and odd
	// depths differ by about a disc, and could not be compared.
	depth := m.settings.Depth + p.Empties().Len()%2
	rated := m.searcher.Rate(ctx, p, engine.Limits{Depth: depth}, m.settings.Reach)
	if err := ctx.Err(); err != nil {
		return engine.BookEntry{}, false, err
	}
	var good []engine.RatedMove
	for _, r := range rated {
		if r.Value >= rated[0].Value-m.settings.Reach {
			good = append(good, r)
		}
	}
	e = engine.NewBookEntry(p, good)
	m.entries = append(m.entries, e)
	return e, true, nil
}

// AppendBookEntry appends an entry of a book file ([engine.BookHeader]). Values are rounded
// to its unit.
func AppendBookEntry(to []byte, e engine.BookEntry) []byte {
	to = binary.LittleEndian.AppendUint64(to, uint64(e.Own))
	to = binary.LittleEndian.AppendUint64(to, uint64(e.Opp))
	to = append(to, byte(len(e.Moves)))
	for _, m := range e.Moves {
		to = append(to, byte(m.Square))
		to = binary.LittleEndian.AppendUint16(to, uint16(int16(math.Round(m.Value*engine.BookUnit))))
	}
	return to
}

// visit is a position in the search for the next book position. own holds the discs of the side to move.
type visit struct {
	own, opp rules.Bitboard
	ours     bool // the player with the book moves next
}

// nextForBook returns the most likely position that the moves of a book reach and that has no
// entry. It minimises the discs that the opponent's moves lose on the way, plus a cost of each
// ply. The player with the book makes only moves about as good as the best (drop-out
// expansion, Lincke, "Strategies for the Automatic Construction of Opening Books", 2000).
func nextForBook(b *engine.Book) (best rules.Position, found bool) {
	start := engine.NewBookEntry(rules.Start(), nil)
	layer := map[visit]float64{{start.Own, start.Opp, true}: 0, {start.Own, start.Opp, false}: 0}
	least := math.Inf(1)
	for len(layer) > 0 {
		behind := make(map[visit]float64)
		for at, cost := range layer {
			p := engine.BookEntry{Own: at.own, Opp: at.opp}.Position()
			moves := b.Moves(p)
			if len(moves) == 0 && (cost < least || cost == least && before(p, best)) {
				best, found, least = p, true, cost
			}
			for _, move := range moves {
				loss := moves[0].Value - move.Value
				if at.ours && loss > mostLoss {
					break
				}
				if at.ours {
					loss = 0
				}
				next, _ := p.Play(move.Square) // it is legal
				if next.Over() {
					continue
				}
				image := engine.NewBookEntry(next, nil)
				to := visit{image.Own, image.Opp, at.ours == (next.ToMove == p.ToMove)}
				if known, ok := behind[to]; !ok || cost+loss+plyCost < known {
					behind[to] = cost + loss + plyCost
				}
			}
		}
		layer = behind
	}
	return best, found
}

// before orders positions with Black to move. It breaks ties between equal costs.
func before(p, q rules.Position) bool {
	return cmp.Or(cmp.Compare(p.Black, q.Black), cmp.Compare(p.White, q.White)) < 0
}
