package rating

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
)

func log(games int) []Result {
	random := rand.New(rand.NewPCG(1, 2))
	results := make([]Result, 0, games)
	for n := range games {
		a := PlayerID(1 + random.IntN(500))
		b := (a+PlayerID(random.IntN(4)))%500 + 1
		if a == b {
			b = a%500 + 1
		}
		results = append(results, Result{
			Black: a, White: b, Winner: Winner(random.IntN(3)), Opening: uint64(random.IntN(5)),
			Ended: int64(n) * day / 700, Annulled: random.IntN(100) == 0,
		})
	}
	return results
}

// Adding games one by one needs only the two states and the pair's last games, and gives the same
// result as the ladder of the whole log.
func TestLadderMatchesPlay(t *testing.T) {
	results := log(5000)
	states := make(map[PlayerID]State)
	worths := make(map[Worth]int)
	for n, r := range results {
		if r.Annulled {
			continue
		}
		var last []Result
		for _, e := range slices.Backward(results[:n]) {
			if !e.Annulled && pairOf(e) == pairOf(r) && len(last) < Memory {
				last = append(last, e)
			}
		}
		of := func(s PlayerID) State {
			if state, ok := states[s]; ok {
				return state
			}
			return New()
		}
		black, white, worth := Play(of(r.Black), of(r.White), r, last)
		if worths[worth]++; worth == Counts {
			states[r.Black], states[r.White] = black, white
		}
	}
	if l := NewLadder(results...); !reflect.DeepEqual(l.states, states) {
		t.Error("the ladder of the log has other states")
	}
	if worths[Counts] == 0 || worths[Repeated] == 0 {
		t.Errorf("only these were played: %v", worths)
	}
}

// Only games that count are in the totals. A player met twice is one opponent, and each season
// starts from zero.
func TestTotals(t *testing.T) {
	l := NewLadder(
		Result{Black: 1, White: 2, Winner: Black, Opening: 1, Ended: 10 * day},
		Result{Black: 1, White: 2, Winner: Black, Opening: 1, Ended: 11 * day},
		Result{Black: 2, White: 1, Winner: White, Opening: 2, Ended: 12 * day},
		Result{Black: 3, White: 1, Winner: Drawn, Opening: 2, Ended: 13 * day},
		Result{Black: 3, White: 1, Winner: Drawn, Opening: 3, Ended: 100 * day},
	)
	got := l.Of(1)
	if got.Games != 4 || got.Opponents != 2 || !got.Listed() || got.Placed() {
		t.Errorf("after four games against two people: %+v", got)
	}
	if got.This.Games != 1 || got.This.Opponents != 1 || got.Former.Games != 3 || got.Former.Opponents != 2 {
		t.Errorf("the seasons are %+v and %+v", got.Former, got.This)
	}
	if got.In(got.Former.Season) != got.Former || got.In(got.This.Season) != got.This || got.In(1).Games != 0 {
		t.Error("another season is found than asked for")
	}
}

// A gain in a season begins with the rating that a player has when they get their place, or with that before the season.
func TestGainBeginsWithAPlace(t *testing.T) {
	var results []Result
	for n := range 8 {
		results = append(results, Result{Black: PlayerID(2 + n%2), White: 1, Winner: White, Opening: uint64(n + 1), Ended: int64(n) * 5 * day},
			Result{Black: PlayerID(2 + n%2), White: 4, Winner: White, Opening: uint64(n + 1), Ended: int64(n) * 5 * day})
	}
	results = append(results, Result{Black: 2, White: 1, Winner: White, Opening: 9, Ended: 100 * day})
	l, placed := NewLadder(), Points(0)
	for _, r := range results {
		was := l.Of(1)
		l.Add(r)
		switch is := l.Of(1); {
		case !was.Placed():
			placed = is.Rating
		case is.This.Season != was.This.Season:
			placed = was.Rating
		}
		if got := l.Of(1).This; got.From != placed || got.To != l.Of(1).Rating {
			t.Errorf("after %d games the season is %+v, want it to begin with %d", l.Of(1).Games, got, placed)
		}
	}
	if is := l.Of(1); is.Former.To <= is.Former.From || is.This.From != is.Former.To || is.This.To <= is.This.From {
		t.Errorf("the seasons are %+v and %+v", is.Former, is.This)
	}
}

// A state remembers the final ratings of the last seasons with enough games.
func TestSeasons(t *testing.T) {
	var results []Result
	for season := range 14 {
		games := SeasonGames
		if season%5 == 3 {
			games--
		}
		for n := range games {
			results = append(results, Result{Black: 1, White: PlayerID(2 + n), Winner: Black, Opening: uint64(season + 1), Ended: int64(season)*92*day + int64(n)*day})
		}
	}
	l := NewLadder(results...)
	got := l.Of(1).Seasons()
	first := SeasonOf(time.UnixMilli(0))
	var want []Season
	for _, n := range []Season{12, 11, 10, 9, 7, 6, 5, 4, 2} {
		want = append(want, first+n)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the seasons are %v, want %v", got, want)
	}
	for i, s := range got[1:] {
		if l.Of(1).In(s).To >= l.Of(1).In(got[i]).To || !l.Of(1).In(s).EnoughGames() {
			t.Errorf("of the season %v it is known that %+v", s, l.Of(1).In(s))
		}
	}
}

func TestStakes(t *testing.T) {
	black, white := established(1700, 60), established(1600, 90)
	ofBlack, ofWhite := Stakes(black, white, 0)
	won, lost, _ := Play(black, white, Result{Winner: Black}, nil)
	if won.Rating != black.Rating+ofBlack.Win || lost.Rating != white.Rating+ofWhite.Loss {
		t.Errorf("the stakes are %+v and %+v", ofBlack, ofWhite)
	}
	for _, s := range []Stake{ofBlack, ofWhite} {
		if s.Win <= 0 || s.Loss >= 0 || s.Draw >= s.Win || s.Draw <= s.Loss {
			t.Errorf("a stake is %+v", s)
		}
	}
}

func BenchmarkLadder(b *testing.B) {
	results := log(100_000)
	for b.Loop() {
		NewLadder(results...)
	}
}

// Ratings are the same on every processor, to a thousandth of a point.
func TestProcessors(t *testing.T) {
	l := NewLadder(log(5000)...)
	for i, want := range []Points{1414282, 1547618, 1413534, 1530395, 1671359, 1581004, 1450761, 1390050, 1502029, 1324218} {
		got := l.Of(PlayerID(1 + 50*i)).Rating
		if got < want-1 || got > want+1 {
			t.Errorf("person %d is rated %d, want %d", 1+50*i, got, want)
		}
	}
}
