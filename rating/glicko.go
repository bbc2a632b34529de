package rating

import (
	"math"
	"time"
)

// Points is a number of rating points, in thousandths of a point.
type Points int64

// Point is one point.
const Point Points = 1000

// The start of a new player, and the lowest deviation.
const (
	startRating    = 1500 * Point
	startDeviation = 350 * Point
	minDeviation   = 45 * Point
)

// whiteAdvantage is White's advantage from moving second. In 7,362 tournament games of 2018 to 2022
// from the database of the Fédération Française d'Othello, Black scored 0.4886 of the points (3,502
// wins, 190 draws). That equals 7.9 rating points, with a standard error of 4.0.
const whiteAdvantage = 8 * Point

// drift is the growth of a squared deviation per millisecond, in square points. A deviation of 60
// becomes 110 in a year.
const drift = (110*110 - 60*60) / (365.25 * 24 * 60 * 60 * 1000)

// scale is the number of rating points in one unit of Glicko-2.
const scale = 173.7178

// Whole returns the number of points, rounded.
func (p Points) Whole() int { return int(math.Round(p.float())) }

func (p Points) float() float64 { return float64(p) / float64(Point) }

func points(x float64) Points { return Points(math.Round(float64(x * float64(Point)))) }

// strength is a rating with its deviation, in units of Glicko-2.
type strength struct{ mu, phi float64 }

func strengthOf(rating, deviation Points) strength {
	return strength{(rating - startRating).float() / scale, deviation.float() / scale}
}

func (s strength) points() (rating, deviation Points) {
	deviation = points(float64(s.phi * scale))
	return startRating + points(float64(s.mu*scale)), min(max(deviation, minDeviation), startDeviation)
}

// evidence sums up games of one player: the precision that they add, and how far the results differ from the
// expected ones. A float64 conversion of each product keeps compilers from fusing operations, so that results
// are the same on every processor.
type evidence struct{ precision, surprise float64 }

func (e *evidence) add(me, opponent strength, score float64) {
	g := weight(opponent.phi)
	expected := expectation(me.mu, opponent.mu, g)
	e.precision += float64(float64(g*g) * float64(expected*(1-expected)))
	e.surprise += float64(g * (score - expected))
}

func (s strength) updated(e evidence) strength {
	variance := 1 / (1/float64(s.phi*s.phi) + e.precision)
	return strength{s.mu + float64(variance*e.surprise), math.Sqrt(variance)}
}

func weight(phi float64) float64 {
	return 1 / math.Sqrt(1+float64(3*float64(phi*phi))/float64(math.Pi*math.Pi))
}

func expectation(mine, theirs, weight float64) float64 {
	return 1 / (1 + math.Exp(-float64(weight*(mine-theirs))))
}

func aged(deviation Points, elapsed time.Duration) Points {
	if elapsed <= 0 {
		return deviation // the two times may come from different clocks
	}
	d := deviation.float()
	grown := float64(d*d) + float64(drift*float64(elapsed.Milliseconds()))
	return min(points(math.Sqrt(grown)), startDeviation)
}
