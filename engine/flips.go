package engine

import "othellobot/rules"

// rays are the squares seen from one square along the four axes, without that
// square itself: those with higher numbers, and those with lower ones.
type rays struct{ up, down [4]rules.Bitboard }

// raysFrom holds the rays of every square.
var raysFrom = makeRays()

func makeRays() (all [64]rays) {
	steps := [4]struct{ files, ranks int }{{1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	for s := range rules.NoSquare {
		for axis, step := range steps {
			all[s].up[axis] = ray(s, step.files, step.ranks)
			all[s].down[axis] = ray(s, -step.files, -step.ranks)
		}
	}
	return all
}

// ray is the set of squares from s to the edge in steps of so many files and
// ranks, without s.
func ray(s rules.Square, files, ranks int) (set rules.Bitboard) {
	file, rank := s.Column()+files, s.Row()+ranks
	for 0 <= file && file < 8 && 0 <= rank && rank < 8 {
		set |= 1 << rules.SquareAt(file, rank)
		file, rank = file+files, rank+ranks
	}
	return set
}

// flipsOf is the set of discs of opp that own turns over by playing s. Of the
// ways measured to find them (filling each direction, lines looked up in tables,
// lower rays turned over to be upper ones) this was the fastest.
func flipsOf(own, opp rules.Bitboard, s rules.Square) rules.Bitboard {
	r := &raysFrom[s&63]
	return flipsUp(own, opp, r.up[0]) | flipsUp(own, opp, r.up[1]) |
		flipsUp(own, opp, r.up[2]) | flipsUp(own, opp, r.up[3]) |
		flipsDown(own, opp, r.down[0], axisRow) | flipsDown(own, opp, r.down[1], axisCounter) |
		flipsDown(own, opp, r.down[2], axisColumn) | flipsDown(own, opp, r.down[3], axisMain)
}

// flipsUp is the part of a ray with higher numbers that is turned over. A carry
// through all discs of opp, and all squares off the ray, comes out at the first
// other square of the ray; if that is a disc of own, all before it is flipped.
func flipsUp(own, opp, ray rules.Bitboard) rules.Bitboard {
	end := (opp | ^ray) + 1
	end &= own & ray
	var closed rules.Bitboard
	if end != 0 {
		closed = 1
	}
	return (end - closed) & ray
}

// flipsDown is the same for a ray with lower numbers. From its other squares a
// fill runs down the axis: the first of them has none of the fill above it, and
// what the fill leaves of the ray lies before it.
func flipsDown(own, opp, ray rules.Bitboard, axis uint) rules.Bitboard {
	fill := ray &^ opp
	fill |= fill >> axis
	fill |= fill >> (2 * axis)
	fill |= fill >> (4 * axis)
	var open rules.Bitboard
	if own&fill&^(fill>>axis) == 0 {
		open = 1
	}
	return ray &^ fill & (open - 1)
}
