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
	"othellobot/rules"
)

// lostByBlack is a game that Black loses, with passes.
const lostByBlack = "d3e3f2c3b3c6c5d2c1b6d6c7f3d1e1a3c2g2h2b1a1g1b2h1e2g3a4a2h3f4f1h4g4c4b4f5g5g6h5h6e6b5a5d7f6f7a7a6b7a8e7f8g7h7h8g8b8d8c8e8"

func (s *stage) playDuel(t *testing.T, black, white string) string {
	t.Helper()
	return s.playAccepted(t, black, white, "accept")
}

func (s *stage) playAccepted(t *testing.T, black, white, accept string) string {
	t.Helper()
	challenge := typed(black, "start white black")
	challenge.Tokens = []chat.Token{
		{Text: "start"}, {Kind: chat.MentionsPerson, User: by(white, "c", "t").User, Text: white}, {Text: "black"},
	}
	s.sent(t, s.do(t, challenge), "challenge")
	s.sent(t, s.do(t, typed(white, accept)), "board")
	moves, err := rules.ParseTranscript(lostByBlack)
	noError(t, err)
	p := rules.Start()
	for _, square := range moves {
		who := black
		if p.ToMove == rules.White {
			who = white
		}
		s.sent(t, s.do(t, typed(who, square.String())), chat.MessageRef("m"+square.String()))
		if p, err = p.Play(square); err != nil {
			t.Fatal(err)
		}
	}
	if p.FinalScore().White > p.FinalScore().Black {
		return white
	}
	return black
}

// TestWeek checks that the post has at most twelve lines, notifies no user, and comes once.
func TestWeek(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings digest:on"))
	winner := s.playDuel(t, "ana", "bo")
	s.now = s.now.Add(time.Hour)
	s.playDuel(t, "ana", "bo")
	s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	posted := one(t, s.due(t))
	text := posted.Message.Text.String()
	if posted.Subject.Slot != chat.SlotWeek || posted.Redraw || strings.Count(text, "\n") > 11 || notifies(posted.Message) || posted.Message.Board == nil {
		t.Errorf("posted is %+v", posted)
	}
	for _, want := range []string{"2 games", "ana (Black)", "Longest winning streak: " + winner + ", 2 in a row", "The closest game: ana – bo"} {
		if !strings.Contains(text, want) {
			t.Errorf("it does not say %q: %s", want, text)
		}
	}
	nothing(t, s.due(t))
	s.now = s.now.Add(time.Minute)
	again := one(t, s.due(t))
	if !again.Redraw || again.Subject != posted.Subject || again.Message.Text.String() != text {
		t.Errorf("without a report, the next post is %+v", again)
	}
	s.reports(t, again, chat.Outcome{Ref: "m"})
	for range 8 * 24 {
		s.now = s.now.Add(time.Hour)
		for _, e := range s.due(t) {
			if e.Subject.Slot == chat.SlotWeek {
				t.Fatalf("in a week without games, posted is %v", e)
			}
		}
	}
}

func TestWeekCountsWhatItLeavesOut(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings digest:on"))
	for range 7 {
		s.playDuel(t, "ana", "bo")
		s.now = s.now.Add(time.Hour)
	}
	s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	text := one(t, s.due(t)).Message.Text.String()
	if listed := strings.Count(text, "ana (Black)") + strings.Count(text, "bo (Black)"); listed != 5 || !strings.Contains(text, "And 2 more.") {
		t.Errorf("of 7 games %d are listed: %s", listed, text)
	}
}

// TestWeekWithPuzzle checks that the puzzle comes second, and that only its report stops further posts.
func TestWeekWithPuzzle(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings puzzle:09:00 digest:on"))
	s.playDuel(t, "ana", "bo")
	s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	posted := s.due(t)
	if len(posted) != 2 || posted[0].Subject.Slot != chat.SlotWeek || posted[1].Subject.Slot != chat.SlotPuzzle || posted[0].Subject.Game == posted[1].Subject.Game {
		t.Fatalf("posted is %v", posted)
	}
	for i, want := range []int{2, 0} {
		s.reports(t, posted[i], chat.Outcome{Ref: "m"})
		s.now = s.now.Add(time.Minute)
		if got := s.due(t); len(got) != want {
			t.Errorf("after message %d, posted is %v", i, got)
		}
	}
}

func TestForgottenInAWeek(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings digest:on"))
	s.playDuel(t, "ana", "bo")
	noError(t, s.Table.Forget(t.Context(), s.Results, s.Tombstones, game.Player(by("bo", "c", "t").User.String()), s.now))
	s.now = time.Date(2026, 1, 5, 9, 0, 0, 0, time.UTC)
	for _, span := range one(t, s.due(t)).Message.Text {
		if span.User != nil && span.User.ID != "ana" {
			t.Errorf("it names %v", span.User)
		}
	}
}

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

