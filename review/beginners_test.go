package review_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// beginner chooses a move as a kind of weak player does.
type beginner struct {
	name   string
	choose func(n *naive, moves []int, dice *rand.Rand) int
	level  int // of the engine instead, if choose is nil
}

func beginners() []beginner {
	return []beginner{
		{name: "random", choose: func(_ *naive, moves []int, dice *rand.Rand) int { return moves[dice.IntN(len(moves))] }},
		{name: "greedy", choose: func(n *naive, moves []int, dice *rand.Rand) int {
			return most(moves, dice, func(square int) int { return len(n.turned(n.mover, square)) })
		}},
		{name: "corner-lover", choose: func(_ *naive, moves []int, dice *rand.Rand) int {
			return most(moves, dice, func(square int) int {
				switch onEdge := square/8 == 0 || square/8 == 7 || square%8 == 0 || square%8 == 7; {
				case isCorner(square):
					return 2
				case onEdge:
					return 1
				}
				return 0
			})
		}},
		{name: "mobility", choose: func(n *naive, moves []int, dice *rand.Rand) int {
			return most(moves, dice, func(square int) int {
				next := n.after(square)
				return len(next.moves(n.mover)) - 2*len(next.moves(foe(n.mover)))
			})
		}},
		{name: "level", level: 1},
	}
}

// most returns one of the moves with the highest worth.
func most(moves []int, dice *rand.Rand, worth func(square int) int) int {
	best, list := -1000, []int(nil)
	for _, square := range moves {
		switch w := worth(square); {
		case w > best:
			best, list = w, []int{square}
		case w == best:
			list = append(list, square)
		}
	}
	return list[dice.IntN(len(list))]
}

// beginnersTranscript returns game number n: a beginner, as Black in even games, against the engine at levels 1 to 4
// or against another beginner.
func beginnersTranscript(t *testing.T, n int) (transcript, players string) {
	t.Helper()
	list := beginners()
	one := list[n%len(list)]
	if one.choose == nil {
		one.level = 1 + n/len(list)%3
	}
	other := beginner{name: "level", level: 1 + n/10%4}
	if n/len(list)%3 == 2 {
		other = list[(n/len(list)+n)%(len(list)-1)]
	}
	sides := [2]beginner{one, other}
	if n%2 == 1 {
		sides = [2]beginner{other, one}
	}
	dice := rand.New(rand.NewPCG(uint64(n), 49))
	s := engine.NewSearcher(engine.Trained(), 1<<20)
	var text strings.Builder
	for at := naiveStart(); !at.over(); {
		player := sides[0]
		if at.mover == 'O' {
			player = sides[1]
		}
		square := 0
		if player.choose == nil {
			square = int(s.Play(t.Context(), at.position(), engine.Level(player.level), uint64(n)))
		} else {
			square = player.choose(&at, at.moves(at.mover), dice)
		}
		text.WriteString(rules.Square(square).String())
		at = at.after(square)
	}
	return text.String(), sides[0].name + "–" + sides[1].name
}
