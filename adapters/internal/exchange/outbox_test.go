package exchange_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
	"othellobot/internal/logtest"
)

// handler records reports, answers them as the test says, and draws the newest version.
type handler struct {
	mu      sync.Mutex
	reports []report
	fails   int // number of reports that Sent still refuses
	correct func(report) []chat.Effect
	newest  uint32        // newest version; 0 if there is nothing to show
	draws   int           // number of calls of Draw
	takes   time.Duration // duration of Draw
	notes   time.Duration // duration of Sent
	former  chat.MessageRef
	unnamed bool // Draw returns no effects for a Refresh that is not Reserved
}

type report struct {
	chat.Subject
	chat.Outcome
}

func (*handler) Handle(context.Context, chat.Action) (chat.Response, error) {
	return chat.Response{}, nil
}

// Draw draws the newest version: as a new message if show is Reserved, otherwise as an edit of the
// message "m". For a Redraw, it also collapses the former message.
func (h *handler) Draw(ctx context.Context, show chat.Effect) (chat.Response, error) {
	_ = exchange.Sleep(ctx, h.takes)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.draws++
	if h.newest == 0 || h.unnamed && !show.Reserved {
		return chat.Response{}, nil
	}
	e := board(show.Subject.Place, h.newest)
	e.Subject.Post, e.Redraw = show.Subject.Post, show.Redraw
	if show.Reserved {
		e.Kind, e.Ref = chat.Post, ""
	}
	effects := []chat.Effect{e}
	if show.Redraw {
		effects = append(effects, chat.Effect{Kind: chat.Collapse, Ref: h.former, Message: chat.Message{Text: chat.Say("down")}})
	}
	return chat.Response{Effects: effects}, nil
}

func (h *handler) now(version uint32) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.newest = version
}

func (h *handler) drawn() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.draws
}

func (h *handler) Sent(ctx context.Context, s chat.Subject, o chat.Outcome) (chat.Response, error) {
	_ = exchange.Sleep(ctx, h.notes)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fails--; h.fails >= 0 {
		return chat.Response{}, errors.New("the store is down")
	}
	h.reports = append(h.reports, report{s, o})
	if h.correct == nil {
		return chat.Response{}, nil
	}
	return chat.Response{Effects: h.correct(report{s, o})}, nil
}

type platform struct {
	mu    sync.Mutex
	took  []string
	most  int // largest number of effects sent at a time
	now   int
	takes func(chat.Effect) time.Duration
	fate  chat.Fate
}

func (p *platform) send(ctx context.Context, e chat.Effect) chat.Outcome {
	p.mu.Lock()
	p.now++
	p.most = max(p.most, p.now)
	p.mu.Unlock()
	if p.takes != nil {
		_ = exchange.Sleep(ctx, p.takes(e))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now--
	if ctx.Err() != nil {
		p.took = append(p.took, e.Message.Text.String()+" late")
		return chat.Outcome{Fate: chat.Unknown}
	}
	p.took = append(p.took, e.Message.Text.String())
	return chat.Outcome{Fate: p.fate, Ref: "m"}
}

func every(d time.Duration) func(chat.Effect) time.Duration {
	return func(chat.Effect) time.Duration { return d }
}

func place(team, channel string) chat.Place {
	return chat.Place{Platform: "p", Team: team, Channel: channel}
}

func said(text string) chat.Effect {
	return chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say(text)}}
}

func board(at chat.Place, version uint32) chat.Effect {
	return chat.Effect{
		Kind: chat.Edit, Ref: "m", Message: chat.Message{Text: chat.Say(fmt.Sprint("v", version))},
		Subject: chat.Subject{Place: at, Game: "g", Slot: chat.SlotBoard, Post: 1, Version: version},
	}
}

func show(at chat.Place, version uint32) chat.Effect {
	return chat.Effect{Kind: chat.Refresh, Subject: board(at, version).Subject}
}

func posted(at chat.Place, version uint32) chat.Effect {
	e := board(at, version)
	e.Kind, e.Ref = chat.Post, ""
	return e
}

