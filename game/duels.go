package game

import (
	"hash/maphash"
	"iter"
	"slices"
	"time"
)

// Duels is what is known of one player's duels in all places.
type Duels struct {
	Running int
	Open    []Game // challenges without an answer, made or received
	Refused []Game // challenges declined within [DeclinePeace]
}

// duelIndex finds the duels of a player. Of the running ones, which may be
// millions, it only keeps the number, under a hash of the player's name; that
// two players of one table share a number is less likely than a failing disk.
type duelIndex struct {
	seed       maphash.Seed
	running    map[uint64]int32
	challenges map[Player][]*Game // unanswered, or declined
}

func newDuelIndex() duelIndex {
	return duelIndex{
		seed:       maphash.MakeSeed(),
		running:    make(map[uint64]int32),
		challenges: make(map[Player][]*Game),
	}
}

func (x duelIndex) hash(p Player) uint64 { return maphash.String(x.seed, string(p)) }

// of is what the index knows of a player's duels.
func (x duelIndex) of(p Player, now time.Time) Duels {
	duels := Duels{Running: int(x.running[x.hash(p)])}
	for _, g := range x.challenges[p] {
		switch {
		case g.Phase == Challenged:
			duels.Open = append(duels.Open, *g)
		case now.Before(g.Since().Add(DeclinePeace)):
			duels.Refused = append(duels.Refused, *g)
		}
	}
	return duels
}

// replace notes that a duel has changed; either side of the change may be the
// zero game.
func (x duelIndex) replace(before, after *Game) {
	x.remove(before)
	for p := range after.duellists() {
		switch {
		case after.Phase == Playing:
			x.running[x.hash(p)]++
		case after.Phase == Challenged || after.Result.Reason == Declined:
			x.challenges[p] = append(x.challenges[p], after)
		}
	}
}

func (x duelIndex) remove(g *Game) {
	for p := range g.duellists() {
		if g.Phase == Playing {
			h := x.hash(p)
			if x.running[h]--; x.running[h] == 0 {
				delete(x.running, h)
			}
			continue
		}
		left := slices.DeleteFunc(x.challenges[p], func(c *Game) bool { return c.ID == g.ID })
		if x.challenges[p] = left; len(left) == 0 {
			delete(x.challenges, p)
		}
	}
}

// duellists are the people in the seats of a duel.
func (g *Game) duellists() iter.Seq[Player] {
	return func(yield func(Player) bool) {
		for _, s := range g.Seats {
			if g.Mode == Duel && s.Player != Nobody && s.Player != Engine && !yield(s.Player) {
				return
			}
		}
	}
}
