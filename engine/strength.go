package engine

// Strength is how well moves are chosen. The zero value looks to the end.
type Strength struct {
	Noise   float64 // standard deviation of what is added to the value of a move, in discs
	Depth   int     // plies to look ahead at most, 0 for any number
	Nodes   uint64  // positions to look at before the end can be solved, 0 for any number
	Exact   int     // with no more empty squares than this the end is searched
	Solving uint64  // positions to look at for that, 0 for any number
	Book    bool    // [Engine.Choose] takes moves from [OwnBook] where it has any
}

// Levels is the number of levels: they run from 1, the weakest, to Levels.
const Levels = 10

// mostPlies is further than any search goes.
const mostPlies = 60

// levels are the strengths from level 1. The lower ones see little and see it
// badly; from level 8 on only the budgets differ, and the book: below level 9 openings
// would be better than all that follows.
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

// Level is the strength of a level. One outside 1 to [Levels] is brought into
// that range.
func Level(n int) Strength { return levels[max(1, min(n, Levels))-1] }

// Scaled is the strength with its budgets of positions multiplied.
func (s Strength) Scaled(factor float64) Strength {
	s.Nodes, s.Solving = scaled(s.Nodes, factor), scaled(s.Solving, factor)
	return s
}

// scaled is a budget multiplied. One that is 0, for any number of positions,
// stays so, and no other becomes so.
func scaled(budget uint64, factor float64) uint64 {
	if budget == 0 {
		return 0
	}
	return max(1, uint64(factor*float64(budget)))
}

// limits are those of a search with so many empty squares.
func (s Strength) limits(empties int) Limits {
	if empties <= s.Exact {
		return Limits{Exact: s.Exact, Nodes: s.Solving, Even: true}
	}
	return Limits{Depth: s.Depth, Nodes: s.Nodes, Even: true}
}