// world runs a test with an outbox in a synctest bubble, and waits for the outbox to finish.
func world(t *testing.T, test func(t *testing.T, o *exchange.Outbox, p *platform, h *handler)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var i exchange.Intake
		h, p := &handler{}, &platform{}
		end := i.Open(t.Context(), h)
		o := exchange.NewOutbox(&i, slog.New(slog.DiscardHandler))
		test(t, o, p, h)
		i.Wait()
		if o.Capacity() != 2048 {
			t.Errorf("at rest it takes %d on", o.Capacity())
		}
		end(time.Hour)
		if o.Capacity() != 0 {
			t.Errorf("after the end it takes %d on", o.Capacity())
		}
	})
}

func (p *platform) want(t *testing.T, want ...string) {
	t.Helper()
	if took, _ := p.arrived(); !slices.Equal(took, want) {
		t.Errorf("the platform has taken %q, want %q", took, want)
	}
}

func (h *handler) all() []report {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.reports)
}

func (p *platform) arrived() (took []string, most int) {
	synctest.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.took), p.most
}

func (h *handler) versions() (list []uint32) {
	for _, r := range h.all() {
		list = append(list, r.Version)
	}
	return list
}

func TestOutboxKeepsTheOrderOfAPlace(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		takes := []time.Duration{3, 1, 2, 0, 1}
		p.takes = func(e chat.Effect) time.Duration { return takes[e.Message.Text.String()[0]-'0'] * time.Second }
		began := time.Now()
		o.Put(place("t", "c"), []chat.Effect{said("0"), said("1"), said("2")}, p.send)
		o.Put(place("t", "c"), []chat.Effect{said("3"), said("4")}, p.send)
		if time.Since(began) > 0 {
			t.Error("to put waits")
		}
		time.Sleep(time.Minute)
		p.want(t, "0", "1", "2", "3", "4")
		if _, most := p.arrived(); most != 1 {
			t.Errorf("%d of one place at a time", most)
		}
	})
}

func TestOutboxSendsToManyPlacesAtATime(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(time.Second)
		for n := range 500 {
			o.Put(place(fmt.Sprint("t", n%100), fmt.Sprint("c", n)), []chat.Effect{said("x")}, p.send)
		}
		began := time.Now()
		for {
			time.Sleep(time.Second)
			if took, most := p.arrived(); len(took) == 500 {
				if most != 64 || time.Since(began) > 8*time.Second {
					t.Errorf("%d at a time, all after %v", most, time.Since(began))
				}
				return
			}
		}
	})
}

// A tenant with many effects does not delay other tenants.
func TestOutboxIsFair(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(time.Second)
		for n := range 400 {
			o.Put(place("big", fmt.Sprint("c", n)), []chat.Effect{said("big")}, p.send)
		}
		o.Put(place("small", "c"), []chat.Effect{said("small")}, p.send)
		o.Put(place("", "direct"), []chat.Effect{said("direct")}, p.send)
		time.Sleep(time.Second)
		if took, most := p.arrived(); !slices.Contains(took, "small") || !slices.Contains(took, "direct") || most != 10 {
			t.Errorf("after a second the platform has taken %q, %d at a time", took, most)
		}
		for n := range 20 {
			o.Put(place("big", fmt.Sprint("d", n)), []chat.Effect{said("big")}, p.send)
		}
		if _, most := p.arrived(); most != 10 {
			t.Errorf("of a tenant that was served there are sent %d at a time", most-2)
		}
	})
}

func TestOutboxIsBounded(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		p.takes = every(time.Second)
		for n := range 5000 {
			o.Put(place("big", fmt.Sprint("c", n)), []chat.Effect{said("big")}, p.send)
		}
		if got := o.Capacity(); got != 520 {
			t.Errorf("after one tenant's flood it takes %d on", got)
		}
		for n := range 5000 {
			o.Put(place(fmt.Sprint("t", n), "c"), []chat.Effect{said("small")}, p.send)
		}
		if got := o.Capacity(); got != 0 {
			t.Errorf("after everybody's flood it takes %d on", got)
		}
	})
}

func TestOutboxGivesUp(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		p.takes = every(time.Hour)
		at := place("t", "c")
		o.Put(at, []chat.Effect{board(at, 1), said("next")}, p.send)
		time.Sleep(30 * time.Second)
		p.want(t, "v1 late", "next late")
		if reports := h.all(); len(reports) != 1 || reports[0].Fate != chat.Unknown { // the edit may still arrive
			t.Errorf("reported %v", reports)
		}
	})
}

