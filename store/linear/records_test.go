package linear

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

// bouts is how many games two people have running, all of which would count.
const bouts = 12

// The two who play all of them.
const (
	eve game.Player = "p//eve"
	kim game.Player = "p//kim"
)

// bout is what somebody does about the games of the two.
type bout struct {
	game int         // that is given up; -1 to ask for a record instead
	by   game.Player // who gives it up, or whose record it is
}

// stood is the answer: whether the game was over already, else how often each has won then,
// as the game tells, or as the record does.
type stood struct {
	over     bool
	eve, kim int
}

// rivals are the games that are over, by their bits, and how often each of the two has won.
type rivals struct {
	over     uint32
	eve, kim int
}

// rivalModel is the two alone in the world.
var rivalModel = porcupine.Model{
	Init: func() any { return rivals{} },
	Step: func(state, in, out any) (bool, any) {
		is, did, told := state.(rivals), in.(bout), out.(stood)
		if did.game < 0 {
			return told.eve == is.eve && told.kim == is.kim, is
		}
		if over := is.over&(1<<did.game) != 0; over || told.over {
			return over && told.over, is
		}
		is.over |= 1 << did.game
		if did.by == eve {
			is.kim++
		} else {
			is.eve++
		}
		return told.eve == is.eve && told.kim == is.kim, is
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v → %+v", in, out) },
}

// Of games that are given up at the same time through several processes, each is counted
// once, one after the other, and whoever asks for a record reads one that stood at that time.
func TestRecords(t *testing.T) { overEach(t, checkRecords) }

func checkRecords(t *testing.T, stores ...people.Store) {
	late := 0
	for n := range 5 * rounds() {
		history := giveUp(t, stores, fmt.Sprintf("p/team%d", n), game.ID(1+n*bouts))
		for _, op := range history {
			if op.Output.(stood).over {
				late++
			}
		}
		if !porcupine.CheckOperations(rivalModel, history) {
			t.Fatalf("%d answers have no order: %+v", len(history), history)
		}
	}
	if late == 0 {
		t.Error("nobody gave a game up that was over, which proves little")
	}
}

// giveUp has the games of a team given up by many at once, who ask for records meanwhile.
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

// fought is a duel of the two that has gone on for long enough to count.
func fought(t *testing.T, id game.ID, at game.Place) game.Game {
	t.Helper()
	g := game.NewDuel(id, at, eve, kim, rules.Black, noon)
	for range game.EarlyMoves + 1 {
		p := g.Position()
		next, _, err := g.Play(g.Player(p.ToMove), p.Legal().First(), noon)
		if err != nil {
			t.Fatal(err)
		}
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
