package rating

import (
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
		if Opening(moves(same)) != Opening(moves(game)) {
			t.Errorf("%s is another opening than %s", same, game)
		}
	}
	for _, other := range []string{game[:38] + "f1", game[:38], ""} {
		if Opening(moves(other)) == Opening(moves(game)) {
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
