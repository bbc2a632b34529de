package game

import (
	"errors"
	"sync"
	"testing"
	"time"

	"othellobot/rules"
)

func ratedDuel() Game {
	g := duel()
	g.Rated = true
	return g
}

func TestCountsRated(t *testing.T) {
	early := ratedDuel()
	for len(early.Moves) < RatedMoves-1 {
		early = firstPlayed(t, early)
	}
	late := firstPlayed(t, early)
	friendly := late
	friendly.Rated = false
	played, timedOut := late, late
	for played.Phase != Over {
		played = firstPlayed(t, played)
	}
	timedOut.Phase, timedOut.Result = Over, &Result{Reason: TimedOut, Decided: true}
	for name, tt := range map[string]struct {
		game Game
		want bool
	}{
		"running":        {late, false},
		"played out":     {played, true},
		"out of time":    {timedOut, true},
		"resigned early": {result(t)(early.Resign(ana, noon)), false},
		"resigned":       {result(t)(late.Resign(ana, noon)), true},
		"stopped":        {result(t)(late.Stop(cy, true, noon)), false},
		"friendly":       {result(t)(friendly.Resign(ana, noon)), false},
		"forgotten":      {result(t)(late.Forget(ana, noon)), true},
	} {
		if got := tt.game.CountsRated(); got != tt.want {
			t.Errorf("%s: counts rated %v", name, got)
		}
		if tt.want && !tt.game.Counts() {
			t.Errorf("%s: counts as rated only", name)
		}
	}
}

