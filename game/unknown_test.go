package game

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/rules"
)

type outcome uint8

const (
	stores      outcome = iota // stores and reports success
	fails                      // stores nothing and fails
	failsSurely                // stores nothing and returns ErrNotStored
	storesMute                 // stores and fails
	hangs                      // stores nothing and hangs until the caller gives up
	storesHung                 // stores and hangs until the caller gives up
)

func commits(store *fakeStore, outcomes ...outcome) {
	store.onSave = func(ctx context.Context, c Change) error {
		if len(outcomes) == 0 {
			return nil
		}
		next := outcomes[0]
		outcomes = outcomes[1:]
		switch next {
		case stores:
			return nil
		case failsSurely:
			return errors.Join(ErrNotStored, errDown)
		case storesMute, storesHung:
			if err := store.store(c); err != nil {
				return err
			}
		}
		if next == hangs || next == storesHung {
			<-ctx.Done()
			return ctx.Err()
		}
		return errDown
	}
}

// If the store leaves open whether a change is stored, the table checks, and reports if it cannot
// find out. No change takes effect twice.
func TestUnknownCommits(t *testing.T) {
	const patience = 4 * time.Second
	play := Proposal{Game: 1, By: bo, Operation: Play(squares(t, "d6")[0]), Display: reserves("board")}
	begins := NewChallenge(4, here, ana, bo, rules.Black, noon)
	proposals := map[string]Proposal{
		"a move":              play,
		"a new game":          {New: &begins, Display: reserves("challenge")},
		"settings":            {Settings: &Settings{Theme: "moon"}},
		"a withdrawal":        {Game: 2, By: cy, Operation: Game.Decline},
		"messages":            {Game: 3, Display: revises("board")},
		"a move and settings": {Game: 1, By: bo, Operation: play.Operation, Settings: &Settings{Pings: PingOff}},
	}
	for name, tt := range map[string]struct {
		outcomes []outcome
		loads    error // the error of reading after that
		made     bool
		unknown  bool // the table cannot know whether the change is stored
		err      error
		wait     time.Duration
	}{
		"fails once":                    {outcomes: []outcome{fails}, made: true},
		"stores, but says it failed":    {outcomes: []outcome{storesMute}, made: true},
		"stores at the second attempt":  {outcomes: []outcome{fails, storesMute}, made: true},
		"stores, and is down":           {outcomes: []outcome{storesMute, fails}, made: true},
		"fails":                         {outcomes: []outcome{fails, fails}, unknown: true, err: errDown},
		"surely fails once":             {outcomes: []outcome{failsSurely}, made: true},
		"surely fails":                  {outcomes: []outcome{failsSurely, failsSurely}, err: errDown},
		"surely fails, and is down":     {outcomes: []outcome{failsSurely, failsSurely}, loads: errDown, err: errDown},
		"may fail, and fails":           {outcomes: []outcome{fails, failsSurely}, unknown: true, err: errDown},
		"fails, and may fail":           {outcomes: []outcome{failsSurely, fails}, unknown: true, err: errDown},
		"fails, and cannot be read":     {outcomes: []outcome{fails, fails}, loads: errDown, unknown: true, err: errDown},
		"stores, and cannot be read":    {outcomes: []outcome{storesMute, fails}, loads: errDown, made: true, unknown: true, err: errDown},
		"hangs":                         {outcomes: []outcome{hangs}, unknown: true, err: context.DeadlineExceeded, wait: patience},
		"stores, and hangs":             {outcomes: []outcome{storesHung}, made: true, unknown: true, err: context.DeadlineExceeded, wait: patience},
		"fails, and hangs":              {outcomes: []outcome{fails, hangs}, unknown: true, err: errDown, wait: patience},
		"stores unsaid, and then hangs": {outcomes: []outcome{storesMute, hangs}, made: true, unknown: true, err: errDown, wait: patience},
	} {
		for what, p := range proposals {
			for _, delivery := range []Delivery{"", "d"} {
				t.Run(what+" by "+string(delivery)+", and the store "+name, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						store, table := crowdedRoom(t)
						begun := time.Now()
						ctx, cancel := context.WithTimeout(t.Context(), patience)
						defer cancel()
						before := room(t, table, here)
						changes := len(store.changes)
						commits(store, tt.outcomes...)
						store.onLoad = func(context.Context) error { return tt.loads }
						p.Now, p.Delivery = noon, delivery
						out, err := table.Do(ctx, before, p)
						if waited := time.Since(begun); waited != tt.wait {
							t.Errorf("it took %v", waited)
						}
						store.onLoad = func(context.Context) error { return nil }
						after := room(t, table, here)

						if tt.err == nil {
							noError(t, err)
							want := out.Game
							if what == "a withdrawal" { // no message shows the challenge, so it leaves the room
								want = Game{}
							}
							if g := store.game(out.Game.ID); diff(want, g) != "" {
								t.Errorf("the outcome is %+v, stored is %+v", out.Game, g)
							}
							for _, s := range out.Slots {
								if stored, _ := after.Slot(s.Game, s.Name); s != stored {
									t.Errorf("a slot is %+v, stored %+v", s, stored)
								}
							}
							if retired := what == "a move"; retired && (len(out.Retired) != 1 || out.Retired[0].Ref != "m2") {
								t.Errorf("retired are %+v", out.Retired)
							}
						} else {
							unsaved := (*StoreError)(nil)
							if !errors.As(err, &unsaved) || unsaved.Unknown != tt.unknown || !errors.Is(err, tt.err) {
								t.Errorf("error %+v", err)
							}
							if d := diff(Outcome{Before: before}, out); d != "" {
								t.Errorf("the outcome (-want +got):\n%s", d)
							}
						}
						stored := len(store.changes) - changes
						twice := what == "settings" && delivery == "" && stored == 2 // settings may be stored twice without harm
						if made := stored > 0; made != tt.made || stored > 1 && !twice {
							t.Errorf("%d changes are stored", stored)
						}
						if (diff(before, after) != "") != tt.made {
							t.Errorf("the room (-before +after):\n%s", diff(before, after))
						}
					})
				})
			}
		}
	}
}

