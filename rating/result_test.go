package rating

import (
	"fmt"
	"math"
	"testing"
	"time"

	"othellobot/rules"
)

func TestWorth(t *testing.T) {
	now := 100 * day
	played := func(daysAgo float64, opening uint64, w Winner) Result {
		return Result{Black: 1, White: 2, Winner: w, Opening: opening, Ended: now - int64(daysAgo*float64(day))}
	}
	next := Result{Black: 1, White: 2, Winner: Black, Opening: 7, Ended: now}
	mirrored := next
	mirrored.Black, mirrored.White = 2, 1
	for _, c := range []struct {
		name    string
		next    Result
		earlier []Result
		want    Worth
	}{
		{"the first", next, nil, Counts},
		{"another opening", next, []Result{played(1, 8, Black)}, Counts},
		{"the same", next, []Result{played(1, 7, Black)}, Repeated},
		{"the same as the last but one", next, []Result{played(1, 8, White), played(30, 7, Black)}, Repeated},
		{"the same as an older one", next, []Result{played(1, 8, Black), played(2, 9, Black), played(3, 7, Black)}, Counts},
		{"the same, won by the other", next, []Result{played(1, 7, White)}, Counts},
		{"the same with colours changed, won by the other", mirrored, []Result{played(1, 7, Black)}, Counts},
		{"the sixth in a week", next, []Result{played(1, 1, Black), played(2, 2, Black), played(3, 3, Black), played(4, 4, Black), played(6.9, 5, Black)}, WeekFull},
		{"the sixth in a little more", next, []Result{played(1, 1, Black), played(2, 2, Black), played(3, 3, Black), played(4, 4, Black), played(7, 5, Black)}, Counts},
		{"after a clock that is ahead", next, []Result{played(-1, 1, Black), played(2, 2, Black), played(3, 3, Black), played(4, 4, Black), played(6, 5, Black)}, WeekFull},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.next.Worth(c.earlier); got != c.want {
				t.Errorf("worth %d, want %d", got, c.want)
			}
		})
	}
}

// An opening is the same however the board is turned. Plies after the twentieth do not matter.
func TestOpening(t *testing.T) {
	moves := func(transcript string) (list []rules.Square) {
		for ; transcript != ""; transcript = transcript[2:] {
			s, err := rules.ParseSquare(transcript[:2])
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, s)
		}
		return list
	}
	const game = "f5f6e6f4g5d6f3g6c7h5e3d3c4c6c3c8c5g3g4f2"
	for _, same := range []string{game + "e2h4", "e6f6f5d6e7f4c6f7g3e8c5c4d3f3c3h3e3c7d7b6"} {
		if OpeningHash(moves(same)) != OpeningHash(moves(game)) {
			t.Errorf("%s is another opening than %s", same, game)
		}
	}
	for _, other := range []string{game[:38] + "f1", game[:38], ""} {
		if OpeningHash(moves(other)) == OpeningHash(moves(game)) {
			t.Errorf("%s is the same opening as %s", other, game)
		}
	}
}

func TestSeason(t *testing.T) {
	summer := SeasonOf(time.Date(2026, 9, 30, 23, 59, 59, 0, time.UTC))
	if want := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC); summer.Start() != want {
		t.Errorf("it began at %v, want %v", summer.Start(), want)
	}
	if end := (summer + 1).Start(); SeasonOf(end) != summer+1 || end.Year() != 2026 || end.Month() != time.October {
		t.Errorf("it ends at %v", end)
	}
	if next := (summer + 2).Start(); next.Year() != 2027 || next.Month() != time.January {
		t.Errorf("the winter begins at %v", next)
	}
}

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
