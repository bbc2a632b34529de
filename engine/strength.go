package engine

// Strength sets how well the engine chooses moves. The zero value searches to the end.
type Strength struct {
	Noise   float64 // standard deviation of the noise added to each move's value, in discs
	Depth   int     // maximum plies to look ahead, 0 for unlimited
	Nodes   uint64  // maximum positions before the end can be solved, 0 for unlimited
	Exact   int     // with at most this many empty squares, the end is searched
	Solving uint64  // maximum positions for searching the end, 0 for unlimited
	Book    bool    // [Engine.Choose] plays from [OwnBook] where the book has the position
}

// Levels is the number of levels. They run from 1, the weakest, to Levels.
const Levels = 10

const mostPlies = 60 // of a whole game

// levels holds the strengths from level 1 on. The lower levels look a short way ahead,
// with noise. From level 8 on only the budgets and the book differ. With a book, a level
// below 9 would play the opening better than the rest of the game.
var levels = [Levels]Strength{
	{Noise: 35, Depth: 1},
	{Noise: 12, Depth: 1, Exact: 1},
	{Noise: 7, Depth: 1, Exact: 2},
	{Noise: 5, Depth: 2, Exact: 4},
	{Noise: 3.5, Depth: 3, Exact: 6},
	{Noise: 2.1, Depth: 4, Exact: 8, Nodes: 4_000, Solving: 12_500},
	{Noise: 0.9, Depth: 5, Exact: 10, Nodes: 4_000, Solving: 37_500},
	{Depth: mostPlies, Exact: 12, Nodes: 5_000, Solving: 75_000},
	{Depth: mostPlies, Exact: 19, Nodes: 36_000, Solving: 200_000, Book: true},
	{Depth: mostPlies, Exact: 24, Nodes: 1_000_000, Solving: 2_000_000, Book: true},
}

// Level returns the strength of level n. Values outside 1 to [Levels] are clamped.
func Level(n int) Strength { return levels[max(1, min(n, Levels))-1] }

func (s Strength) limits(empties int) Limits {
	if empties <= s.Exact {
		return Limits{Exact: s.Exact, Nodes: s.Solving, CheapEndings: true}
	}
	return Limits{Depth: s.Depth, Nodes: s.Nodes, CheapEndings: true}
}
