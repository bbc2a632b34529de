package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rating"
)

// settled are people whose ratings are well known: the loser of each game was ahead.
type settled struct{ game.People }

func (p settled) Finished(ctx context.Context, id game.ID) (game.Finished, error) {
	f, err := p.People.Finished(ctx, id)
	won, lost := &f.Rated.Black, &f.Rated.White
	if f.Verdict == game.WhiteWon {
		won, lost = lost, won
	}
	won.Before, won.After, won.Placed = 1500*rating.Point, 1530*rating.Point, true
	lost.Before, lost.After, lost.Placed = 1600*rating.Point, 1570*rating.Point, true
	return f, err
}

// A week tells what rated games did, and nothing of who is hidden or of other games.
func TestRatedWeek(t *testing.T) {
	for name, c := range map[string]struct {
		accept string
		hide   string
		want   int
	}{
		"rated": {"accept rated", "", 2}, "friendly": {"accept", "", 0},
		"winner hidden": {"accept rated", "bo", 0}, "loser hidden": {"accept rated", "ana", 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := puzzled(t, limits)
			s.People = settled{s.People}
			s.do(t, ordered("settings digest:on"))
			if winner := s.playAccepted(t, "ana", "bo", c.accept); winner != "bo" {
				t.Fatal(winner, "has won")
			}
			if c.hide != "" {
				who := by(c.hide, "c", "t")
				if err := s.Ladders.Hide(t.Context(), game.Place(who.Place.String()).Tenant(), game.Player(who.User.String()), true); err != nil {
					t.Fatal(err)
				}
			}
			s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
			posted := one(t, s.due(t)).Message
			text, told := posted.Text.String(), 0
			for _, line := range []string{"Climbed most: bo ▲30", "Upset of the week: bo beat ana, who was 100 points ahead"} {
				if strings.Contains(text, line) {
					told++
				}
			}
			if told != c.want || notifies(posted) || c.want == 0 && (strings.Contains(text, "Climbed") || strings.Contains(text, "Upset")) {
				t.Errorf("posted is %q, which tells %d of it, want %d", text, told, c.want)
			}
		})
	}
}
