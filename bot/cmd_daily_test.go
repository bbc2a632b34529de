package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/store/memory"
	"othellobot/words"
)

func (s *stage) due(t *testing.T) []chat.Effect {
	t.Helper()
	p := &recorder{}
	noError(t, s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": p}, s.Log).Settle(t.Context()))
	return p.delivered
}

// postDaily returns the only due puzzle, after reporting it as sent.
func (s *stage) postDaily(t *testing.T) chat.Effect {
	t.Helper()
	posted := s.due(t)
	if len(posted) != 1 || posted[0].Subject.Slot != chat.SlotPuzzle {
		t.Fatalf("posted is %v", posted)
	}
	s.reports(t, posted[0], chat.Outcome{Ref: "m"})
	return posted[0]
}

// TestDailyHidesItsSolution checks, for all easy puzzles, that only the previous solution is shown.
func TestDailyHidesItsSolution(t *testing.T) {
	s := newStage(t, limits)
	s.do(t, ordered("settings puzzle:13:00"))
	before := "nowhere"
	for number := 1; number <= puzzle.Count(puzzle.Easy); number++ {
		s.now = time.Date(2026, time.January, number, 13, 0, 0, 0, time.UTC)
		post := s.postDaily(t)
		s.do(t, typed("ana", "puzzle"))
		p := puzzle.At(puzzle.Easy, number)
		text := strings.Replace(post.Message.Text.String(), before, "", 1)
		if got := post.Message.Board.View; got.Position != p.Position || got.Hints != 0 || !strings.HasPrefix(text, fmt.Sprintf("Othello %d ", number)) {
			t.Fatalf("puzzle %d is posted as %q on %v", number, text, got)
		}
		if strings.Contains(text, p.Best.String()) || len(post.Message.Controls) != 1 || len(post.Message.Controls[0].Buttons) != 1 {
			t.Errorf("puzzle %d is posted as %q with %v", number, text, post.Message.Controls)
		}
		before = fmt.Sprintf("Othello %d: %v won.", number, p.Best)
	}
}

// TestThreadsGetNoDaily also checks that the days of a thread follow the channel's time zone.
func TestThreadsGetNoDaily(t *testing.T) {
	s := newStage(t, menus)
	s.Words = words.Load()
	s.do(t, ordered("settings language:en pings:off puzzle:13:00 zone:Pacific/Auckland"))
	s.sent(t, s.do(t, inThread(typed("ana", "start"))), "m1")
	want := game.Settings{Language: "en", Pings: game.PingOff, Daily: game.Daily{Zone: "Pacific/Auckland"}}
	equal(t, "the thread has the settings", roomOf(t, s, inThread(typed("ana", "")).Place).Settings, want)
	s.now = s.now.Add(12 * time.Hour)
	if shown := s.postDaily(t).Subject; shown.Place.Thread != "" {
		t.Errorf("the puzzle of the day is posted in %v", shown.Place)
	}
}

// TestUnreportedDailyIsPostedAgain also checks that only the second post is marked as a redraw.
func TestUnreportedDailyIsPostedAgain(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings puzzle:12:30"))
	s.now = s.now.Add(30 * time.Minute)
	first := s.due(t)
	if len(first) != 1 || first[0].Redraw {
		t.Fatalf("first comes %v", first)
	}
	s.now = s.now.Add(time.Minute - time.Millisecond)
	nothing(t, s.due(t))
	s.now = s.now.Add(time.Millisecond)
	again := s.postDaily(t)
	if !again.Redraw || again.Subject != first[0].Subject {
		t.Errorf("again comes %v", again)
	}
	s.now = s.now.Add(time.Hour)
	nothing(t, s.due(t))
	s.now = s.now.Add(23 * time.Hour)
	if next := s.postDaily(t); next.Redraw || next.Subject.Post != again.Subject.Post+1 || next.Subject.Game == again.Subject.Game {
		t.Errorf("the next day comes %v", next)
	}
}

// TestDailyOfAMutedPlaceWaits checks that a rejected puzzle is not retried on the same day.
func TestDailyOfAMutedPlaceWaits(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings puzzle:12:30"))
	s.now = s.now.Add(30 * time.Minute)
	s.reports(t, s.due(t)[0], chat.Outcome{Fate: chat.Dormant})
	s.now = s.now.Add(2 * time.Hour)
	nothing(t, s.due(t))
	s.now = s.now.Add(22 * time.Hour)
	s.postDaily(t)
}

// awaiting stores a place whose puzzle is due at the time next.
func awaiting(t *testing.T, s game.Rooms, at game.Place, settings game.Settings, next, now time.Time) {
	t.Helper()
	room, err := s.Load(t.Context(), at, "")
	noError(t, err)
	c := game.Change{Before: room.Version, Room: room, Due: next.UnixMilli(), Now: now}
	c.Room.Version++
	c.Room.Settings, c.Room.Touched = settings, now.UnixMilli()
	c.Room.Posts = game.Posts{Asked: game.DayOf(now), Next: next.UnixMilli()}
	noError(t, s.Save(t.Context(), c))
}

// TestUnknownZone checks that a place with an unknown time zone gets no posts until a zone is set.
func TestUnknownZone(t *testing.T) {
	s := puzzled(t, limits)
	place := ordered("").Place
	at := game.Place(place.String())
	for _, settings := range []game.Settings{
		{Theme: "classic", Daily: game.Daily{Minute: 12*60 + 31, Zone: "Mars/Olympus"}},
		{Theme: "classic", Daily: game.Daily{Minute: 12*60 + 31, Zone: "Mars/Olympus", Weekly: game.WeekOnly}},
	} {
		awaiting(t, s.store, at, settings, s.now, s.now)
		s.now = s.now.Add(time.Hour)
		nothing(t, s.due(t))
	}
	for _, said := range []string{"puzzle", "puzzle hard"} {
		if _, answer, _ := s.Try(t.Context(), ordered(said)); !slices.Contains(answer, words.Message(words.NoZone{})) {
			t.Errorf("%s is answered by %v", said, answer)
		}
	}
	s.do(t, ordered("settings puzzle:14:30 zone:Europe/Rome"))
	s.now = time.Date(s.now.Year(), s.now.Month(), s.now.Day()+1, 13, 30, 0, 0, time.UTC)
	s.postDaily(t)
}

// TestDailyPausesWithoutRequests checks that a puzzle command or a settings command ends the pause.
func TestDailyPausesWithoutRequests(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		back     []chat.Action // brings the puzzle back
	}{
		"asked for":             {"settings puzzle:9:00", []chat.Action{typed("ana", "puzzle")}},
		"a harder one":          {"settings puzzle:9:00 zone:Pacific/Auckland", []chat.Action{typed("ana", "puzzle hard")}},
		"in a thread":           {"settings puzzle:9:00 zone:America/Los_Angeles", []chat.Action{inThread(typed("ana", "puzzle"))}},
		"the same settings":     {"settings puzzle:9:00", []chat.Action{ordered("settings puzzle:9:00")}},
		"other settings":        {"settings puzzle:9:00", []chat.Action{ordered("settings pings:off")}},
		"off and on":            {"settings puzzle:9:00", []chat.Action{ordered("settings puzzle:off"), ordered("settings puzzle:9:00")}},
		"with the week, silent": {"settings puzzle:9:00 digest:on", []chat.Action{typed("ana", "puzzle")}},
	} {
		t.Run(name, func(t *testing.T) {
			s := puzzled(t, limits)
			s.do(t, ordered(c.settings))
			pass := func(days int) (puzzles, rests int) {
				for range 24 * days {
					s.now = s.now.Add(time.Hour)
					for _, e := range s.due(t) {
						s.reports(t, e, chat.Outcome{Ref: "m"})
						if e.Message.Board != nil {
							puzzles++
						} else {
							rests++
							s.do(t, typed("ana", "games")) // does not request a puzzle
						}
					}
				}
				return puzzles, rests
			}
			if puzzles, rests := pass(70); puzzles < 6 || puzzles > 7 || rests != 1 {
				t.Errorf("in 70 days, %d puzzles and %d announcements of a pause came", puzzles, rests)
			}
			for _, a := range c.back {
				s.do(t, a)
			}
			if puzzles, rests := pass(5); puzzles != 5 || rests != 0 {
				t.Errorf("in the next 5 days, %d puzzles and %d announcements of a pause came", puzzles, rests)
			}
			s.do(t, typed("bo", "puzzle"))
			if puzzles, rests := pass(20); puzzles < 6 || puzzles > 7 || rests != 1 {
				t.Errorf("in the 20 days after a request, %d puzzles and %d announcements of a pause came", puzzles, rests)
			}
		})
	}
}

