package rules

import "sync"

// The catalogues of Robert Gatliff (http://www.samsoft.org.uk/reversi/openings.htm) and Matthias Berg
// (berg.earthlingz.de, openings.txt) agree on these names and moves.
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

var openingNames = sync.OnceValue(func() map[Position]string {
	names := make(map[Position]string, len(openings)*int(Symmetries))
	for _, o := range openings {
		moves, _ := ParseTranscript(o.moves) // a test checks that all are legal
		p, _ := Replay(Start(), moves)
		for t := range Symmetries {
			names[t.Position(p)] = o.name
		}
	}
	return names
})

// Opening returns the name of the opening that ends in this position, such as "Tiger", or an
// empty text if none does. The board may be rotated or reflected.
func (p Position) Opening() string { return openingNames()[p] }

// OpeningOf returns the opening of a game from [Start]: the name of the last named position in
// the game, or an empty text. It ignores an illegal move and all moves after it.
func OpeningOf(moves []Square) (name string) {
	p := Start()
	for _, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			break
		}
		p = next
		if later := p.Opening(); later != "" {
			name = later
		}
	}
	return name
}
