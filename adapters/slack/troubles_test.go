package slack_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// placeOf is a channel as the adapter knows it.
func placeOf(w slacktest.Where) chat.Place {
	return chat.Place{Platform: slack.Platform, Team: w.TeamID, Channel: w.Channel}
}

// delivers delivers an effect to a place that it shows a game of.
func (g *stage) delivers(at slacktest.Where, e chat.Effect) {
	if e.Shows.Slot != chat.SlotNone {
		e.Shows.Place = placeOf(at)
	}
	g.adapter.Deliver(g.t.Context(), placeOf(at), chat.Response{Effects: []chat.Effect{e}})
}

// failsWhere lets the requests fail of which the function says so.
func (g *stage) failsWhere(f slacktest.Fault, where func(*http.Request) bool) {
	g.Fail(func(r *http.Request) *slacktest.Fault {
		if where(r) {
			return &f
		}
		return nil
	})
}

// A reminder whose answer was lost is not sent again.
func TestToldOnce(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		g := start(t, s, c, &scripted{})
		g.FailWhere("POST /api/chat.postMessage", slacktest.Fault{Lost: true, Every: 2})
		const n = 200
		var rooms []slacktest.Where
		for i := range 20 {
			rooms = append(rooms, g.Channel(fmt.Sprint("room", i)))
		}
		for i := range n {
			e := shown(chat.Ping, uint32(i), chat.Message{Text: chat.Say(fmt.Sprint("reminder ", i))})
			e.Shows.Game, e.Shows.Slot = chat.GameID(fmt.Sprint(i)), chat.SlotPing
			g.delivers(rooms[i%len(rooms)], e)
		}
		time.Sleep(time.Minute)
		times := map[string]int{}
		for _, room := range rooms {
			for _, m := range g.Messages(room, "bo") {
				times[strings.TrimSpace(m.Shown)]++
			}
		}
		for text, n := range times {
			if n != 1 {
				t.Errorf("%q was posted %d times", text, n)
			}
		}
		if len(times) < n/4 { // the others were never sent, because too many answers in a row were lost
			t.Errorf("of %d reminders %d were posted", n, len(times))
		}
	})
}

// A whisper whose answer was lost is sent once more, on the other way, and what all
// see is not.
func TestWhispersMayComeTwice(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{}
		g := start(t, s, c, h)
		all := g.deliveries(h, answering(effect(chat.Post, "for all"), effect(chat.Whisper, "for you")))
		g.failsWhere(slacktest.Fault{Lost: true}, func(r *http.Request) bool { return slacktest.Method(r) != whisper })
		for _, d := range all {
			d.Send()
		}
		time.Sleep(time.Minute)
		times := map[string]int{}
		for _, m := range g.Messages(g.Channel("room"), "ana") {
			times[strings.TrimSpace(m.Shown)]++
		}
		if times["for all"] != len(all) || times["for you"] < len(all) || times["for you"] > 2*len(all) {
			t.Errorf("of %d answers Ana sees %v", len(all), times)
		}
	})
}