// A change whose answer was lost is not made again, even if other changes followed. It is never
// reported as refused.
func TestUnknownAndOvertaken(t *testing.T) {
	for _, delivery := range []Delivery{"", "d"} {
		store, table := crowdedRoom(t)
		seen := room(t, table, here)
		store.once(func(c Change) error { return errors.Join(errDown, store.store(c), store.overtake(here)) })
		p := Proposal{Game: 1, By: bo, Now: noon, Delivery: delivery, Operation: Play(squares(t, "d6")[0])}
		out, err := table.Do(t.Context(), seen, p)
		if store.game(1).Version != 4 || store.game(1).Turn != 2 {
			t.Errorf("by %q: stored %+v", delivery, store.game(1))
		}
		if delivery != "" && (err != nil || out.Game.Version != 3) {
			t.Errorf("made version %d, %v", out.Game.Version, err)
		}
		if unsaved := (*StoreError)(nil); delivery == "" && (!errors.As(err, &unsaved) || !unsaved.Unknown) {
			t.Errorf("without a delivery the table cannot know, and says %v", err)
		}
	}
}

// If the store fails, another process's change of the same game is not mistaken for the table's own.
func TestUnknownAndLost(t *testing.T) {
	for _, delivery := range []Delivery{"", "d"} {
		store, table := crowdedRoom(t)
		seen := room(t, table, here)
		store.once(func(Change) error { return errors.Join(errDown, store.overtake(here)) })
		out, err := table.Do(t.Context(), seen, Proposal{Game: 1, By: bo, Now: noon, Delivery: delivery, Operation: Play(squares(t, "d6")[0])})
		if err != nil || out.Game.Version != 4 || store.game(1).Turn != 2 {
			t.Errorf("by %q: made version %d, %v; stored %+v", delivery, out.Game.Version, err, store.game(1))
		}
	}
}

// A change that may still be stored is not reported as refused, no matter what the table reads afterwards.
func TestUnknownAndRefused(t *testing.T) {
	for failure, unknown := range map[error]bool{errDown: true, errors.Join(ErrNotStored, errDown): false} {
		store, table := crowdedRoom(t)
		seen := room(t, table, here)
		store.once(func(Change) error { return errors.Join(failure, store.overtake(here)) })
		play := Play(squares(t, "d6")[0])
		once := func(g Game, by Player, now time.Time) (Game, []Event, error) {
			if g.Version > 2 {
				return g, nil, ErrNotPlayer
			}
			return play(g, by, now)
		}
		_, err := table.Do(t.Context(), seen, Proposal{Game: 1, By: bo, Now: noon, Delivery: "d", Operation: once})
		unsaved := (*StoreError)(nil)
		if is := errors.As(err, &unsaved) && unsaved.Unknown; is != unknown || !unknown && err != ErrNotPlayer {
			t.Errorf("after %v: %v, want that it is open: %t", failure, err, unknown)
		}
	}
}
