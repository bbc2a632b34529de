package rules

import "math/rand/v2"

// randomGame plays random legal moves and returns them with the positions before, between and
// after them. The same seed gives the same game.
func randomGame(seed uint64) (moves []Square, positions []Position) {
	dice := rand.New(rand.NewPCG(seed, 0))
	p := Start()
	positions = append(positions, p)
	for !p.Over() {
		legal := p.Legal()
		for range dice.IntN(legal.Len()) {
			legal &= legal - 1
		}
		next, err := p.Play(legal.First())
		if err != nil {
			panic(err)
		}
		p = next
		moves, positions = append(moves, legal.First()), append(positions, p)
	}
	return moves, positions
}

func reachable(games uint64) (positions []Position) {
	for seed := range games {
		_, game := randomGame(seed)
		positions = append(positions, game...)
	}
	return positions
}

// scattered returns n well-formed positions, from nearly empty to nearly full. No game can reach
// most of them.
func scattered(n int) (positions []Position) {
	dice := rand.New(rand.NewPCG(64, 0))
	for i := range n {
		occupied := dice.Uint64()
		switch i % 4 {
		case 0:
			occupied &= dice.Uint64()
		case 1:
			occupied |= dice.Uint64()
		case 2:
			occupied |= dice.Uint64() | dice.Uint64()
		}
		positions = append(positions, wellFormed(occupied, dice.Uint64(), i%8 < 4))
	}
	return positions
}

// wellFormed makes a position from any two sets: the occupied squares, and the squares whose disc
// is white.
func wellFormed(occupied, white uint64, blackToMove bool) Position {
	p := Position{Black: Bitboard(occupied &^ white), White: Bitboard(occupied & white), ToMove: White}
	if blackToMove {
		p.ToMove = Black
	}
	return p
}

// midgames returns 256 positions with 20 to 44 discs, each from a different game.
func midgames() (positions [256]Position) {
	for i := range positions {
		_, game := randomGame(uint64(i))
		positions[i] = game[16+i%25]
	}
	return positions
}
