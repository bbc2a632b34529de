package rating

import (
	"fmt"
	"math"
	"testing"
	"time"
)

// The vectors come from GlickoCalculatorTest of https://github.com/lichess-org/scalachess, which
// adds no deviation for elapsed time.
func TestVectors(t *testing.T) {
	type side struct{ rating, deviation float64 }
	for _, v := range []struct {
		white, black side
		score        float64 // White's
		wantWhite    side
		wantBlack    side
	}{
		{side{1500, 350}, side{1500, 350}, 1, side{1662.21, 290.2305}, side{1337.79, 290.2305}},
		{side{1500, 350}, side{1500, 350}, 0.5, side{1500, 290.2305}, side{1500, 290.2305}},
		{side{1500, 350}, side{1500, 350}, 0, side{1337.79, 290.2305}, side{1662.21, 290.2305}},
		{side{1400, 79}, side{1550, 110}, 1, side{1422.63, 77.4956}, side{1506.32, 105.8706}},
		{side{1400, 79}, side{1550, 110}, 0.5, side{1406.31, 77.4956}, side{1537.61, 105.8706}},
		{side{1400, 79}, side{1550, 110}, 0, side{1389.99, 77.4956}, side{1568.90, 105.8706}},
		{side{1200, 60}, side{1850, 200}, 1, side{1216.73, 60}, side{1635.99, 200}},
	} {
		t.Run(fmt.Sprint(v.white, v.black, v.score), func(t *testing.T) {
			for _, s := range []struct {
				me, other, want side
				score           float64
			}{{v.white, v.black, v.wantWhite, v.score}, {v.black, v.white, v.wantBlack, 1 - v.score}} {
				var e evidence
				me := strengthOf(points(s.me.rating), points(s.me.deviation))
				e.add(me, strengthOf(points(s.other.rating), points(s.other.deviation)), s.score)
				rating, deviation := me.updated(e).points()
				if math.Abs(rating.float()-s.want.rating) > 0.005 {
					t.Errorf("rating %.4f, want %.2f", rating.float(), s.want.rating)
				}
				if s.want.deviation != s.me.deviation && math.Abs(deviation.float()-s.want.deviation) > 0.005 {
					t.Errorf("deviation %.4f, want %.4f", deviation.float(), s.want.deviation)
				}
			}
		})
	}
}

// The example comes from https://www.glicko.net/glicko/glicko2.pdf: three games in one period,
// with a volatility of 0.06.
func TestGlickman(t *testing.T) {
	me := strengthOf(1500*Point, 200*Point)
	me.phi = math.Sqrt(me.phi*me.phi + 0.06*0.06)
	var e evidence
	for _, game := range []struct{ rating, deviation, score float64 }{{1400, 30, 1}, {1550, 100, 0}, {1700, 300, 0}} {
		e.add(me, strengthOf(points(game.rating), points(game.deviation)), game.score)
	}
	rating, deviation := me.updated(e).points()
	if math.Abs(rating.float()-1464.06) > 0.01 || math.Abs(deviation.float()-151.52) > 0.01 {
		t.Errorf("%.3f with deviation %.3f", rating.float(), deviation.float())
	}
}

func TestAged(t *testing.T) {
	year := time.Duration(365.25 * 24 * float64(time.Hour))
	for _, c := range []struct {
		deviation Points
		elapsed   time.Duration
		want      Points
	}{
		{60 * Point, year, 110 * Point},
		{60 * Point, 0, 60 * Point},
		{60 * Point, -time.Hour, 60 * Point},
		{340 * Point, 2 * year, 350 * Point},
	} {
		if got := aged(c.deviation, c.elapsed); got != c.want {
			t.Errorf("%d is %d after %v, want %d", c.deviation, got, c.elapsed, c.want)
		}
	}
}
