package bot

import (
	"sync"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// openings are the openings that have a name, each by the moves to the position
// that is called so. Names and moves are those on which the catalogues of Robert
// Gatliff (http://www.samsoft.org.uk/reversi/openings.htm) and Matthias Berg
// (berg.earthlingz.de, openings.txt) agree.
var openings = [...]struct{ name, moves string }{
	{"Parallel", "f5f4"},

	{"Diagonal", "f5f6"},
	{"Wing", "f5f6d3f4"},
	{"Semi-Wing", "f5f6c4f4"},
	{"Heath", "f5f6e6f4g5"},
	{"Snake", "f5f6e6f4g6"},
	{"X-square", "f5f6e6f4g7"},
	{"Raccoon Dog", "f5f6e6f4g4"},
	{"Buffalo", "f5f6e6f4c3"},
	{"Cow", "f5f6e6f4e3"},
	{"Chimney", "f5f6e6f4e3d6"},
	{"Bat", "f5f6e6f4e3c5g5"},
	{"Rose-v-Toth", "f5f6e6f4e3c5c4"},
	{"Tanida", "f5f6e6f4e3c5c4e7"},

	{"Perpendicular", "f5d6"},
	{"Tiger", "f5d6c3d3c4"},
	{"Aubrey", "f5d6c3d3c4b3"},
	{"Leader's Tiger", "f5d6c3d3c4f4e6"},
	{"Brightwell", "f5d6c3d3c4f4e3"},
	{"Stephenson", "f5d6c3d3c4f4f6"},
	{"No-Kung", "f5d6c3d3c4f4f6g5"},
	{"Comp'Oth", "f5d6c3d3c4f4f6f3"},
	{"Kung", "f5d6c3d3c4f4f6b4"},
	{"Rose-Bill", "f5d6c3d3c4f4c5b3c2"},
	{"Tamenori", "f5d6c3d3c4f4c5b3c2e6"},
	{"Ishii", "f5d6c3d3c4f4c5b4b5c6f3e6e3"},
	{"Cat", "f5d6c4d3c5"},
	{"Italian", "f5d6c4d3e6"},
	{"Swallow", "f5d6c4g5c6"},
	{"Horse", "f5d6c5f4d3"},
	{"Mimura", "f5d6c5f4e3d3"},
	{"Shaman", "f5d6c5f4e3c6f3"},
	{"Inoue", "f5d6c5f4e3c6e6"},
	{"Iago", "f5d6c5f4e3c6e6f6"},
	{"Bhagat", "f5d6c5f4e3c6d7"},
	{"Ralle", "f5d6c5f4e3c6d3f3"},
	{"Rose", "f5d6c5f4e3c6d3f6e6d7"},
	{"Flat", "f5d6c5f4e3c6d3f6e6d7g4"},
	{"Rotating Flat", "f5d6c5f4e3c6d3f6e6d7g4c4"},
}

// namedPositions are the names of positions, however the board is turned. They
// are never changed.
var namedPositions = sync.OnceValue(func() map[rules.Position]string {
	names := make(map[rules.Position]string)
	for _, o := range openings {
		moves, _ := rules.ParseTranscript(o.moves) // a test holds all to be legal
		p, _ := rules.Replay(rules.Start(), moves)
		for _, image := range images(p) {
			names[image] = o.name
		}
	}
	return names
})

// openingWords name the opening that the last move of a game has led to, if it
// has led to one: ", the Tiger opening".
func openingWords(g game.Game) chat.Text {
	if name, ok := namedPositions()[g.Position()]; ok && g.Start == rules.Start() {
		return chat.Say(", the ", name, " opening")
	}
	return nil
}

// openingOf is the opening that a game was played from: the last that it came
// through. It is empty if there is none, or if the game did not begin at the
// beginning.
func openingOf(g game.Game) (name string) {
	p := rules.Start()
	if g.Start != p {
		return ""
	}
	for _, square := range g.Moves {
		p, _ = p.Play(square) // only legal moves are ever kept
		if deeper, ok := namedPositions()[p]; ok {
			name = deeper
		}
	}
	return name
}

// withOpening tells the opening of a game before what the fullest of its footers
// tells, and leaves it out in the others.
func withOpening(g game.Game, footers []chat.Text) []chat.Text {
	if name := openingOf(g); name != "" {
		return append([]chat.Text{chat.Say("Opening: ", name, " · ", footers[0])}, footers...)
	}
	return footers
}

// images are the eight ways to see a position on a board that is turned and
// mirrored. Mirroring at the two axes in turn comes through all of them.
func images(p rules.Position) (all [8]rules.Position) {
	leftToRight := func(s rules.Square) rules.Square { return rules.SquareAt(7-s.Column(), s.Row()) }
	diagonally := func(s rules.Square) rules.Square { return rules.SquareAt(s.Row(), s.Column()) }
	for i := range all {
		all[i] = p
		mirror := leftToRight
		if i%2 == 1 {
			mirror = diagonally
		}
		p.Black, p.White = mirrored(p.Black, mirror), mirrored(p.White, mirror)
	}
	return all
}

// mirrored is a set of squares where a mirror shows them.
func mirrored(b rules.Bitboard, mirror func(rules.Square) rules.Square) (there rules.Bitboard) {
	for s := range b.Squares() {
		there |= rules.SetOf(mirror(s))
	}
	return there
}
