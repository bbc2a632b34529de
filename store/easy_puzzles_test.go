package store_test

import (
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

// Where easy puzzles make way for others, what somebody has tried in vain counts no more, what
// they have solved does, and how the last one was solved is not told.
func TestEasyPuzzlesMakeWay(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		tried := game.Puzzler{Player: "p/t/ana", Version: 1, Number: 7, Wrong: rules.SetOf(3), Streak: 5, Total: 6}
		failed := game.Puzzler{Player: "p/t/bo", Version: 1, Number: 7, Wrong: rules.SetOf(3, 4), Shared: true}
		solved := game.Puzzler{Player: "p/t/cy", Version: 1, Number: 7, Wrong: rules.SetOf(3), Solved: true, Streak: 2, Total: 2}
		hard := tried
		hard.Grade = 2
		during(t, url, func(s *store.Store) {
			propose(t, s, here, game.Proposal{Settings: &game.Settings{Theme: "moon"}, Now: time.UnixMilli(1)})
			for _, p := range []game.Puzzler{tried, failed, solved, hard} {
				noError(t, s.KeepPuzzler(t.Context(), p))
			}
			if _, err := s.Posted(t.Context(), game.Posted{Place: here, Day: 20460, Now: time.UnixMilli(1)}); err != nil {
				t.Fatal(err)
			}
		})
		takeBack(t, kind, url, 18)
		tried.Wrong, tried.Version = 0, 2
		failed.Wrong, failed.Shared, failed.Version = 0, false, 2
		during(t, url, func(s *store.Store) {
			for _, want := range []game.Puzzler{tried, failed, solved, hard} {
				if got, err := s.Puzzler(t.Context(), want.Player, want.Grade); err != nil || got != want {
					t.Errorf("kept is %+v, %v, want %+v", got, err, want)
				}
			}
			if day, err := s.LastPosted(t.Context(), here.Tenant()); err != nil || day != 20459 {
				t.Errorf("the last one was posted on %v, %v", day, err)
			}
		})
	})
}
