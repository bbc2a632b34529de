package load

import (
	"math/rand/v2"

	"othellobot/lab/random"
	"othellobot/rules"
)

// ply is one move of a game, with the board that must result.
type ply struct {
	user   string
	square rules.Square
	flips  rules.Bitboard
	after  rules.Position
}

// wholeGame returns the moves of a random game.
func wholeGame(seed uint64) []ply {
	dice := rand.New(rand.NewPCG(seed, 0))
	users := [2]string{rules.Black: "ana", rules.White: "bo"}
	var plies []ply
	for p := rules.Start(); !p.Over(); {
		m := ply{user: users[p.ToMove], square: random.Move(dice, p.Legal())}
		m.flips = p.Check(p.ToMove, m.square).Flips
		p, _ = p.Play(m.square) // it is a legal move
		m.after = p
		plies = append(plies, m)
	}
	return plies
}
