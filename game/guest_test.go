package game

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

const (
	zoe Player = "page/Zoë/1"
	kim Player = "page/kim/2"
)

func seek() Game { return NewDuel(1, here, ana, Nobody, rules.White, noon) }

// then carries out an operation as the table does.
func then(t testing.TB, g Game, by Player, operation Operation) Game {
	t.Helper()
	next := result(t)(operation(g, by, noon))
	next.Version++
	return next
}

// hosted returns a duel of zoe (Black) and ana.
func hosted(t testing.TB) Game {
	t.Helper()
	g := then(t, seek(), ana, Game.Invite)
	return then(t, g, zoe, JoinBy(g.Link(Nobody)))
}

// playedOn returns the game after n more moves.
func playedOn(t testing.TB, g Game, n int) Game {
	for range n {
		p := g.Position()
		g = played(t, g, p.Legal().First().String(), g.Player(p.ToMove))
	}
	return g
}

func TestGuestName(t *testing.T) {
	for p, want := range map[Player]string{zoe: "Zoë", "page//1": "", "pages/x/1": "", "p/page/1": "", ana: "", Engine: "", Nobody: "", Channel: ""} {
		if got := p.GuestName(); got != want || p.Person() != (want == "" && p != Engine && p != Nobody && p != Channel) {
			t.Errorf("%q is called %q, person %t", p, got, p.Person())
		}
	}
}

func TestInvite(t *testing.T) {
	invited := then(t, seek(), ana, Game.Invite)
	link := invited.Link(Nobody)
	if again := then(t, invited, ana, Game.Invite); link == 0 || again.Link(Nobody) != link || invited.Link(ana) != 0 {
		t.Errorf("the links are %d and %d", link, again.Link(Nobody))
	}
	stopped := then(t, seek(), ana, Stop(false))
	for name, c := range map[string]struct {
		game      Game
		by        Player
		operation Operation
		want      error
	}{
		"invited by a watcher":         {seek(), cy, Game.Invite, ErrNotPlayer},
		"invited by nobody":            {seek(), Nobody, Game.Invite, ErrNotPlayer},
		"invited to a full game":       {duel(), ana, Game.Invite, ErrSeatTaken},
		"invited to an open game":      {played(t, openGame(), "f5", ana), ana, Game.Invite, ErrSeatTaken},
		"invited too late":             {stopped, ana, Game.Invite, ErrOver},
		"joined by another number":     {invited, zoe, JoinBy(link + 1), ErrSeatTaken},
		"joined without a link":        {seek(), zoe, JoinBy(0), ErrSeatTaken},
		"joined after the link's end":  {then(t, invited, ana, Game.Uninvite), zoe, JoinBy(link), ErrSeatTaken},
		"joined by a second guest":     {hosted(t), kim, JoinBy(link), ErrSeatTaken},
		"joined twice":                 {hosted(t), zoe, JoinBy(link), ErrSeated},
		"joined after a person":        {then(t, invited, bo, Game.Join), zoe, JoinBy(link), ErrSeatTaken},
		"joined too late":              {stopped, zoe, JoinBy(link), ErrOver},
		"uninvited by a watcher":       {invited, cy, Game.Uninvite, ErrNotPlayer},
		"uninvited by the guest":       {hosted(t), zoe, Game.Uninvite, nil}, // no page offers this
		"uninvited without a link":     {seek(), ana, Game.Uninvite, nil},
		"uninvited in a person's game": {then(t, invited, bo, Game.Join), ana, Game.Uninvite, nil},
		"uninvited too late":           {stopped, ana, Game.Uninvite, ErrOver},
		"left by the host":             {hosted(t), ana, Game.Leave, ErrNotPlayer},
		"left by another guest":        {hosted(t), kim, Game.Leave, ErrNotPlayer},
		"left too late":                {then(t, hosted(t), ana, Game.Resign), zoe, Game.Leave, ErrOver},
	} {
		before := clone(c.game)
		g, _, err := c.operation(c.game, c.by, noon)
		wantError(t, err, c.want)
		if d := diff(before, c.game); d != "" || diff(before, g) != "" {
			t.Errorf("%s: before %s, after %s", name, d, diff(before, g))
		}
	}
	if g := then(t, invited, bo, Game.Join); g.Link(bo) != 0 {
		t.Errorf("a person who joined has the guest's link %d", g.Link(bo))
	}
	if g := hosted(t); g.Link(zoe) != link || g.Link(Nobody) != 0 || slices.Contains(g.Players(), zoe) {
		t.Errorf("the guest has the link %d, and the players are %v", g.Link(zoe), g.Players())
	}
}