func TestRestoreRated(t *testing.T) {
	loaded, engine, elsewhere, open := ratedDuel(), engineDuel(), from(t, duel(), passBoard), openGame()
	loaded.Moves, loaded.Loaded = squares(t, "f5"), 1
	engine.Rated, elsewhere.Rated, open.Rated = true, true, true
	for name, g := range map[string]Game{"loaded": loaded, "against the engine": engine, "from elsewhere": elsewhere, "open": open} {
		if _, err := Restore(g); !errors.Is(err, errRated) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func ratedChallenge() Game {
	g := NewChallenge(1, here, ana, bo, rules.White, noon)
	g.Rated = true
	return g
}

func TestAcceptRated(t *testing.T) {
	g, events, err := Accept(true)(ratedChallenge(), bo, quarter)
	if err != nil || !g.Rated || g.Phase != Playing || events[0] != (Accepted{By: bo, Rated: true}) {
		t.Errorf("%+v, %v, %v", g, events, err)
	}
	g, events, err = Accept(false)(ratedChallenge(), bo, quarter)
	if err != nil || g.Rated || g.Phase != Playing || events[0] != (Accepted{By: bo}) {
		t.Errorf("accepted as friendly: %+v, %v, %v", g, events, err)
	}
	friendly, elsewhere := NewChallenge(1, here, ana, bo, rules.White, noon), from(t, ratedChallenge().friendly(), passBoard)
	elsewhere.Rated = true
	for _, c := range []struct {
		game Game
		by   Player
		want error
	}{{friendly, bo, ErrFriendly}, {elsewhere, bo, ErrFriendly}, {ratedChallenge(), ana, ErrNotAsked}, {g, bo, ErrNothingAsked}} {
		refused(t, c.want)(Accept(true)(c.game, c.by, noon))
	}
}

func (g Game) friendly() Game { g.Rated = false; return g }

// No player can end a rated game without the opponent, except by resigning.
func TestNoWayOut(t *testing.T) {
	g := played(t, ratedDuel(), "f5d6", ana, bo)
	for _, by := range []Player{ana, bo} {
		for _, moderator := range []bool{false, true} {
			if asked := result(t)(g.Stop(by, moderator, noon)); asked.Phase != Playing || asked.Ask == nil {
				t.Errorf("%s stops it alone: %+v", by, asked)
			}
		}
		refused(t, ErrNotDue)(g.Claim(by, noon.Add(ClaimDelay)))
		late := noon.Add(365 * 24 * time.Hour)
		refused(t, ErrNotDue)(g.SetAside(by, late))
		refused(t, ErrNotDue)(Expire(0)(g, Nobody, late))
	}
	stopped := result(t)(result(t)(g.Stop(ana, false, noon)).Agree(bo, noon))
	if stopped.Result.Reason != Stopped || stopped.CountsRated() {
		t.Errorf("stopped by both: %+v", stopped)
	}
	if end := result(t)(g.Stop(cy, true, noon)); end.Phase != Over || end.CountsRated() {
		t.Errorf("stopped by a moderator: %+v", end)
	}
}

// An undo that the opponent agrees to makes the game friendly. An undo within [UndoGrace] does not.
func TestUndoRated(t *testing.T) {
	g := played(t, ratedDuel(), "f5d6", ana, bo)
	if slip := result(t)(g.Undo(bo, noon)); !slip.Rated || len(slip.Moves) != 1 {
		t.Errorf("after a slip: %+v", slip)
	}
	g = result(t)(g.Undo(ana, noon))
	if !g.Rated || g.Ask == nil || !result(t)(g.Refuse(bo, noon)).Rated {
		t.Errorf("before it was answered: %+v", g)
	}
	g, events, err := g.Agree(bo, noon)
	if err != nil || g.Rated || len(events) != 2 || events[1] != (BecameFriendly{}) {
		t.Errorf("%+v, %v, %v", g, events, err)
	}
	if _, events, _ = result(t)(played(t, duel(), "f5d6", ana, bo).Undo(ana, noon)).Agree(bo, noon); len(events) != 1 {
		t.Errorf("in a friendly game: %v", events)
	}
}

// A player who does not move in a rated game gets a reminder and a warning, and then loses. Neither the
// setting for pings nor the time when other games expire changes that.
func TestRatedTime(t *testing.T) {
	impatient := Timing{IdleExpiry: time.Hour}
	for _, pings := range []Pings{PingLate, PingNow, PingOff} {
		g, last := ratedDuel(), noon
		for _, next := range []struct {
			kind  TaskKind
			after time.Duration
			do    Operation
		}{{TaskRemind, ReminderDelay, Game.Remind}, {TaskWarn, WarningDelay, Game.Warn}, {TaskTimeOut, ClaimDelay, Game.TimeOut}} {
			if kind, after := g.next(impatient, pings); pings == PingLate && next.kind == TaskRemind && kind == TaskPing && after == PingDelay {
				g = result(t)(g.Ping(Nobody, noon.Add(PingDelay)))
			}
			if kind, after := g.next(impatient, pings); kind != next.kind || after != next.after {
				t.Fatalf("pings %d: task %d after %v, want %d after %v", pings, kind, after, next.kind, next.after)
			}
			last = noon.Add(next.after)
			refused(t, ErrNotDue)(next.do(g, Nobody, last.Add(-time.Millisecond)))
			g = result(t)(next.do(g, Nobody, last))
			if _, _, err := next.do(g, Nobody, last); err == nil {
				t.Errorf("task %d is done twice", next.kind)
			}
		}
		if *g.Result != (Result{Reason: TimedOut, Decided: true, Winner: rules.White}) || g.Since() != last.Local() {
			t.Errorf("%+v", g)
		}
	}
}

// A player who is warned late still has twelve hours to move.
func TestWarnedLate(t *testing.T) {
	late := noon.Add(100 * time.Hour)
	refused(t, ErrNotDue)(ratedDuel().TimeOut(Nobody, late))
	g := result(t)(ratedDuel().Remind(Nobody, late)) // warns immediately
	refused(t, ErrNotDue)(g.TimeOut(Nobody, late.Add(ClaimDelay-WarningDelay-time.Millisecond)))
	result(t)(g.TimeOut(Nobody, late.Add(ClaimDelay-WarningDelay)))
	moved := playedAt(t, g, late, "f5", ana)
	if moved.Reminder != NoReminder || !moved.Since().Equal(late) {
		t.Errorf("after a move: %+v", moved)
	}
	refused(t, ErrNotDue)(duel().Warn(Nobody, late))
}

// A move arrives exactly at the deadline, and two processes try to end the game. Only one of the three
// changes is stored.
func TestTimeAgainstAMove(t *testing.T) {
	end := noon.Add(ClaimDelay)
	moved, lost := 0, 0
	for round := range 300 {
		store := newFakeStore(t)
		g := result(t)(ratedDuel().Warn(Nobody, noon.Add(WarningDelay)))
		g.ID = ID(round + 1)
		g = begin(t, NewTable(store, timing), g)
		act := func(p Proposal) func() error {
			table := NewTable(store, timing)
			r := room(t, table, here)
			p.Game, p.Now = g.ID, end
			return func() error { _, err := table.Do(t.Context(), r, p); return err }
		}
		late := Operation(Game.TimeOut).In(g.Moment())
		acts := []func() error{
			act(Proposal{By: ana, Operation: PlayIn(g.Moment(), squares(t, "f5")[0])}), act(Proposal{Operation: late}), act(Proposal{Operation: late}),
		}
		errs := make([]error, len(acts))
		var all sync.WaitGroup
		for i := range acts {
			n := (i + round) % len(acts)
			all.Go(func() { errs[n] = acts[n]() })
		}
		all.Wait()
		now := room(t, NewTable(store, timing), here)
		switch {
		case now.Active != nil && errs[0] == nil && errors.Is(errs[1], ErrStale) && errors.Is(errs[2], ErrStale):
			moved++
		case now.Last != nil && now.Last.Result.Reason == TimedOut && len(now.Last.Moves) == 0 && errors.Is(errs[0], ErrOver) && (errs[1] == nil) != (errs[2] == nil):
			lost++
		default:
			t.Fatalf("round %d: %v, and the room is %+v", round, errs, now)
		}
	}
	if moved < 5 || lost < 5 {
		t.Errorf("%d moves and %d ends prove little", moved, lost)
	}
}