func TestWeekComesWhileThePuzzlePauses(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings puzzle:9:00 digest:on"))
	weeks := 0
	for range 70 {
		s.now = s.now.Add(24*time.Hour - 3*time.Minute)
		s.playDuel(t, "ana", "bo")
		for range 3 {
			for _, e := range s.due(t) {
				s.reports(t, e, chat.Outcome{Ref: "m"})
				if e.Subject.Slot == chat.SlotWeek {
					weeks++
				}
			}
			s.now = s.now.Add(time.Minute)
		}
	}
	if weeks != 10 {
		t.Errorf("%d weeks came in 70 days", weeks)
	}
}

// crowdedPlatform counts posts by place. Like a platform with nonces, it drops a repeated post.
type crowdedPlatform struct {
	mu     sync.Mutex
	known  map[chat.Subject]time.Time
	posted map[chat.Place]int
	times  []time.Time
	again  int // number of dropped posts
}

func (p *crowdedPlatform) post(e chat.Effect) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at, known := p.known[e.Subject]; known && time.Since(at) < 3*time.Minute {
		p.again++
		return
	}
	p.known[e.Subject] = time.Now()
	p.posted[e.Subject.Place]++
	p.times = append(p.times, time.Now())
}

type wire struct {
	platform *crowdedPlatform
	handler  chat.Handler
	queue    chan chat.Effect
	sent     atomic.Int32
}

