package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/game"
	"othellobot/rules"
)

// caseRun holds the tools of a test case.
type caseRun struct {
	*testing.T
	Subject
	table *game.Table // over Store
	ids   game.ID     // the last id used
}

func (p *caseRun) id() game.ID {
	p.ids++
	return p.ids
}

func place(n int) game.Place { return game.Place(fmt.Sprintf("p/team/%03d/", n)) }

func (p *caseRun) openGame(at game.Place) game.Game { return game.NewOpen(p.id(), at, ana, noon) }

func (p *caseRun) duel(at game.Place) game.Game {
	return game.NewDuel(p.id(), at, ana, bo, rules.Black, noon)
}

func (p *caseRun) challenge(at game.Place, by, to game.Player) game.Game {
	return game.NewChallenge(p.id(), at, by, to, rules.Black, noon)
}

func (p *caseRun) room(at game.Place) game.Room {
	p.Helper()
	room, err := p.Store.Load(p.Context(), at, "")
	p.must(err)
	return room
}

func (p *caseRun) add(g game.Game) game.Game {
	p.Helper()
	return p.do(g.Place, game.Proposal{New: &g, Now: g.Since()}).Game
}

func (p *caseRun) act(g game.Game, by game.Player, now time.Time, operation game.Operation) game.Game {
	p.Helper()
	return p.do(g.Place, game.Proposal{Game: g.ID, By: by, Now: now, Operation: operation}).Game
}

// do makes a proposal, which must succeed. By default it is made at noon.
func (p *caseRun) do(at game.Place, proposal game.Proposal) game.Outcome {
	p.Helper()
	if proposal.Now.IsZero() {
		proposal.Now = noon
	}
	out, err := p.table.Do(p.Context(), p.room(at), proposal)
	p.must(err)
	return out
}

func (p *caseRun) move(g game.Game, now time.Time) game.Game {
	p.Helper()
	return p.act(g, "", now, playFirst)
}

// playFirst plays the first legal move for the holder of the side or, in an open game, the starter.
func playFirst(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	position := g.Position()
	by := g.Player(position.ToMove)
	if by == game.Nobody {
		by = g.Starter
	}
	return g.Play(by, position.Legal().First(), now)
}

func (p *caseRun) played(at game.Place, black, white game.Player) game.Game {
	p.Helper()
	g := game.NewDuel(p.id(), at, black, white, rules.Black, noon)
	for range game.EarlyMoves + 1 {
		var err error
		g, _, err = playFirst(g, "", noon)
		p.must(err)
	}
	return g
}

func (p *caseRun) end(at game.Place, one, other, loser game.Player, now time.Time) game.Game {
	p.Helper()
	return p.act(p.add(p.played(at, one, other)), loser, now, game.Game.Resign)
}

func (p *caseRun) forget(who game.Player, now time.Time) error {
	return p.table.Forget(p.Context(), p.Store, p.Store, who, now)
}

type recordingStore struct {
	game.Store
	saved   *[]game.Change
	refuses bool // Save stores nothing and fails
}

func (w recordingStore) Save(ctx context.Context, c game.Change) error {
	*w.saved = append(*w.saved, c)
	if w.refuses {
		return game.ErrNotStored
	}
	return w.Store.Save(ctx, c)
}

// planned returns the change that a table would save for a proposal.
func (p *caseRun) planned(at game.Place, proposal game.Proposal) game.Change {
	p.Helper()
	if proposal.Now.IsZero() {
		proposal.Now = noon
	}
	var changes []game.Change
	table := game.NewTable(recordingStore{p.Store, &changes, true}, timing)
	_, err := table.Do(p.Context(), p.room(at), proposal)
	p.want("what is planned", err, game.ErrNotStored)
	if len(changes) == 0 {
		p.Fatal("nothing is planned")
	}
	return changes[0]
}

func (p *caseRun) save(c game.Change) error { return p.Store.Save(p.Context(), c) }

func (p *caseRun) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *caseRun) want(what string, got, want error) {
	p.Helper()
	if !errors.Is(got, want) {
		p.Errorf("%s: %v, want %v", what, got, want)
	}
}