// A Refresh is drawn when its turn comes. It absorbs all waiting Refreshes of its message.
func TestOutboxDrawsWhenItSends(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		p.takes = every(time.Second)
		at := place("t", "c")
		o.Put(at, []chat.Effect{said("first"), show(at, 3), said("second")}, p.send)
		o.Put(at, []chat.Effect{show(at, 5), show(at, 4)}, p.send)
		time.Sleep(500 * time.Millisecond)
		h.now(6)
		time.Sleep(time.Minute)
		p.want(t, "first", "v6", "second")
		if got := h.versions(); !slices.Equal(got, []uint32{6}) || h.drawn() != 1 {
			t.Errorf("reported %v, drawn %d times", got, h.drawn())
		}
	})
}

func TestOutboxSkipsEmptyDrawings(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		at := place("t", "c")
		o.Put(at, []chat.Effect{show(at, 1), said("next")}, p.send)
		p.want(t, "next")
		if got := h.all(); len(got) != 0 {
			t.Errorf("reported %v", got)
		}
	})
}

// A Refresh that arrives while its message is being drawn or sent is shown afterwards, unless it is
// older.
func TestOutboxShowsOnceMore(t *testing.T) {
	for name, c := range map[string]struct {
		wants []uint32
		draw  time.Duration
		want  []string
	}{
		"newer":                   {[]uint32{3}, 0, []string{"v2", "v9"}},
		"the same":                {[]uint32{2}, 0, []string{"v2", "v9"}},
		"several":                 {[]uint32{3, 2, 4}, 0, []string{"v2", "v9"}},
		"older":                   {[]uint32{1}, 0, []string{"v2"}},
		"while it is being drawn": {[]uint32{3}, time.Second, []string{"v9", "v9"}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
				p.takes, h.takes = every(time.Second), c.draw
				at := place("t", "c")
				h.now(2)
				o.Put(at, []chat.Effect{show(at, 2)}, p.send)
				time.Sleep(500 * time.Millisecond)
				h.now(9)
				for _, v := range c.wants {
					o.Put(at, []chat.Effect{show(at, v)}, p.send)
				}
				time.Sleep(time.Minute)
				p.want(t, c.want...)
			})
		})
	}
}

func TestOutboxCorrects(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		at := place("t", "c")
		h.now(2)
		h.correct = func(r report) []chat.Effect {
			if r.Version > 1 {
				return nil
			}
			return []chat.Effect{show(at, r.Version+1), said("down")}
		}
		o.Put(at, []chat.Effect{posted(at, 1)}, p.send)
		time.Sleep(time.Minute)
		p.want(t, "v1", "v2", "down")
	})
}

// If the handler answers a report by collapsing the message, the message is collapsed at once. If
// other effects came first, another process could draw over the message meanwhile.
func TestOutboxCollapsesAtOnce(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
		at := place("t", "c")
		h.correct = func(report) []chat.Effect {
			return []chat.Effect{{Kind: chat.Collapse, Ref: "m", Message: chat.Message{Text: chat.Say("down")}}}
		}
		o.Put(at, []chat.Effect{posted(at, 1), said("next")}, p.send)
		p.want(t, "v1", "down", "next")
	})
}

// A report that the handler refused is repeated up to twice, and the handler's answer then corrects
// the message. Meanwhile the lane goes on.
func TestOutboxReportsAgain(t *testing.T) {
	for fails, want := range [][]string{{"v1", "next", "v2"}, {"v1", "next", "v2"}, {"v1", "next", "v2"}, {"v1", "next"}} {
		world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
			h.fails = fails
			h.correct = func(r report) []chat.Effect {
				if r.Version > 1 {
					return nil
				}
				return []chat.Effect{board(r.Place, 2)}
			}
			at := place("t", "c")
			o.Put(at, []chat.Effect{posted(at, 1), said("next")}, p.send)
			time.Sleep(time.Minute)
			p.want(t, want...)
		})
	}
}

