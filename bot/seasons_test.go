package bot_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rating"
)

// counting counts the reads of more than ten ratings, and hides one player.
type counting struct {
	seasoned
	reads  *int
	hidden *game.Player
}

func (a counting) Top(ctx context.Context, in game.Tenant, since rating.Season, p game.Player, most int) (game.Top, error) {
	if most > 10 {
		*a.reads++
	}
	return a.seasoned.Top(ctx, in, since, p, most)
}

func (a counting) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, []rating.Result, error) {
	found, met, err := a.seasoned.Ratings(ctx, in, people...)
	for i := range found {
		found[i].Hidden = found[i].Player == *a.hidden
	}
	return found, met, err
}

type played struct{ game.PlayerRecords }

func (played) Records(_ context.Context, p game.Player) ([]game.Record, error) {
	return []game.Record{{Tenant: "p/t/", Against: game.Engine, Level: 1, Won: 1}}, nil
}

// TestSeasonsAreRankedOnceAnHour also checks that a player who hides disappears at once.
func TestSeasonsAreRankedOnceAnHour(t *testing.T) {
	s := newStage(t, limits)
	var often int
	var hidden game.Player
	s.Ladders, s.Results = counting{seasoned{s.Ladders}, &often, &hidden}, played{s.Results}
	s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	last := press("ana", "o1:0:0:top:last")
	for range 5 {
		for user, medal := range map[string]string{"ana": "", "bo": "🥉", "den": "🥇"} {
			if got := s.do(t, typed(user, "stats")).Effects[0].Message.Text.String(); !strings.Contains(got, medal) || medal == "" && strings.ContainsAny(got, "🥇🥈🥉") {
				t.Errorf("the record of %s is %q, want %q", user, got, medal)
			}
		}
		if got := s.do(t, last).Effects[0].Message.Text.String(); !strings.Contains(got, "🥇 den") || !strings.Contains(got, "4. ana") {
			t.Errorf("the last season is %q", got)
		}
	}
	if often != 1 {
		t.Errorf("all ratings are read %d times, want once", often)
	}
	hidden = game.Player(by("den", "c", "t").User.String())
	if got := s.do(t, last).Effects[0].Message.Text.String(); strings.Contains(got, "den") {
		t.Errorf("with a hidden player the last season is %q", got)
	}
	s.now = s.now.Add(time.Hour)
	s.do(t, last)
	if often != 2 {
		t.Errorf("an hour later all ratings were read %d times, want twice", often)
	}
}

// TestTheLadderIsSharedOnceADay checks that the day is that of the place's time zone.
func TestTheLadderIsSharedOnceADay(t *testing.T) {
	s := newStage(t, limits)
	s.Ladders = seasoned{s.Ladders}
	s.do(t, ordered("settings puzzle:12:00 zone:Pacific/Auckland")) // 13 hours ahead of UTC
	share := press("ana", "o1:0:0:top:share")
	for _, c := range []struct {
		at    time.Time
		shown bool
	}{
		{time.Date(2026, 1, 5, 10, 59, 0, 0, time.UTC), true},
		{time.Date(2026, 1, 5, 11, 1, 0, 0, time.UTC), true}, // the next day in Auckland
		{time.Date(2026, 1, 5, 23, 59, 0, 0, time.UTC), false},
		{time.Date(2026, 1, 6, 0, 1, 0, 0, time.UTC), false},
	} {
		s.now = c.at
		s.restart()
		got := s.do(t, share).Effects
		if shown := len(got) == 2 && got[1].Kind == chat.Post; shown != c.shown {
			t.Errorf("at %v the ladder is shared by %v", c.at, got)
		}
	}
}