// What comes of an edit or a post is told as it is, or not at all if the clock is to
// see to it.
func TestFates(t *testing.T) {
	const none = chat.Unknown // is never told
	for name, c := range map[string]struct {
		kind   chat.Kind
		fault  slacktest.Fault
		redraw bool
		want   chat.Fate
		named  bool
	}{
		"a post":                          {chat.Post, slacktest.Fault{}, false, chat.Out, true},
		"an edit":                         {chat.Edit, slacktest.Fault{}, false, chat.Out, true},
		"an edit, drawn again":            {chat.Edit, slacktest.Fault{}, true, chat.Out, true},
		"of what is gone":                 {chat.Edit, slacktest.Fault{Error: "message_not_found"}, false, chat.Out, true},
		"of what is gone, drawn again":    {chat.Edit, slacktest.Fault{Error: "message_not_found"}, true, chat.Gone, false},
		"too late, drawn again":           {chat.Edit, slacktest.Fault{Error: "edit_window_closed"}, true, chat.Gone, false},
		"an edit in an archive":           {chat.Edit, slacktest.Fault{Error: "is_archived"}, true, chat.Dormant, false},
		"a post where it is no member":    {chat.Post, slacktest.Fault{Error: "not_in_channel"}, true, chat.Dormant, false},
		"a post to nowhere":               {chat.Post, slacktest.Fault{Error: "channel_not_found"}, true, chat.Dormant, false},
		"a post where it may not":         {chat.Post, slacktest.Fault{Error: "restricted_action"}, false, chat.Dormant, false},
		"a post that is too long":         {chat.Post, slacktest.Fault{Error: "msg_too_long"}, false, chat.Dormant, false},
		"a post with a dead token":        {chat.Post, slacktest.Fault{Error: "token_revoked"}, false, chat.Dormant, false},
		"a post without an answer":        {chat.Post, slacktest.Fault{Hang: true}, false, none, false},
		"a post whose answer is lost":     {chat.Post, slacktest.Fault{Lost: true}, false, none, false},
		"a post while Slack is down":      {chat.Post, slacktest.Fault{Status: 503}, false, none, false},
		"a post and an error of theirs":   {chat.Post, slacktest.Fault{Error: "fatal_error"}, false, none, false},
		"a post that is limited for long": {chat.Post, slacktest.Fault{RetryAfter: 6 * time.Second}, false, none, false},
		"an edit while Slack is down":     {chat.Edit, slacktest.Fault{Status: 503}, false, none, false},
	} {
		t.Run(name, func(t *testing.T) {
			bothWays(t, func(t *testing.T, s *slacktest.Server, conf slack.Config) {
				h := &scripted{answer: answering(shown(chat.Post, 1, with("version 1", "b")))}
				g := start(t, s, conf, h)
				room := g.Channel("room")
				g.types(room, "ana", "x")
				e := shown(c.kind, 2, with("version 2", "b"))
				e.Redraw = c.redraw
				if c.kind == chat.Edit {
					e.Ref = h.reported()[0].ref
				}
				h.forget()
				method := map[chat.Kind]string{chat.Post: post, chat.Edit: change}[c.kind]
				g.failsWhere(c.fault, func(r *http.Request) bool { return slacktest.Method(r) == method && c.fault != slacktest.Fault{} })
				before := len(g.Messages(room, "bo"))
				g.delivers(room, e)
				time.Sleep(30 * time.Second)
				told := h.reported()
				if c.want == none {
					if len(told) > 0 {
						t.Errorf("it was told %+v", told)
					}
					return
				}
				if len(told) != 1 || told[0].fate != c.want || (told[0].ref != "") != c.named || told[0].Version != 2 {
					t.Errorf("it was told %+v", told)
				}
				if after := len(g.Messages(room, "bo")); c.want == chat.Gone && after != before {
					t.Error("it was put back")
				}
			})
		})
	}
}

// What is drawn again names those whom it would have notified.
func TestRedrawsNotifyNobody(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		g := start(t, s, c, &scripted{})
		room := g.Channel("room")
		g.types(room, "ana", "x") // which tells her name
		ana := chat.UserID{Platform: slack.Platform, Team: g.TeamID, ID: g.User("ana")}
		e := shown(chat.Post, 1, chat.Message{Text: chat.Say(chat.MentionOf(ana), " is to move.")})
		for _, redraw := range []bool{false, true} {
			e.Redraw = redraw
			g.delivers(room, e)
			g.Settle()
			m := g.sees(room, "bo", map[bool]string{false: "@ana is to move.", true: "ana is to move."}[redraw])
			if (len(m.Notified) > 0) == redraw {
				t.Errorf("drawn again: %t, it has notified %v", redraw, m.Notified)
			}
		}
	})
}

// Forty posts in one channel all come, in their order, as fast as Slack takes them.
func TestManyPostsInOneChannel(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		g := start(t, s, c, &scripted{})
		room := g.Channel("room")
		g.LimitRates()
		var want []string
		for i := range 40 {
			text := fmt.Sprint("post ", i)
			want = append(want, text)
			g.delivers(room, effect(chat.Post, text))
		}
		time.Sleep(41 * time.Second)
		var got []string
		for _, m := range g.Messages(room, "bo") {
			got = append(got, strings.TrimSpace(m.Shown))
		}
		if !slices.Equal(got, want) {
			t.Errorf("in 41 seconds came %q", got)
		}
	})
}

// An edit that is under way when somebody presses may arrive later than what the
// press brings, and its answer may be lost: the newer board stays.
func TestOlderEditsDoNotStay(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{}
		g := start(t, s, c, h)
		random := rand.New(rand.NewPCG(1, 2))
		for race := range 100 {
			room := g.Channel(fmt.Sprint("room", race))
			board := func(kind chat.Kind, version uint32) chat.Effect {
				e := shown(kind, version, with(fmt.Sprint("version ", version), "b"))
				e.Shows.Game, e.Shows.Place = chat.GameID(fmt.Sprint(race)), placeOf(room)
				return e
			}
			h.forget()
			h.answers(answering(board(chat.Post, 1)))
			g.types(room, "ana", "x")
			older := board(chat.Edit, 2)
			older.Ref = h.reported()[0].ref
			f := slacktest.Fault{Latency: time.Duration(random.IntN(3000)) * time.Millisecond, Lost: random.IntN(3) == 0}
			g.failsWhere(f, func(r *http.Request) bool { return strings.Contains(r.FormValue("text"), "version 2") })
			g.delivers(room, older)
			time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
			h.answers(answering(board(chat.Edit, 3)))
			g.press(room, "ana", "b").Send()
			time.Sleep(20 * time.Second)
			if m := g.newest(room, "bo"); strings.TrimSpace(m.Shown) != "version 3" {
				t.Errorf("race %d, %+v: the board is %q after %d changes", race, f, m.Shown, m.Edits)
			}
		}
	})
}