func (p *caseRun) wantSame(what string, want, got any) {
	p.Helper()
	if d := diff(want, got); d != "" {
		p.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func (p *caseRun) wantGames(at game.Place, want ...game.Game) {
	p.Helper()
	var got []game.Game
	for g := range p.room(at).Games() {
		got = append(got, *g)
	}
	p.wantSame("the games in "+string(at), want, got)
}

func (p *caseRun) wantEmpty(at game.Place) {
	p.Helper()
	p.wantSame("the room", game.Room{Place: at}, p.room(at))
}

func diff(want, got any) string {
	own := cmp.Exporter(func(t reflect.Type) bool { return strings.HasSuffix(t.PkgPath(), "/game") })
	return cmp.Diff(want, got, own, cmpopts.EquateEmpty(), cmpopts.SortSlices(func(a, b game.Slot) bool {
		return a.Game < b.Game || a.Game == b.Game && a.Name < b.Name
	}))
}

func newGames(id game.ID, at game.Place, now time.Time) []game.Game {
	loaded, err := game.NewLoaded(id, at, cy, []rules.Square{rules.Start().Legal().First()}, now)
	if err != nil {
		panic(err) // the first move is legal
	}
	engine := game.NewDuel(id, at, ana, game.Engine, rules.Black, now)
	engine.Level = 3
	return []game.Game{
		game.NewOpen(id, at, ana, now), loaded, engine,
		game.NewDuel(id, at, ana, bo, rules.Black, now),
		game.NewDuel(id, at, bo, game.Nobody, rules.White, now),
		game.NewChallenge(id, at, ana, bo, rules.White, now),
		game.NewChallenge(id, at, cy, ana, rules.Black, now),
		game.NewChallenge(id, at, den, bo, rules.Black, now),
		almostOver(id, at, now), game.NewVote(id, at, ana, rules.Black, game.DefaultWindow, now),
	}
}

func almostOver(id game.ID, at game.Place, now time.Time) game.Game {
	g := game.NewDuel(id, at, ana, bo, rules.Black, now)
	g.Start = rules.Position{Black: 1, White: 2, ToMove: rules.Black} // a1 and b1
	g, err := game.Restore(g)
	if err != nil {
		panic(err) // a game without moves is legal
	}
	return g
}

// randomOperation returns a random operation, often with a wrong player or square.
func randomOperation(random *rand.Rand, g game.Game) (game.Player, game.Operation) {
	by := append(everybody, game.Engine)[random.IntN(5)]
	if holder := g.Player(g.Position().ToMove); holder != game.Nobody && random.IntN(2) > 0 {
		by = holder
	}
	square, moderator := rules.Square(random.IntN(64)), random.IntN(2) > 0
	for s := range g.Position().Legal().Squares() {
		if square = s; random.IntN(3) == 0 {
			break
		}
	}
	often := []game.Operation{
		game.Game.Undo, game.Game.Agree, game.Game.Refuse, game.Game.Ping, game.Game.Remind, game.Game.Join, game.Accept(false),
		game.Engage(2), game.CountVotes(1), game.CloseVotes(moderator),
		game.Decide(g.Version, []game.Vote{{Turn: g.Turn, Voter: by, Square: square}}, square),
	}
	seldom := []game.Operation{
		game.Stop(moderator), game.Game.Resign, game.Game.Claim, game.Game.Decline, game.Expire(timing.IdleExpiry), game.Game.Lapse,
	}
	switch n := random.IntN(10); {
	case n < 6:
		return by, game.Play(square)
	case n < 9:
		return by, often[random.IntN(len(often))]
	default:
		return by, seldom[random.IntN(len(seldom))]
	}
}

func newRandom(seed, stream uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, stream)) }

func randomDisplay(random *rand.Rand) (d game.Display) {
	for _, name := range []game.SlotName{"board", "ping"} {
		if act := random.IntN(5); act < 3 {
			d.Changes = append(d.Changes, game.SlotChange{Name: name, Act: game.SlotAct(act)})
		}
	}
	return d
}

// randomNote returns a note about a random message of the room, or false without one.
func randomNote(random *rand.Rand, room game.Room, now time.Time) (game.Note, bool) {
	if len(room.Slots) == 0 {
		return game.Note{}, false
	}
	s := room.Slots[random.IntN(len(room.Slots))]
	n := game.Note{
		Place: room.Place, Game: s.Game, Slot: s.Name, Post: s.Post - uint32(random.IntN(5)/4),
		Shown: s.Want + 1 - uint32(random.IntN(3)), Ref: game.Ref("m" + string(rune('a'+random.IntN(26)))), Now: now,
	}
	switch random.IntN(6) {
	case 0:
		n.Ref, n.Fate = "", game.FateDormant
	case 1:
		n.Ref, n.Fate = s.Ref, game.FateGone
	}
	return n, true
}
