package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/chat"
	"othellobot/internal/clock"
)

// Of two instances of the whole program over one store, one has a wrong clock for a
// minute, from its start or since a jump. It ends and deletes nothing and says that it
// is not ready; what it is sent nevertheless it does, at the right time. Once its
// clock is right it is ready again, and what is due is done in time. If it believes
// its clock, games end.
func TestWrongClockOfOneInstance(t *testing.T) {
	const day = 24 * time.Hour
	for _, skew := range []time.Duration{8 * day, -8 * day, 100 * day} {
		for _, fromStart := range []bool{true, false} {
			for _, believed := range []bool{false, true} {
				if believed && (skew < 0 || !fromStart) || testing.Short() && (skew > 8*day || skew < 0 && !fromStart) {
					continue
				}
				t.Run(fmt.Sprintf("%v, from the start %t, believed %t", skew, fromStart, believed), func(t *testing.T) {
					t.Parallel()
					synctest.Test(t, func(t *testing.T) { oneGoesWrong(t, skew, fromStart, believed) })
				})
			}
		}
	}
}

func oneGoesWrong(t *testing.T, skew time.Duration, fromStart, believed bool) {
	s := newBetween(t, ways{"http", "http"})
	s.kept.Shared = true
	began := time.Now()
	var ahead atomic.Int64
	wall := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	turn := func(skew time.Duration) { ahead.Store(int64(skew)) }

	var duels, challenges, ends []venue
	for i, platform := range []string{discord.Platform, slack.Platform} {
		duel, challenge, end := s.venue(platform, 10*i), s.venue(platform, 10*i+1), s.venue(platform, 10*i+2)
		duels, challenges, ends = append(duels, duel), append(challenges, challenge), append(ends, end)
		duel.types("ana", "start", "opponent:@bo")
		challenge.types("ana", "start", "opponent:@bo")
		end.types("ana", "start")
		end.types("ana", "stop")
		if !until(time.Minute, func() bool { return duel.presses("bo", label("Accept"), -1) }) {
			t.Fatal("the duel cannot be accepted")
		}
	}
	harmed := func() (n int) {
		for i := range duels {
			if s.stored(duels[i].Place()).Active == nil {
				n++
			}
			if len(s.stored(challenges[i].Place()).Challenges) != 1 {
				n++
			}
			if s.stored(ends[i].Place()).Last == nil {
				n++
			}
		}
		return n
	}
	synctest.Wait()
	if n := harmed(); n > 0 {
		t.Fatalf("%d games have not begun", n)
	}

	if fromStart {
		turn(skew)
	}
	s.clock = clock.Func(wall)
	if !believed {
		c := clock.New(clock.Config{
			Wall: wall, Ran: func() time.Duration { return time.Since(began) }, Log: slog.New(slog.DiscardHandler),
			Shared: func(context.Context) (time.Time, bool, error) { return time.Now(), true, nil },
		})
		if err := c.Ask(t.Context()); err != nil {
			t.Fatal(err)
		}
		go c.Run(t.Context())
		s.clock = c
	}
	s.unready = fromStart
	s.start() // the second one, which gets all deliveries from now on
	turn(skew)
	time.Sleep(30 * time.Second)
	if believed {
		time.Sleep(30 * time.Second)
		if n := harmed(); n == 0 {
			t.Error("a clock that is believed does no harm")
		}
		return
	}
	if ok, broken := s.health.ready(t.Context()); ok || !slices.Contains(broken, "the clock") {
		t.Errorf("it is ready: %t, and broken are %v", ok, broken)
	}
	for _, v := range duels {
		s.plays(v, 0)
	}
	time.Sleep(30 * time.Second)
	turn(0)
	if n := harmed(); n > 0 {
		t.Errorf("%d of %d games are harmed", n, 3*len(duels))
	}
	if !until(15*time.Second, s.ready) {
		t.Error("it is not ready again")
	}
	for _, v := range duels {
		s.plays(v, 1)
	}
	if testing.Short() && !fromStart { // a day of two instances is most of the work
		return
	}
	time.Sleep(25 * time.Hour)
	for i := range duels {
		at := challenges[i].Place()
		if n := len(s.stored(at).Challenges); n > 0 {
			t.Errorf("in %v %d challenges have not lapsed", at, n)
		}
		told := 0
		for _, m := range duels[i].messages() {
			told += m.notified
		}
		if told == 0 {
			t.Errorf("nobody in %v was reminded", duels[i].Place())
		}
	}
}

// plays has whoever is to move in a duel of ana and bo, in its so manieth turn, press a
// square, which is stored with the true time.
func (s *between) plays(v venue, turn int) {
	s.t.Helper()
	g := s.playing(v.Place())
	_, square, _ := next(g.Position())
	for _, user := range []string{"ana", "bo"} {
		if s.user(v.Place(), user) == string(g.Player(g.Position().ToMove)) && !v.presses(user, square, turn) {
			s.t.Errorf("%s sees no %s to press", user, square)
		}
	}
	synctest.Wait()
	if g = s.playing(v.Place()); len(g.Moves) != turn+1 || time.Since(g.Since()).Abs() > 5*time.Second {
		s.t.Errorf("after move %d there are %d, the last one %v ago", turn+1, len(g.Moves), time.Since(g.Since()))
	}
}

// user is the name under which the games of a place know somebody.
func (s *between) user(at chat.Place, name string) string {
	if at.Platform == discord.Platform {
		return chat.UserID{Platform: at.Platform, ID: s.discord.User(name)}.String()
	}
	return chat.UserID{Platform: at.Platform, Team: at.Team, ID: s.slack.User(name)}.String()
}
