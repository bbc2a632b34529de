package game

import (
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

const window = 10 * time.Minute

func votedGame() Game { return NewVote(1, here, ana, rules.Black, window, noon) }

func vote(turn uint32, by Player, square string, seconds int) Vote {
	s, err := rules.ParseSquare(square)
	if err != nil {
		panic(err)
	}
	return Vote{Game: 1, Turn: turn, Voter: by, Square: s, At: noon.Add(time.Duration(seconds) * time.Second).UnixMilli()}
}

func decided(t *testing.T, g Game, now time.Time, votes ...Vote) Game {
	t.Helper()
	g = result(t)(CloseVotes(true)(g, Nobody, now))
	return result(t)(g.decide(votes, rules.NoSquare, now))
}

func TestDecide(t *testing.T) {
	for name, c := range map[string]struct {
		votes []Vote
		want  []Choice
	}{
		"one vote": {
			[]Vote{vote(0, ana, "d3", 1)},
			[]Choice{{square(t, "d3"), 1}},
		},
		"most": {
			[]Vote{vote(0, ana, "d3", 1), vote(0, bo, "c4", 2), vote(0, cy, "c4", 3)},
			[]Choice{{square(t, "c4"), 2}, {square(t, "d3"), 1}},
		},
		"as many, earlier": {
			[]Vote{vote(0, ana, "d3", 1), vote(0, bo, "c4", 2), vote(0, cy, "c4", 3), vote(0, den, "d3", 4)},
			[]Choice{{square(t, "c4"), 2}, {square(t, "d3"), 2}},
		},
		"as many at the same time": {
			[]Vote{vote(0, ana, "f5", 1), vote(0, bo, "d3", 1)},
			[]Choice{{square(t, "d3"), 1}, {square(t, "f5"), 1}},
		},
		"those of other turns do not count": {
			[]Vote{vote(1, ana, "d3", 1), vote(1, bo, "d3", 1), vote(0, cy, "e6", 2)},
			[]Choice{{square(t, "e6"), 1}},
		},
		"nor do those for what is illegal by now": {
			[]Vote{vote(0, ana, "a1", 1), vote(0, bo, "a1", 1), vote(0, cy, "e6", 2)},
			[]Choice{{square(t, "e6"), 1}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			now := noon.Add(window)
			g := decided(t, votedGame(), now, c.votes...)
			if d := diff(c.want, g.Ballot.Tally); d != "" {
				t.Error(d)
			}
			if last, ok := g.Last(); !ok || last.Square != c.want[0].Square || last.By != Channel || !g.EngineToMove() || !g.Since().Equal(now) {
				t.Errorf("%+v", g)
			}
		})
	}
}

func square(t *testing.T, text string) rules.Square {
	t.Helper()
	return squares(t, text)[0]
}

// Without votes a new window opens, and later the game rests until a vote is counted.
func TestRest(t *testing.T) {
	g, now := votedGame(), noon
	for n := range restAfter {
		if kind, wait := g.next(Timing{IdleExpiry: 100 * window}, PingLate); kind != TaskClose || wait != window || g.Resting() {
			t.Fatalf("window %d: task %v after %v", n, kind, wait)
		}
		refused(t, ErrNotDue)(CloseVotes(false)(g, Nobody, now.Add(window-time.Millisecond)))
		now = now.Add(window)
		g = result(t)(CloseVotes(false)(g, Nobody, now))
		if kind, wait := g.next(Timing{IdleExpiry: 100 * window}, PingLate); kind != TaskClose || wait != 0 {
			t.Fatalf("closed: task %v after %v", kind, wait)
		}
		wantError(t, g.MayVote(square(t, "d3")), ErrClosed)
		g = result(t)(g.decide(nil, rules.NoSquare, now))
	}
	if kind, _ := g.next(Timing{IdleExpiry: 100 * window}, PingLate); kind != TaskExpire || !g.Resting() || g.Turn != 0 {
		t.Errorf("after two windows: task %v, %+v", kind, g)
	}
	if !g.GivesWay(now.Add(OpenIdleLimit)) || votedGame().GivesWay(now.Add(OpenIdleLimit)) {
		t.Error("only a game that rests gives way")
	}
	refused(t, ErrNotDue)(CloseVotes(false)(g, Nobody, now.Add(window)))
	now = now.Add(time.Hour)
	wantError(t, g.MayVote(square(t, "d3")), nil)
	g = result(t)(CountVotes(1)(g, Nobody, now))
	if g.Resting() || !g.Closes().Equal(now.Add(window)) {
		t.Errorf("after a vote: %+v", g)
	}
}

func TestMayVote(t *testing.T) {
	g := votedGame()
	d3 := square(t, "d3")
	wantError(t, g.MayVote(d3), nil)
	if illegal := (*rules.IllegalMoveError)(nil); !errors.As(g.MayVote(square(t, "a1")), &illegal) {
		t.Error("a1 may be voted for")
	}
	after := decided(t, g, noon, vote(0, bo, "d3", 1))
	wantError(t, after.MayVote(square(t, "c3")), &TurnError{Color: rules.White, Player: Engine})
	wantError(t, duel().MayVote(d3), ErrNotPlayer)
	wantError(t, result(t)(g.Stop(ana, false, noon)).MayVote(d3), ErrOver)
}

// No player can move for the channel or take its moves back. Only the starter and moderators can end the game.
func TestVotedGameActions(t *testing.T) {
	g := decided(t, votedGame(), noon, vote(0, bo, "d3", 1))
	g = result(t)(g.Play(Engine, square(t, "c3"), noon))
	for name, c := range map[string]struct {
		do   func(Player) error
		want error
	}{
		"play":   {func(p Player) error { _, _, err := g.Play(p, square(t, "b3"), noon); return err }, ErrNotPlayer},
		"undo":   {func(p Player) error { _, _, err := g.Undo(p, noon); return err }, ErrOpenGame},
		"resign": {func(p Player) error { _, _, err := g.Resign(p, noon); return err }, ErrOpenGame},
		"join":   {func(p Player) error { _, _, err := g.Join(p, noon); return err }, ErrOpenGame},
		"engage": {func(p Player) error { _, _, err := Engage(1)(g, p, noon); return err }, ErrOthersPlaying},
	} {
		for _, p := range []Player{ana, bo} {
			if err := c.do(p); !errors.Is(err, c.want) {
				t.Errorf("%s by %s: %v, want %v", name, p, err, c.want)
			}
		}
	}
	refused(t, ErrNotAllowed)(g.Stop(bo, false, noon))
	result(t)(g.Stop(bo, true, noon))
	result(t)(g.Stop(ana, false, noon))
	again, err := result(t)(g.Stop(ana, false, noon)).Rematch(2, bo, noon)
	if err != nil || again.Mode != Voted || again.Starter != bo || again.Ballot.Window != window || len(again.Ballot.Tally) > 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

func TestEverybodyVoted(t *testing.T) {
	g := votedGame()
	var votes []Vote
	round := func(cast ...Vote) {
		t.Helper()
		votes = append(votes, cast...)
		g = decided(t, g, noon, votes...)
		g = result(t)(g.Play(Engine, g.Position().Legal().First(), noon))
	}
	first := func(by Player) Vote { return vote(g.Turn, by, g.Position().Legal().First().String(), 1) }
	want := func(want bool, more ...Vote) {
		t.Helper()
		if got := g.EverybodyVoted(append(votes, more...)); got != want {
			t.Errorf("in turn %d, with %v: %t", g.Turn, more, got)
		}
	}
	want(false, first(ana)) // no regular voters yet
	round(first(ana), first(bo))
	want(false)
	want(false, first(ana))
	want(false, first(ana), first(cy))
	want(true, first(ana), first(bo))
	round(first(ana))
	round(first(ana))
	want(false, first(ana)) // bo voted three rounds ago
	round(first(ana))
	want(true, first(ana)) // and now four rounds ago
}

func TestBestVoter(t *testing.T) {
	g := votedGame()
	best := []string{"d3", "c5", ""}
	var votes []Vote
	for i, cast := range [][]Vote{
		{vote(0, ana, "d3", 1), vote(0, bo, "c4", 2), vote(0, cy, "d3", 3)},
		{vote(2, bo, "c5", 4), vote(2, cy, "c5", 5), vote(2, den, "f6", 6)},
		{vote(4, den, "e6", 7)},
	} {
		votes = append(votes, cast...)
		s := rules.NoSquare
		if best[i] != "" {
			s = square(t, best[i])
		}
		g = result(t)(CloseVotes(true)(g, Nobody, noon))
		g.Moves, g.Movers = append(g.Moves, 0, 0), append(g.Movers, 0, 1) // the squares do not matter
		g.Turn += 2
		g = g.withBallot(func(b *Ballot) { b.Closed, b.Best = false, append(b.Best, s) })
	}
	if got, ok := g.BestVoter(votes); !ok || got != (BestMoveVotes{cy, 2, 2}) {
		t.Errorf("%+v, %t", got, ok)
	}
	if got, ok := g.BestVoter(votes[:2]); !ok || got != (BestMoveVotes{ana, 1, 1}) {
		t.Errorf("%+v, %t", got, ok)
	}
	if got, ok := g.BestVoter(votes[1:2]); ok {
		t.Errorf("%+v although no player agrees", got)
	}
}

func TestVotedDocument(t *testing.T) {
	g := result(t)(votedGame().Follow(den, noon))
	g = result(t)(CloseVotes(true)(g, Nobody, noon))
	g = result(t)(g.decide([]Vote{vote(0, ana, "d3", 1), vote(0, bo, "c4", 2), vote(0, cy, "c4", 2)}, square(t, "e6"), noon))
	g = result(t)(g.Play(Engine, g.Position().Legal().First(), noon))
	g = decided(t, g, noon) // a window without votes
	g = result(t)(CountVotes(3)(g, Nobody, noon))
	text := written(t, g)
	wantRoundTrip(t, "a voted game", g)
	const want = `{"format":1,"id":"1","mode":"vote","phase":"playing","version":0,"turn":2,"reminder":"pinged","at":1767268800000,` +
		`"starter":"ana","seats":[{"player":"channel","color":"black"},{"player":"engine","color":"white"}],"movers":[0,1],` +
		`"vote":{"window":600000000000,"empty":1,"counted":1767268800000,"votes":3,"tell":["den"],"tally":[{"square":"c4","votes":2},{"square":"d3","votes":1}],"best":["e6"]},` +
		`"moves":"c4c3"}`
	if string(text) != want {
		t.Errorf("%s, want\n%s", text, want)
	}
}

// A new message shows the engine's answer after a round with several votes. Once per game, a new message
// also says that the game rests.
func TestNewMessageOfVote(t *testing.T) {
	two := []Vote{vote(0, ana, "d3", 1), vote(0, bo, "c4", 2)}
	wantNewMessage := func(before, after Game, want bool, what string) {
		t.Helper()
		room := Room{Active: &before, Slots: []Slot{{Game: 1, Name: BoardSlot, Post: 1, Ref: "m1"}}}
		var placed Target
		Display{Game: true}.planSlots(room, &before, &after, &placed)
		if got := placed == NewMessage; got != want {
			t.Errorf("%s: in a new message is %t", what, got)
		}
	}
	for voters, votes := range map[int][]Vote{1: two[:1], 2: two} {
		closed := result(t)(CloseVotes(true)(votedGame(), Nobody, noon))
		played := result(t)(closed.decide(votes, rules.NoSquare, noon))
		wantNewMessage(closed, played, false, "the channel's move")
		answered := result(t)(played.Play(Engine, played.Position().Legal().First(), noon))
		wantNewMessage(played, answered, voters == 2, "the engine's answer")
		wantNewMessage(answered, result(t)(CountVotes(1)(answered, Nobody, noon)), false, "a count")
		wantNewMessage(answered, result(t)(answered.Stop(ana, false, noon)), false, "a stop")
	}
	g, now := votedGame(), noon
	for n, want := range []bool{false, true, false, false} {
		now = now.Add(window)
		closed := result(t)(CloseVotes(false)(g, Nobody, now))
		g = result(t)(closed.decide(nil, rules.NoSquare, now))
		wantNewMessage(closed, g, want, "a window without votes")
		if n == 1 {
			g = result(t)(g.Reopen(bo, now))
		}
	}
	if _, _, err := g.Reopen(bo, now); err != nil || !g.Resting() {
		t.Errorf("a game that rests again: %v", err)
	}
	refused(t, ErrStale)(votedGame().Reopen(bo, now))
}

func TestFollow(t *testing.T) {
	g := result(t)(votedGame().Follow(bo, noon))
	if g.Reminder != NoReminder || !g.Follows(bo) || g.Follows(ana) {
		t.Errorf("%+v", g)
	}
	played := decided(t, g, noon, vote(0, ana, "d3", 1))
	answered := result(t)(played.Play(Engine, played.Position().Legal().First(), noon))
	if played.Reminder != NoReminder || answered.Reminder != Pinged {
		t.Errorf("reminder %d after the channel's move, %d after the answer", played.Reminder, answered.Reminder)
	}
	for name, g := range map[string]Game{"pressed again": result(t)(answered.Follow(bo, noon)), "forgotten": result(t)(answered.Forget(bo, noon))} {
		if g.Follows(bo) || !answered.Follows(bo) {
			t.Errorf("%s: %+v", name, g.Ballot)
		}
	}
	full := votedGame()
	for n := range MaxFollowers {
		full = result(t)(full.Follow(Player(rune('a'+n)), noon))
	}
	refused(t, ErrTooMany)(full.Follow(bo, noon))
	refused(t, ErrNotPlayer)(duel().Follow(cy, noon))
	refused(t, ErrOver)(result(t)(votedGame().Stop(ana, false, noon)).Follow(bo, noon))
}