func TestOutboxReportsFates(t *testing.T) {
	for fate, reports := range map[chat.Fate]bool{
		chat.Delivered: true, chat.Dormant: true, chat.Removed: true, chat.NotDelivered: false, chat.Unknown: true,
	} {
		world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
			at := place("t", "c")
			p.fate = fate
			o.Put(at, []chat.Effect{board(at, 1), said("no slot")}, p.send)
			time.Sleep(time.Minute)
			if got := h.all(); (len(got) == 1) != reports || reports && got[0].Fate != fate {
				t.Errorf("fate %d: reported %v", fate, got)
			}
		})
	}
}

func TestOutboxSurvivesPanics(t *testing.T) {
	world(t, func(t *testing.T, o *exchange.Outbox, p *platform, _ *handler) {
		at := place("t", "c")
		o.Put(at, []chat.Effect{board(at, 1)}, func(context.Context, chat.Effect) chat.Outcome { panic("xoxb-secret") })
		o.Put(at, []chat.Effect{said("next")}, p.send)
		time.Sleep(time.Second)
		p.want(t, "next")
	})
}

// Once a redrawn message has arrived, the message that it replaces is collapsed, unless both are
// the same.
func TestOutboxReplaces(t *testing.T) {
	for name, c := range map[string]struct {
		former chat.MessageRef
		fate   chat.Fate
		want   []string
	}{
		"out":                 {"old", chat.Delivered, []string{"v2", "down"}},
		"found to be the old": {"m", chat.Delivered, []string{"v2"}},
		"perhaps not out":     {"old", chat.Unknown, []string{"v2"}},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
				p.fate, h.former = c.fate, c.former
				h.now(2)
				o.Put(place("t", "c"), redrawn(place("t", "c"), 2), p.send)
				p.want(t, c.want...)
			})
		})
	}
}

func redrawn(at chat.Place, version uint32) []chat.Effect {
	e := show(at, version)
	e.Redraw, e.Reserved = true, true
	return []chat.Effect{e}
}

// If many jobs wait, a redrawn message that surely never arrived is sent as an edit of its
// predecessor.
func TestOutboxSparesRequests(t *testing.T) {
	for name, c := range map[string]struct {
		fate chat.Fate
		much int
		want string
	}{
		"much waits":          {chat.NotDelivered, 100, "v2"},
		"little waits":        {chat.NotDelivered, 0, "v2 down"},
		"it may have arrived": {chat.Unknown, 100, "v2 down"},
	} {
		t.Run(strings.ReplaceAll(name, " ", "-"), func(t *testing.T) {
			world(t, func(t *testing.T, o *exchange.Outbox, p *platform, h *handler) {
				at := place("t", "c")
				h.now(2)
				h.former = "old"
				_, end := o.Turn(t.Context(), at, posted(at, 2), false)
				end(t.Context(), chat.Outcome{Fate: c.fate}, p.send)
				p.takes = every(time.Second)
				for n := range c.much {
					if n == c.much/2 {
						o.Put(at, redrawn(at, 2), p.send)
					}
					o.Put(place("t", fmt.Sprint(n)), []chat.Effect{said("other")}, p.send)
				}
				if c.much == 0 {
					o.Put(at, redrawn(at, 2), p.send)
				}
				time.Sleep(time.Minute)
				took, _ := p.arrived()
				took = slices.DeleteFunc(took, func(text string) bool { return text == "other" })
				if got := strings.Join(took, " "); got != c.want {
					t.Errorf("the platform has taken %q, want %q", got, c.want)
				}
			})
		})
	}
}

// The log names the game of an effect that is dropped because the intake is closed.
func TestDroppedEffectsAreLogged(t *testing.T) {
	var i exchange.Intake
	var log logtest.Buffer
	o := exchange.NewOutbox(&i, slog.New(slog.NewTextHandler(&log, nil)))
	e := board(chat.Place{Channel: "a"}, 1)
	o.Put(e.Subject.Place, []chat.Effect{e, e}, func(context.Context, chat.Effect) chat.Outcome {
		t.Error("it is sent")
		return chat.Outcome{}
	})
	if n := strings.Count(log.String(), "a message is left out"); n != 2 || !strings.Contains(log.String(), string(e.Subject.Game)) {
		t.Errorf("the log says %s", &log)
	}
}