// TestRatedWeek checks that hidden players and friendly games are left out.
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
			s.Table = game.NewTable(settled{s.store}, timing)
			s.do(t, ordered("settings digest:on"))
			if winner := s.playAccepted(t, "ana", "bo", c.accept); winner != "bo" {
				t.Fatal(winner, "has won")
			}
			if c.hide != "" {
				who := by(c.hide, "c", "t")
				noError(t, s.Ladders.SetHidden(t.Context(), game.Place(who.Place.String()).Tenant(), game.Player(who.User.String()), true))
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
				t.Errorf("the post is %q with %d lines about ratings, want %d", text, told, c.want)
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

// TestSeason checks that the post about a season comes once, in silence, with its weekly post and its puzzle unchanged.
func TestSeason(t *testing.T) {
	for settings, want := range map[string]string{
		"digest:on":                 "season week",
		"digest:on zone:Asia/Tokyo": "season week",
		"puzzle:09:00 digest:on":    "puzzle puzzle season puzzle puzzle puzzle puzzle week puzzle puzzle",
		"puzzle:09:00":              "puzzle puzzle puzzle puzzle puzzle puzzle puzzle puzzle",
	} {
		t.Run(settings, func(t *testing.T) {
			s := puzzled(t, limits)
			s.now = time.Date(2025, 12, 30, 8, 0, 0, 0, time.UTC)
			s.Ladders = seasoned{s.Ladders}
			s.restart()
			s.do(t, ordered("settings "+settings))
			s.playDuel(t, "ana", "bo")
			var posted []string
			for range 9 * 24 {
				for _, e := range s.due(t) {
					s.reports(t, e, chat.Outcome{Ref: "m"})
					posted = append(posted, string(e.Subject.Slot))
					if !e.Silent || notifies(e.Message) {
						t.Errorf("%v is not silent", e)
					}
					if season := strings.Contains(e.Message.Text.String(), "🥇 den 1523 ▲23\n🥈 cy 1522 ▲22\n🥉 bo 1521 ▲21\nBiggest climb: den ▲23\nMost opponents: den, 5\n"+
						"Next goal: cy is 1 point behind den\nNext goal: bo is 1 point behind cy\nThe new season"); season != (e.Subject.Slot == chat.SlotSeason) {
						t.Errorf("the %s of %v is %q", e.Subject.Slot, s.now, e.Message.Text)
					}
				}
				s.now = s.now.Add(time.Hour)
				s.restart()
			}
			if got := strings.Join(posted, " "); got != want {
				t.Errorf("posted are %s, want %s", got, want)
			}
		})
	}
}

// rivals are ladders as in [seasoned], of a season with a time of its own. One player is hidden.
type rivals struct {
	counting
	season rating.Season
}

func (a rivals) Ratings(ctx context.Context, in game.Tenant, people ...game.Player) ([]game.Rating, []rating.Result, error) {
	found, met, err := a.counting.Ratings(ctx, in, people...)
	for i := range found {
		found[i].This.Season, found[i].Former.Season = a.season+1, a.season
	}
	return found, met, err
}

// counted is a store where all rated games change ratings.
type counted struct{ people.Store }

func (c counted) Past(ctx context.Context, which game.PastFilter, most int) ([]game.Past, error) {
	past, err := c.Store.Past(ctx, which, most)
	for _, p := range past {
		p.Finished.Rated.Worth = rating.Counts
	}
	return past, err
}

// TestSeasonOnAMonday checks the rivals, and that only the report of the day's last post stops further posts.
func TestSeasonOnAMonday(t *testing.T) {
	for name, c := range map[string]struct {
		hidden, forgotten string
		want              bool
	}{"all": {"", "", true}, "hidden": {"bo", "", false}, "forgotten": {"", "bo", false}} {
		t.Run(name, func(t *testing.T) {
			s := puzzled(t, limits)
			s.now = time.Date(2028, 12, 28, 8, 0, 0, 0, time.UTC)
			s.Table = game.NewTable(counted{s.store}, timing)
			var hidden game.Player
			if c.hidden != "" {
				hidden = game.Player(by(c.hidden, "c", "t").User.String())
			}
			s.Ladders = rivals{counting{seasoned{s.Ladders}, new(int), &hidden}, rating.SeasonOf(s.now)}
			s.restart()
			s.do(t, ordered("settings digest:on"))
			for range 3 {
				s.playAccepted(t, "ana", "bo", "accept rated")
				s.now = s.now.Add(time.Hour)
			}
			if c.forgotten != "" {
				noError(t, s.Table.Forget(t.Context(), s.Results, s.Tombstones, game.Player(by(c.forgotten, "c", "t").User.String()), s.now))
			}
			s.now = time.Date(2029, 1, 1, 9, 0, 0, 0, time.UTC)
			posted := s.due(t)
			if len(posted) != 2 || posted[0].Subject.Slot != chat.SlotSeason || posted[1].Subject.Slot != chat.SlotWeek {
				t.Fatalf("posted is %v", posted)
			}
			text := posted[0].Message.Text.String()
			if strings.Contains(text, "Rivals of the season: bo leads ana 3") != c.want || strings.Contains(text, "Rivals") != c.want ||
				c.hidden != "" && strings.Contains(text, c.hidden) {
				t.Errorf("the post is %q", text)
			}
			for i, want := range []int{2, 0} {
				s.reports(t, posted[i], chat.Outcome{Ref: "m"})
				s.now = s.now.Add(time.Minute)
				if got := s.due(t); len(got) != want {
					t.Errorf("after message %d, posted is %v", i, got)
				}
			}
		})
	}
}