// keeper holds boards in several workspaces, each with the version that it should show
// and the one that it is known to show, and a clock that has them drawn again.
type keeper struct {
	*stage
	mu     sync.Mutex
	boards []*kept
}

type kept struct {
	at          slacktest.Where
	ref         chat.MessageRef
	want, shown uint32
	due         time.Time
}

// keep begins to play the clock for boards, so many in each workspace.
func (g *stage) keep(h *scripted, each int, in ...*slacktest.Workspace) *keeper {
	g.t.Helper()
	k := &keeper{stage: g}
	for _, ws := range in {
		for i := range each {
			at := ws.Channel(fmt.Sprint("room", i))
			h.forget()
			h.answers(answering(k.board(len(k.boards), at, chat.Post, 1)))
			g.types(at, "ana", "x")
			k.boards = append(k.boards, &kept{at: at, ref: h.reported()[0].ref, want: 1, shown: 1})
		}
	}
	h.mu.Lock()
	h.correct = func(r report) chat.Response {
		var n int
		_, _ = fmt.Sscan(string(r.Game), &n)
		k.mu.Lock()
		defer k.mu.Unlock()
		if b := k.boards[n]; r.fate == chat.Out && r.Version > b.shown {
			b.shown = r.Version
		}
		return chat.Response{}
	}
	h.mu.Unlock()
	return k
}

func (*keeper) board(n int, at slacktest.Where, kind chat.Kind, version uint32) chat.Effect {
	e := shown(kind, version, with(fmt.Sprintf("board %d, version %d", n, version), "b"))
	e.Shows.Game, e.Shows.Place = chat.GameID(fmt.Sprint(n)), placeOf(at)
	return e
}

// moves has a new version of a board committed and delivered at once.
func (k *keeper) moves(n int) {
	k.mu.Lock()
	b := k.boards[n]
	b.want++
	b.due = time.Now().Add(20 * time.Second)
	e := k.board(n, b.at, chat.Edit, b.want)
	e.Ref = b.ref
	k.mu.Unlock()
	k.delivers(b.at, e)
}

// tick has drawn again what should have been by now, as much as the adapter takes on.
func (k *keeper) tick() {
	room := k.adapter.Capacity()
	for n, b := range k.boards {
		k.mu.Lock()
		behind := b.shown < b.want && time.Now().After(b.due)
		e := k.board(n, b.at, chat.Edit, b.want)
		e.Ref, e.Redraw = b.ref, true
		if behind && room > 0 {
			b.due = time.Now().Add(20 * time.Second)
		}
		k.mu.Unlock()
		if behind && room > 0 {
			room--
			k.delivers(b.at, e)
		}
	}
}

// While Slack is away nothing piles up, and afterwards every board is as it should be.
func TestOutage(t *testing.T) {
	boards := 20 // in each workspace, and changed in a second
	if testing.Short() {
		boards = 6
	}
	for name, fault := range map[string]slacktest.Fault{"silent": {Hang: true}, "down": {Status: 503}, "broken": {Reset: true}, "lost": {Lost: true}} {
		t.Run(name, func(t *testing.T) { // alone, because it counts goroutines
			synctest.Test(t, func(t *testing.T) {
				s, w := slacktest.NewPiped(t), &watch{}
				c := many(s)
				c.Observer = w.observer()
				h := &scripted{}
				g := start(t, s, c, h)
				spaces := []*slacktest.Workspace{s.Workspace, s.NewWorkspace("lab"), s.NewWorkspace("hall")}
				for _, ws := range spaces {
					g.installs(ws, false)
				}
				k := g.keep(h, boards, spaces...)
				h.answers(answering(effect(chat.Post, "an answer"), effect(chat.Whisper, "for you")))
				base, most := runtime.NumGoroutine(), 0
				for second := range 150 {
					switch second {
					case 10:
						g.failsWhere(fault, func(*http.Request) bool { return true })
					case 70:
						g.Fail(nil)
					}
					if second < 100 {
						for range boards {
							k.moves(rand.IntN(len(k.boards)))
						}
						for _, ws := range spaces {
							go g.NewCommand(ws.Channel("talk"), "ana", "x").Send()
						}
					}
					k.tick()
					time.Sleep(time.Second)
					most = max(most, runtime.NumGoroutine()-base)
				}
				for n, b := range k.boards {
					want := fmt.Sprintf("board %d, version %d", n, b.want)
					if m := g.Messages(b.at, "bo"); strings.TrimSpace(m[0].Shown) != want || len(m) != 1 {
						t.Errorf("the board is %q, want %q; there are %d messages", m[0].Shown, want, len(m))
					}
				}
				g.Transport().(interface{ CloseIdleConnections() }).CloseIdleConnections()
				synctest.Wait()
				// A request that hangs is four goroutines of the client, its transport and the fake.
				if left := runtime.NumGoroutine() - base; left > 0 || most > 600 {
					t.Errorf("at most there were %d goroutines more than before, and %d are left", most, left)
				}
				if !slices.Equal(w.worked(), []bool{false, true}) {
					t.Errorf("it was told that Slack works: %t", w.worked())
				}
				t.Logf("at most %d goroutines more", most)
			})
		})
	}
}

