package render

import (
	"math/rand/v2"
	"testing"

	"othellobot/rules"
)

func startView() View {
	p := rules.Start()
	return View{Position: p, Hints: p.Legal(), Last: rules.NoSquare}
}

func midgameView(t testing.TB) View {
	t.Helper()
	moves, err := rules.ParseTranscript("f5d6c3d3c4f4c5b3c2e6b4f3")
	noError(t, err)
	last := moves[len(moves)-1]
	before, err := rules.Replay(rules.Start(), moves[:len(moves)-1])
	noError(t, err)
	after, err := before.Play(last)
	noError(t, err)
	return View{Position: after, Hints: after.Legal(), Last: last, Flipped: before.Flips(last)}
}

// viewOf makes a well-formed view from any numbers. Marks may lie anywhere.
func viewOf(black, white, hints, flipped uint64, last uint8, whiteToMove bool) View {
	v := View{
		Position: rules.Position{Black: rules.Bitboard(black), White: rules.Bitboard(white &^ black)},
		Hints:    rules.Bitboard(hints),
		Last:     rules.Square(last),
		Flipped:  rules.Bitboard(flipped),
	}
	if whiteToMove {
		v.Position.ToMove = rules.White
	}
	return v
}

// sampleViews returns boards from empty to full. They are the same in each call with the same n.
func sampleViews(t testing.TB, n int) []View {
	random := rand.New(rand.NewPCG(64, 8))
	views := []View{{}, startView(), midgameView(t)}
	for range n {
		black, white := random.Uint64(), random.Uint64()
		switch random.IntN(4) {
		case 0:
			black, white = black&random.Uint64(), white&random.Uint64() // few discs
		case 1:
			white = ^black // a full board
		}
		views = append(views, viewOf(black, white, random.Uint64(), random.Uint64(),
			uint8(random.IntN(80)), random.IntN(2) == 1))
	}
	return views
}

type seen struct {
	Black, White, Hints rules.Bitboard
}

func wanted(v View) seen {
	return seen{v.Position.Black, v.Position.White, v.Hints &^ (v.Position.Black | v.Position.White)}
}
