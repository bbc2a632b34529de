package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rating"
)

// settled is a store where all ratings are certain, and the loser of each game was ahead.
type settled struct{ people.Store }

func (s settled) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	past, err := s.Store.Past(ctx, which, most)
	for _, p := range past {
		won, lost := &p.Finished.Rated.Black, &p.Finished.Rated.White
		if p.Finished.Verdict == game.WhiteWon {
			won, lost = lost, won
		}
		won.Before, won.After, won.Placed = 1500*rating.Point, 1530*rating.Point, true
		lost.Before, lost.After, lost.Placed = 1600*rating.Point, 1570*rating.Point, true
	}
	return past, err
}

// TestRatedWeek checks that a weekly post describes rated games, and leaves out hidden players and
// friendly games.
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
			s.Table = game.NewTable(settled{s.store}, game.Timing{Zones: time.LoadLocation})
			s.do(t, ordered("settings digest:on"))
			if winner := s.playAccepted(t, "ana", "bo", c.accept); winner != "bo" {
				t.Fatal(winner, "has won")
			}
			if c.hide != "" {
				who := by(c.hide, "c", "t")
				noError(t, s.Ladders.Hide(t.Context(), game.Place(who.Place.String()).Tenant(), game.Player(who.User.String()), true))
			}
			s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
			posted := one(t, s.due(t)).Message
			text, told := posted.Text.String(), 0
			for _, line := range []string{"Biggest climb: bo ▲30", "Upset of the week: bo beat ana, who was 100 points ahead"} {
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

// seasoned are ladders of players with six games in the quarter before 2026, and more since.
type seasoned struct{ game.Ladders }

func (seasoned) Top(_ context.Context, _ game.Tenant, since rating.Season, _ game.Player, _ int) (t game.Top, _ error) {
	for i, name := range []string{"ana", "bo", "cy", "den"} {
		t.Best = append(t.Best, seasonedIn(since, name, i))
	}
	return t, nil
}

func (seasoned) Ratings(_ context.Context, _ game.Tenant, people ...game.Player) (found []game.Rating, _ []rating.Result, _ error) {
	for i, name := range []string{"ana", "bo", "cy", "den"} {
		if r := seasonedIn(rating.SeasonOf(time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC)), name, i); slices.Contains(people, r.Player) {
			found = append(found, r)
		}
	}
	return found, nil, nil
}

func seasonedIn(season rating.Season, name string, i int) game.Rating {
	r := game.Rating{Player: game.Player(by(name, "c", "t").User.String()), State: rating.New()}
	r.Games, r.This.Season = 20, season+1
	r.Former = rating.Term{Season: season, Games: 6, Opponents: 2 + i, From: 1500 * rating.Point, To: rating.Points(1520+i) * rating.Point}
	return r
}

// TestSeasonInAWeek checks that the first weekly post after a season names its best players in one
// line, once. If nothing else happened, the post has only that line.
func TestSeasonInAWeek(t *testing.T) {
	s := puzzled(t, limits)
	s.Ladders = seasoned{s.Ladders}
	s.do(t, ordered("settings digest:on"))
	var posted []string
	s.now = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
	for range 15 * 24 {
		for _, e := range s.due(t) {
			posted = append(posted, e.Message.Text.String())
			if notifies(e.Message) {
				t.Errorf("posted is %v", e)
			}
			if _, err := s.Sent(t.Context(), e.Shows, chat.Outcome{Ref: "m"}); err != nil {
				t.Fatal(err)
			}
		}
		s.now = s.now.Add(time.Hour)
	}
	if len(posted) != 1 {
		t.Fatalf("posted are %q", posted)
	}
	for _, want := range []string{"1. den 1523 ▲23 · 2. cy 1522 ▲22 · 3. bo 1521 ▲21 · ", "Biggest climb: den ▲23 · Most opponents: den, 5"} {
		if !strings.Contains(posted[0], want) {
			t.Errorf("it does not say %q: %s", want, posted[0])
		}
	}
	if strings.Contains(posted[0], "\n") || strings.Contains(posted[0], "game") {
		t.Errorf("posted is %q", posted[0])
	}
}
