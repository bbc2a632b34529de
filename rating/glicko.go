package rating

import (
	"math"
	"time"
)

// Points are thousandths of a point.
type Points int64

// Point is one point.
const Point Points = 1000

// The rating and the deviation of who has not played yet, and the least deviation.
const (
	startRating    = 1500 * Point
	startDeviation = 350 * Point
	minDeviation   = 45 * Point
)

// whiteAhead is how much stronger White is than Black by the move alone: in 7,362 tournament
// games of 2018 to 2022 from the base of the Fédération Française d'Othello, Black scored
// 0.4886 of the points (3,502 won, 190 drawn), which are 7.9 points with a standard error of 4.0.
const whiteAhead = 8 * Point

// drift is by how much the square of a deviation grows in a millisecond, in square points: 60
// becomes 110 in a year.
const drift = (110*110 - 60*60) / (365.25 * 24 * 60 * 60 * 1000)

// scale is how many points Glicko-2's unit has.
const scale = 173.7178

// Whole is the number of points, rounded.
func (p Points) Whole() int { return int(math.Round(p.float())) }

func (p Points) float() float64 { return float64(p) / float64(Point) }

func points(x float64) Points { return Points(math.Round(float64(x * float64(Point)))) }

// strength is a rating with its deviation, in Glicko-2's units.
type strength struct{ mu, phi float64 }

func strengthOf(rating, deviation Points) strength {
	return strength{(rating - startRating).float() / scale, deviation.float() / scale}
}

func (s strength) points() (rating, deviation Points) {
	deviation = points(float64(s.phi * scale))
	return startRating + points(float64(s.mu*scale)), min(max(deviation, minDeviation), startDeviation)
}

// evidence is what games say of somebody: how sure they make us, and how much better or worse
// they went than expected. Products stand in a conversion wherever they are added to something,
// so that no compiler fuses the two, and all processors come to the same.
type evidence struct{ precision, surprise float64 }

// add adds a game with the score 1, 0.5 or 0 against an opponent.
func (e *evidence) add(me, opponent strength, score float64) {
	g := weight(opponent.phi)
	expected := expectation(me.mu, opponent.mu, g)
	e.precision += float64(float64(g*g) * float64(expected*(1-expected)))
	e.surprise += float64(g * (score - expected))
}

// after is a strength in the light of evidence.
func (s strength) after(e evidence) strength {
	variance := 1 / (1/float64(s.phi*s.phi) + e.precision)
	return strength{s.mu + float64(variance*e.surprise), math.Sqrt(variance)}
}

// weight is how much a game against somebody of that deviation says.
func weight(phi float64) float64 {
	return 1 / math.Sqrt(1+float64(3*float64(phi*phi))/float64(math.Pi*math.Pi))
}

// expectation is the score that one may expect against the other.
func expectation(mine, theirs, weight float64) float64 {
	return 1 / (1 + math.Exp(-float64(weight*(mine-theirs))))
}

// aged is a deviation after some time.
func aged(deviation Points, elapsed time.Duration) Points {
	if elapsed <= 0 {
		return deviation // clocks differ
	}
	d := deviation.float()
	grown := float64(d*d) + float64(drift*float64(elapsed.Milliseconds()))
	return min(points(math.Sqrt(grown)), startDeviation)
}
