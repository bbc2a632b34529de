package train

import (
	"cmp"
	"context"
	"math"

	"othellobot/engine"
	"othellobot/rules"
)

// BookSettings say how an opening book is made.
type BookSettings struct {
	Weights *engine.Weights
	Depth   int     // plies looked ahead from a position where Black has to move, an even number; with an odd number of empty squares one more
	Reach   float64 // at least 0.5: moves that a search finds worse than the best by more discs are left out
}

// What decides which position a book has next, in discs.
const (
	plyCost = 0.25 // of each ply on the way to it
	asGood  = 0.5  // the player with the book makes moves that are worse than the best by no more
)

// BookMaker makes a book position by position. It must not be used concurrently.
type BookMaker struct {
	settings BookSettings
	searcher *engine.Searcher
	entries  []engine.BookEntry
}

// NewBookMaker goes on with a book that has these entries.
func NewBookMaker(settings BookSettings, entries []engine.BookEntry) *BookMaker {
	const bytes = 32 << 20
	return &BookMaker{settings, engine.NewSearcher(settings.Weights, bytes), entries}
}

// Add searches the position that the book lacks most, adds it, and gives what was added.
// It reports false if there is none, in a book that has all there is. The entries do not
// depend on how often the making was broken off. The error is that of ctx.
func (m *BookMaker) Add(ctx context.Context) (e engine.BookEntry, added bool, err error) {
	p, found := nextForBook(engine.NewBook(m.entries))
	if !found {
		return engine.BookEntry{}, false, ctx.Err()
	}
	// All searches end with an even number of empty squares, so that their values
	// compare: those of even and odd depths differ by a disc.
	depth := m.settings.Depth + p.Empties().Len()%2
	rated := m.searcher.Rate(ctx, p, engine.Limits{Depth: depth}, m.settings.Reach)
	if err := ctx.Err(); err != nil {
		return engine.BookEntry{}, false, err
	}
	var good []engine.Rated
	for _, r := range rated {
		if r.Value >= rated[0].Value-m.settings.Reach {
			good = append(good, r)
		}
	}
	e = engine.NewBookEntry(p, good)
	m.entries = append(m.entries, e)
	return e, true, nil
}

// visit is a position as the player with the book, or the opponent, may come to it.
type visit struct {
	own, opp rules.Bitboard
	ours     bool // the player with the book is to move
}

// nextForBook finds the position behind the moves of a book that is likeliest to come up:
// with the least sum of what the opponent's moves on the way there lose and of a cost
// of each ply. The player with the book makes only moves that are about as good as the best
// (drop-out expansion, Lincke, "Strategies for the Automatic Construction of Opening
// Books", 2000).
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
				if at.ours && loss > asGood {
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

// before orders positions with Black to move, so that of two with the same cost one is
// always the first.
func before(p, q rules.Position) bool {
	return cmp.Or(cmp.Compare(p.Black, q.Black), cmp.Compare(p.White, q.White)) < 0
}
