package rules

// Direction is one of the eight directions of a line from a square. North is towards row 1, on top.
type Direction uint8

// The directions, clockwise from the top.
const (
	North Direction = iota
	NorthEast
	East
	SouthEast
	South
	SouthWest
	West
	NorthWest
)

var directions = [8]struct {
	name          string
	columns, rows int
}{
	North:     {"north", 0, -1},
	NorthEast: {"northeast", 1, -1},
	East:      {"east", 1, 0},
	SouthEast: {"southeast", 1, 1},
	South:     {"south", 0, 1},
	SouthWest: {"southwest", -1, 1},
	West:      {"west", -1, 0},
	NorthWest: {"northwest", -1, -1},
}

// String returns the name in lower case, "northeast".
func (d Direction) String() string { return directions[d].name }

func (d Direction) next(s Square) (Square, bool) {
	column, row := s.Column()+directions[d].columns, s.Row()+directions[d].rows
	if column < 0 || column > 7 || row < 0 || row > 7 {
		return NoSquare, false
	}
	return SquareAt(column, row), true
}

// RayEnd says what ends the run of a [Ray].
type RayEnd uint8

const (
	EndEdge  RayEnd = iota // the edge of the board
	EndEmpty               // an empty square
	EndOwn                 // a disc of the side whose move is checked
)

// Ray is the view from a square in one direction: a run of opposing discs, possibly empty, and
// the end behind it.
type Ray struct {
	Direction Direction
	Run       Bitboard // the opposing discs in line, without a gap
	End       RayEnd
	EndSquare Square // the empty square or own disc after the run; NoSquare at the edge
}

// Closed reports whether the ray has at least one opposing disc and ends at an own disc.
// This is the "good line" of https://leetcode.com/problems/check-if-move-is-legal.
func (r Ray) Closed() bool { return r.End == EndOwn && !r.Run.IsEmpty() }

// Verdict reports whether a side may play a square, and why.
type Verdict struct {
	Color    Color
	Square   Square
	Occupied bool   // the square already has a disc
	Disc     Color  // its colour, if Occupied
	Rays     [8]Ray // indexed by Direction; filled in even if Occupied
	Flips    Bitboard
}

// Legal reports whether the side may play the square if it is that side's turn.
func (v Verdict) Legal() bool { return !v.Flips.IsEmpty() }

// Check explains, direction by direction, whether c may play s, which must be valid. It ignores
// [Position.ToMove]. It works for any well-formed position, even one that no game can reach.
func (p Position) Check(c Color, s Square) Verdict {
	v := Verdict{Color: c, Square: s}
	v.Disc, v.Occupied = p.Disc(s)
	for d := range v.Rays {
		v.Rays[d] = p.ray(c, s, Direction(d))
		if v.Rays[d].Closed() && !v.Occupied {
			v.Flips |= v.Rays[d].Run
		}
	}
	return v
}

// ray walks from s, without looking at s itself, until c's opponent has no more discs in line.
func (p Position) ray(c Color, s Square, d Direction) Ray {
	ray := Ray{Direction: d, End: EndEdge, EndSquare: NoSquare}
	for s, ok := d.next(s); ok; s, ok = d.next(s) {
		switch disc, occupied := p.Disc(s); {
		case !occupied:
			ray.End, ray.EndSquare = EndEmpty, s
			return ray
		case disc == c:
			ray.End, ray.EndSquare = EndOwn, s
			return ray
		}
		ray.Run |= s.bit()
	}
	return ray
}