func (w *wire) Deliver(ctx context.Context, _ chat.Place, r chat.Response) {
	for _, e := range r.Effects {
		select {
		case w.queue <- e:
		default: // dropped
		}
	}
}

func (w *wire) Capacity() int { return cap(w.queue) - len(w.queue) }

// send posts and reports effects until ctx is done. It may post the last one without reporting it.
func (w *wire) send(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-w.queue:
			time.Sleep(300 * time.Millisecond)
			w.platform.post(e)
			if ctx.Err() == nil {
				w.sent.Add(1)
				_, _ = w.handler.Sent(ctx, e.Subject, chat.Outcome{Ref: "m"})
			}
		}
	}
}

func process(ctx context.Context, ports people.Ports, p *crowdedPlatform, seed uint64) *wire {
	c := configuration(words.Load())
	c.Ports, c.Seed, c.Puzzle = ports, seed, stock
	c.Clock = clock(time.Now)
	c.Limits = map[string]chat.Limits{"p": limits}
	b := bot.New(c)
	w := &wire{platform: p, handler: b, queue: make(chan chat.Effect, 256)}
	runner := b.Runner(b, map[string]chat.Poster{"p": w}, slog.New(slog.DiscardHandler))
	go runner.Run(ctx)
	for range 16 {
		go w.send(ctx)
	}
	return w
}

// TestManyChannelsGetTheirPuzzle kills one of two processes half-way. Each channel must get one puzzle,
// at a pace that leaves room for the messages of games.
func TestManyChannelsGetTheirPuzzle(t *testing.T) {
	places := 5_000
	if os.Getenv("OTHELLO_LONG") == "1" {
		places = 100_000
	}
	synctest.Test(t, func(t *testing.T) {
		memory := memory.New(timing)
		began := time.Now()
		at := began.Add(time.Hour)
		daily := game.Daily{Minute: at.UTC().Hour()*60 + at.UTC().Minute() + 1, Zone: "UTC"}
		for n := range places {
			place := chat.Place{Platform: "p", Team: fmt.Sprint("t", n/10), Channel: fmt.Sprint("c", n)}
			awaiting(t, memory, game.Place(place.String()), game.Settings{Theme: "classic", Daily: daily}, at, began)
		}
		p := &crowdedPlatform{known: make(map[chat.Subject]time.Time), posted: make(map[chat.Place]int)}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		mortal, kill := context.WithCancel(ctx)
		first := process(mortal, people.PortsOf(memory, timing), p, 1)
		second := process(ctx, people.PortsOf(memory, timing), p, 2)
		needed := time.Duration(places) * time.Second / game.DailyPace
		time.Sleep(time.Hour + needed/2)
		kill()
		time.Sleep(needed/2 + 3*time.Minute)
		p.mu.Lock()
		defer p.mu.Unlock()
		doubled := 0
		for place, n := range p.posted {
			if n != 1 {
				doubled++
				t.Errorf("%v was posted to %d times", place, n)
			}
		}
		last := p.times[len(p.times)-1].Sub(at)
		most := 0
		for i, j := 0, 0; i < len(p.times); i++ {
			for p.times[i].Sub(p.times[j]) >= time.Second {
				j++
			}
			most = max(most, i-j+1)
		}
		t.Logf("%d of %d channels in %v, at most %d in a second, %d and %d by either process, %d sent again", len(p.posted), places, last, most, first.sent.Load(), second.sent.Load(), p.again)
		if len(p.posted) != places || last > needed+3*time.Minute || most > 50 || first.sent.Load() == 0 || second.sent.Load() == 0 || p.again == 0 {
			t.Errorf("%d of %d channels in %v, %d doubled, %d sent again, at most %d in a second", len(p.posted), places, last, doubled, p.again, most)
		}
		end()
		synctest.Wait()
	})
}
