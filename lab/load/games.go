package load

import (
	"math/rand/v2"

	"othellobot/lab/random"
	"othellobot/rules"
)

// ply is one move of a game, and what the board has to be after it.
type ply struct {
	user   string
	square rules.Square
	flips  rules.Bitboard
	after  rules.Position
}

// wholeGame is a game by chance, from the first move to the last.
func wholeGame(seed uint64) []ply {
	dice := rand.New(rand.NewPCG(seed, 0))
	users := [2]string{rules.Black: "ana", rules.White: "bo"}
	var plies []ply
	for p := rules.Start(); !p.Over(); {
		m := ply{user: users[p.ToMove], square: random.Move(dice, p.Legal())}
		m.flips = p.Check(p.ToMove, m.square).Flips
		p, _ = p.Play(m.square) // it is one of the legal ones
		m.after = p
		plies = append(plies, m)
	}
	return plies
}