// A workspace where much happens does not keep another's board from being shown.
func TestBusyWorkspace(t *testing.T) {
	for name, set := range map[string]func(*stage){
		"slow": func(g *stage) {
			g.failsWhere(slacktest.Fault{Latency: time.Second}, func(*http.Request) bool { return true })
		},
		"limited": func(g *stage) { g.LimitRates() },
		"both": func(g *stage) {
			g.LimitRates()
			g.failsWhere(slacktest.Fault{Latency: time.Second}, func(*http.Request) bool { return true })
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := slacktest.NewPiped(t)
				h := &scripted{}
				g := start(t, s, many(s), h)
				lab := s.NewWorkspace("lab")
				g.installs(s.Workspace, false)
				g.installs(lab, false)
				busy := g.keep(h, 400, s.Workspace)
				other := g.keep(h, 1, lab)
				set(g)
				for n := range busy.boards {
					busy.moves(n)
				}
				time.Sleep(500 * time.Millisecond)
				for round := range uint32(5) {
					other.moves(0)
					time.Sleep(2 * time.Second)
					if m := g.newest(other.boards[0].at, "bo"); strings.TrimSpace(m.Shown) != fmt.Sprintf("board 0, version %d", round+2) {
						t.Errorf("after two seconds the board is %q", m.Shown)
					}
				}
			})
		})
	}
}

// The adapter takes nothing on while Slack is away, then one to try, and all again.
func TestCapacity(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		g := start(t, s, c, &scripted{})
		room := g.Channel("room")
		if n := g.adapter.Capacity(); n < 1000 {
			t.Errorf("at first it would take on %d", n)
		}
		g.failsWhere(slacktest.Fault{Status: 503}, func(r *http.Request) bool { return slacktest.Method(r) == post })
		for range 5 {
			g.delivers(room, effect(chat.Post, "x"))
			g.Settle()
		}
		if n := g.adapter.Capacity(); n != 0 {
			t.Errorf("when Slack is down it would take on %d", n)
		}
		time.Sleep(time.Second + time.Millisecond)
		if n := g.adapter.Capacity(); n != 1 {
			t.Errorf("a while later it would take on %d", n)
		}
		g.Fail(nil)
		g.delivers(room, effect(chat.Post, "again"))
		g.Settle()
		g.sees(room, "bo", "again")
		if n := g.adapter.Capacity(); n < 1000 {
			t.Errorf("when all is well again it would take on %d", n)
		}
	})
}

// The Web API and the addresses to answer to work and fail apart.
func TestWaysFailApart(t *testing.T) {
	bothWays(t, func(t *testing.T, s *slacktest.Server, c slack.Config) {
		h := &scripted{answer: answering(shown(chat.Post, 1, with("version 1", "b")))}
		g := start(t, s, c, h)
		room := g.Channel("room")
		g.types(room, "ana", "x")
		g.failsWhere(slacktest.Fault{Status: 503}, func(r *http.Request) bool { return slacktest.Method(r) == respond })
		for version := range uint32(10) {
			h.answers(answering(shown(chat.Edit, version+2, with(fmt.Sprint("version ", version+2), "b"))))
			g.press(room, "ana", "b").Send()
			time.Sleep(2 * time.Second)
			g.sees(room, "bo", fmt.Sprint("version ", version+2))
		}
		if g.adapter.Capacity() == 0 {
			t.Error("addresses that do not work keep the rest from being shown")
		}
		time.Sleep(time.Minute)
		g.failsWhere(slacktest.Fault{Status: 503}, func(r *http.Request) bool { return slacktest.Method(r) != respond })
		for version := range uint32(10) {
			g.delivers(room, effect(chat.Post, "lost"))
			h.answers(answering(shown(chat.Edit, version+20, with(fmt.Sprint("version ", version+20), "b"))))
			g.press(room, "ana", "b").Send()
			time.Sleep(2 * time.Second)
			g.sees(room, "bo", fmt.Sprint("version ", version+20))
		}
		if n := g.adapter.Capacity(); n > 1 {
			t.Errorf("while the Web API is down it would take on %d", n)
		}
	})
}
