package rating

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

const day = int64(24 * time.Hour / time.Millisecond)

func established(rating, deviation float64) State {
	return State{Rating: points(rating), Deviation: points(deviation), Games: 50, Opponents: 10}
}

func chance(mine, theirs float64) float64 { return 1 / (1 + math.Pow(10, (theirs-mine)/400)) }

// A player who loses a hundred games on purpose and then plays a hundred honestly gains at most
// ten points compared with honest play.
func TestThrownGames(t *testing.T) {
	const strength, runs = 1600.0, 300
	random := rand.New(rand.NewPCG(1, 1))
	end := func(thrown, honest int) (sum float64) {
		for range runs {
			me := established(strength, 60)
			for n := range thrown + honest {
				theirs := 1500 + 200*random.NormFloat64()
				r := Result{Winner: White, Ended: int64(n) * day / 3}
				if n >= thrown && random.Float64() < chance(strength, theirs) {
					r.Winner = Black
				}
				other := established(theirs, 70)
				other.At = r.Ended
				me, _, _ = Play(me, other, r, nil)
			}
			sum += me.Rating.float()
		}
		return sum / runs
	}
	honest, farmed := end(0, 200), end(100, 100)
	t.Logf("honest %.1f, after thrown games %.1f", honest, farmed)
	if farmed > honest+10 {
		t.Errorf("thrown games gain %.1f points", farmed-honest)
	}
}

// Two players who take turns at winning one to five games in a row end near where they began. They start with
// equal ratings, because otherwise even scores would bring their ratings together.
func TestPassedGames(t *testing.T) {
	for _, deviation := range []float64{45, 60, 75} {
		for run := 1; run <= WeekGames; run++ {
			var last []Result
			states := [2]State{established(1500, deviation), established(1500, deviation)}
			furthest := 0.0
			for n := range 200 {
				r := Result{Black: 1, White: 2, Winner: Black, Opening: uint64(n), Ended: int64(n) * 7 * day / WeekGames}
				if n/run%2 == 1 {
					r.Winner = White
				}
				var worth Worth
				if states[0], states[1], worth = Play(states[0], states[1], r, last); worth != Counts {
					t.Fatalf("game %d is worth %d", n, worth)
				}
				last = append([]Result{r}, last...)[:min(len(last)+1, Memory)]
				if (n+1)%(2*run) == 0 {
					furthest = max(furthest, math.Abs(states[0].Rating.float()-1500), math.Abs(states[1].Rating.float()-1500))
				}
			}
			t.Logf("deviation %.0f, %d wins at a time: %.1f points from the start at most", deviation, run, furthest)
			if furthest > 15 {
				t.Errorf("they end %.1f points from where they were", furthest)
			}
		}
	}
}

// A newcomer who loses to everyone lifts each settled rating by at most eight points, until the
// newcomer is no longer provisional.
func TestLosingNewcomer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var worst, losses float64
	const runs = 1000
	for range runs {
		newcomer := New()
		for n := int64(0); n < people && newcomer.DeviationAt(n*day) > provisional; n++ {
			before := established(1500+200*random.NormFloat64(), 45+15*random.Float64())
			before.At = n * day
			var after State
			if n%2 == 0 {
				after, newcomer, _ = Play(before, newcomer, Result{Winner: Black, Ended: n * day}, nil)
			} else {
				newcomer, after, _ = Play(newcomer, before, Result{Winner: White, Ended: n * day}, nil)
			}
			worst = max(worst, (after.Rating - before.Rating).float())
			losses++
		}
	}
	t.Logf("%.2f points at most, in %.0f losses each", worst, losses/runs)
	if worst > 8 {
		t.Errorf("a player gained %.2f points", worst)
	}
}

// farm makes new accounts lose to one player, each in WeekGames games a week, and returns that player's state.
func farm(accounts, weeks int) State {
	l := NewLadder()
	opening := uint64(0)
	lose := func(winner, loser PlayerID, at int64) {
		opening++
		l.Add(Result{Black: winner, White: loser, Winner: Black, Ended: at, Opening: opening})
	}
	for week := range int64(weeks) {
		for n := range int64(WeekGames) {
			for a := range accounts {
				lose(1, PlayerID(2+a), week*7*day+n)
			}
		}
	}
	return l.Of(1)
}

// Accounts that only lose to one player give that player no place.
func TestFarmsHaveNoPlace(t *testing.T) {
	for _, c := range []struct{ accounts, weeks int }{{2, 1}, {2, 8}, {3, 4}, {10, 1}, {10, 8}, {30, 2}} {
		if s := farm(c.accounts, c.weeks); s.Placed() {
			t.Errorf("%d accounts in %d weeks give a place, with %.0f points", c.accounts, c.weeks, s.Rating.float())
		}
	}
}

// At least half of the first players of a server get places, although at first none of them has a place.
func TestSmallGroupsArePlaced(t *testing.T) {
	for _, c := range []struct{ people, weeks int }{{3, 3}, {4, 2}, {6, 2}, {10, 2}} {
		random := rand.New(rand.NewPCG(uint64(c.people), 1))
		l := NewLadder()
		strengths := make([]float64, c.people)
		for i := range strengths {
			strengths[i] = 1500 + 200*random.NormFloat64()
		}
		for week := range int64(c.weeks) {
			for n := range int64(2 * c.people) { // on average four a week for each player
				one := random.IntN(c.people)
				other := (one + 1 + random.IntN(c.people-1)) % c.people
				r := Result{Black: PlayerID(1 + one), White: PlayerID(1 + other), Winner: White, Opening: random.Uint64(), Ended: week*7*day + n*day/4}
				if random.Float64() < chance(strengths[one], strengths[other]) {
					r.Winner = Black
				}
				l.Add(r)
			}
		}
		placed := 0
		for i := range c.people {
			if l.Of(PlayerID(1 + i)).Placed() {
				placed++
			}
		}
		t.Logf("%d of %d are placed after %d weeks", placed, c.people, c.weeks)
		if 2*placed < c.people {
			t.Errorf("%d of %d are placed after %d weeks", placed, c.people, c.weeks)
		}
	}
}
