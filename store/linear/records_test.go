package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

// bouts is the number of running games between the two players. All of them count.
const bouts = 12

const (
	eve game.Player = "p//eve"
	kim game.Player = "p//kim"
)

// bout is a request about the games of the two players.
type bout struct {
	game int         // number of the game to resign; -1 to read a record instead
	by   game.Player // player who resigns, or whose record is read
}

// stood is the answer: whether the game was over, or else the wins of both players.
type stood struct {
	over     bool
	eve, kim int
}

// rivals holds the games that are over, as bits, and the wins of both players.
type rivals struct {
	over     uint32
	eve, kim int
}

var rivalModel = porcupine.Model{
	Init: func() any { return rivals{} },
	Step: func(state, in, out any) (bool, any) {
		is, did, got := state.(rivals), in.(bout), out.(stood)
		if did.game < 0 {
			return got.eve == is.eve && got.kim == is.kim, is
		}
		if over := is.over&(1<<did.game) != 0; over || got.over {
			return over && got.over, is
		}
		is.over |= 1 << did.game
		if did.by == eve {
			is.kim++
		} else {
			is.eve++
		}
		return got.eve == is.eve && got.kim == is.kim, is
	},
}

// TestRecords checks that games resigned concurrently are counted once each, and that a record is one
// that was true at that time.
func TestRecords(t *testing.T) { overEach(t, checkRecords) }

func checkRecords(t *testing.T, stores ...people.Store) {
	late := false
	for n := range 5 * rounds() {
		history := giveUp(t, stores, fmt.Sprintf("p/team%d", n), game.ID(1+n*bouts))
		late = late || slices.ContainsFunc(history, func(op porcupine.Operation) bool { return op.Output.(stood).over })
		wantOrder(t, rivalModel, history)
	}
	if !late {
		t.Error("nobody gave a game up that was over, which proves little")
	}
}

// giveUp makes many callers resign the games of a team and read records.
func giveUp(t *testing.T, stores []people.Store, team string, first game.ID) []porcupine.Operation {
	t.Helper()
	for n := range bouts {
		g := fought(t, first+game.ID(n), game.Place(fmt.Sprintf("%s/%d/", team, n)))
		if _, err := game.NewTable(stores[0], timing).Do(t.Context(), game.Room{Place: g.Place}, game.Proposal{New: &g, Now: noon}); err != nil {
			t.Fatal(err)
		}
	}
	return historyOf(6, bouts, func(person, _ int) answer {
		games := people.PortsOf(stores[person%len(stores)], timing)
		in := bout{game: rand.IntN(bouts), by: eve}
		if rand.IntN(3) == 0 {
			in.game = -1
		}
		if rand.IntN(2) == 0 {
			in.by = kim
		}
		out, err := in.do(t, games, team, first)
		if err != nil {
			t.Error(err)
		}
		return answer{in: in, out: out, empty: err != nil}
	})
}

// fought returns a duel between the two that is long enough to count.
func fought(t *testing.T, id game.ID, at game.Place) game.Game {
	t.Helper()
	g := game.NewDuel(id, at, eve, kim, rules.Black, noon)
	for range game.EarlyMoves + 1 {
		p := g.Position()
		next, _, err := g.Play(g.Player(p.ToMove), p.Legal().First(), noon)
		noError(t, err)
		g = next
	}
	return g
}

func (b bout) do(t *testing.T, games people.Ports, team string, first game.ID) (stood, error) {
	ctx := t.Context()
	if b.game < 0 {
		return b.read(t, games, game.Place(team+"/0/").Tenant())
	}
	id := first + game.ID(b.game)
	room, _, err := games.Table.Load(ctx, game.Place(fmt.Sprintf("%s/%d/", team, b.game)), "")
	if err != nil {
		return stood{}, err
	}
	_, err = games.Table.Do(ctx, room, game.Proposal{Game: id, By: b.by, Now: noon, Operation: game.Game.Resign})
	if errors.Is(err, game.ErrOver) {
		return stood{over: true}, nil
	}
	if err != nil {
		return stood{}, err
	}
	f, err := games.Table.Finished(ctx, id)
	return stood{eve: f.Tally.ByBlack, kim: f.Tally.ByWhite}, err
}

func (b bout) read(t *testing.T, games people.Ports, tenant game.Tenant) (out stood, err error) {
	records, err := games.Results.Records(t.Context(), b.by)
	for _, r := range records {
		if r.Tenant == tenant {
			out = stood{eve: r.Won, kim: r.Lost}
		}
	}
	if b.by == kim {
		out.eve, out.kim = out.kim, out.eve
	}
	return out, err
}