// A guest who leaves takes their name along. The moves stay, as if they were loaded.
func TestGuestLeaves(t *testing.T) {
	full := played(t, hosted(t), "f5d6c3d3", zoe, ana)
	asked := full
	asked.Ask = &Question{Kind: AskUndo, By: zoe}
	for name, g := range map[string]Game{
		"left": then(t, full, zoe, Game.Leave), "asked, and left": then(t, asked, zoe, Game.Leave), "sent away": then(t, full, ana, Game.Uninvite),
	} {
		if g.Side(zoe); !g.SeatFree() || g.Link(Nobody) != 0 || g.Ask != nil || g.Player(rules.White) != ana || g.Phase != Playing {
			t.Errorf("%s: %+v", name, g)
		}
		if _, _, made := g.MoveAt(full.Turn - 1); made || g.LastMover() != Nobody || g.Position() != full.Position() || g.Turn <= full.Turn {
			t.Errorf("%s: turn %d, by %q", name, g.Turn, g.LastMover())
		}
		wantRoundTrip(t, name, g)
		for _, next := range []Game{then(t, g, ana, Engage(2)), then(t, g, bo, Game.Join)} {
			next = played(t, next, "c4", next.Player(rules.Black))
			if square, by, made := next.MoveAt(g.Turn); !made || square.String() != "c4" || by == Nobody {
				t.Errorf("%s: the move after is %v by %q", name, square, by)
			}
			wantRoundTrip(t, name, next)
			if next = then(t, playedOn(t, next, EarlyMoves), ana, Game.Resign); next.Counts() {
				t.Errorf("%s: a game that a guest began counts", name)
			}
		}
		if again := then(t, g, ana, Game.Invite); again.Link(Nobody) <= full.Link(zoe) {
			t.Errorf("%s: the link %d comes again", name, again.Link(Nobody))
		}
	}
	none := then(t, hosted(t), zoe, Game.Leave)
	wantRoundTrip(t, "left at once", none)
	if whole := then(t, playedOn(t, then(t, none, bo, Game.Join), EarlyMoves+1), ana, Game.Resign); !whole.Counts() {
		t.Error("a game counts not, though the guest left before it began")
	}
}

// A game with a guest changes no record, and its rematch seeks an opponent.
func TestGuestGamesCountNot(t *testing.T) {
	g := then(t, playedOn(t, hosted(t), EarlyMoves+1), ana, Game.Resign)
	if _, finished := g.Finished(); !g.Complete() || g.Counts() || finished || g.MayRate() {
		t.Errorf("it counts: %+v", g)
	}
	next, err := g.Rematch(2, ana, noon)
	if noError(t, err); !next.SeatFree() || next.Player(rules.Black) != ana || next.Phase != Playing || next.Rated {
		t.Errorf("the rematch is %+v", next)
	}
}

// Nobody can notify a guest. The host may claim the win after the usual time, and so may the guest.
func TestNobodyPingsGuests(t *testing.T) {
	timing := Timing{IdleExpiry: 7 * 24 * time.Hour}
	for name, c := range map[string]struct {
		game Game
		want []TaskKind
		wins Player
	}{
		"the guest is to move": {hosted(t), []TaskKind{TaskOfferClaim, TaskExpire}, ana},
		"the host is to move":  {played(t, hosted(t), "f5", zoe), []TaskKind{TaskPing, TaskRemind, TaskOfferClaim, TaskExpire}, zoe},
	} {
		g := c.game
		var got []TaskKind
		for range c.want {
			kind, at := g.due(timing, PingLate)
			got = append(got, kind)
			remind := map[TaskKind]Operation{TaskPing: Game.Ping, TaskRemind: Game.Remind, TaskOfferClaim: Game.OfferClaim, TaskExpire: Expire(timing.IdleExpiry)}[kind]
			next, _, err := remind(g, Nobody, time.UnixMilli(at))
			if noError(t, err); kind == TaskOfferClaim {
				if claimed, _, err := next.Claim(c.wins, time.UnixMilli(at)); err != nil || claimed.Player(claimed.Result.Winner) != c.wins {
					t.Errorf("%s: %v, %+v", name, err, claimed.Result)
				}
			}
			g = next
		}
		if !slices.Equal(got, c.want) || g.Phase != Over {
			t.Errorf("%s: due are %v, want %v; %+v", name, got, c.want, g.Result)
		}
	}
	for _, remind := range []Operation{Game.Ping, Game.Remind} {
		refused(t, ErrNotDue)(remind(hosted(t), Nobody, noon.Add(ReminderDelay)))
	}
	if g := then(t, seek(), ana, Operation(Game.Invite).WithPing()); g.Reminder != NoReminder {
		t.Errorf("the invitation notifies: %d", g.Reminder)
	}
}

// After any operations, each link has its own number, only guests and free seats have those of invitations, and the
// game can be stored.
func TestAnyGuests(t *testing.T) {
	joined := 0
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 7))
		g, used := seek(), map[uint32]Player{}
		for range 60 {
			by := []Player{ana, bo, zoe, kim}[random.IntN(4)]
			link := g.Link(Nobody) + uint32(random.IntN(2))
			var legal []rules.Square
			for s := range g.Position().Legal().Squares() {
				legal = append(legal, s)
			}
			operations := []Operation{Game.Invite, Game.Uninvite, Game.Leave, Engage(2), Game.AddLink, Game.Undo}
			if by.GuestName() != "" {
				operations = []Operation{JoinBy(link), Game.Leave}
			}
			if len(legal) > 0 {
				operations = append(operations, Play(legal[random.IntN(len(legal))]), Play(legal[0]))
			}
			next, _, err := operations[random.IntN(len(operations))](g, by, noon)
			if err != nil {
				continue
			}
			next.Version++
			for _, s := range next.Seats {
				before := g.Link(s.Player)
				switch holder, known := used[s.Link]; {
				case s.Link == 0, s.Link == before:
				case s.Player.GuestName() != "" && holder == Nobody && known:
					joined++
				case known:
					t.Fatalf("seed %d: %q has the link %d of %q", seed, s.Player, s.Link, holder)
				}
				used[s.Link] = s.Player
			}
			g = next
			wantRoundTrip(t, "a random game", g)
		}
	}
	if joined == 0 {
		t.Error("no guest ever joined")
	}
}
