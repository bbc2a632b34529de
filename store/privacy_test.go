package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
)

var columnsOf = map[string]string{
	"sqlite":   `SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
	"postgres": `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`,
}

func columnsWith(t *testing.T, kind, url, text string) (found []string) {
	t.Helper()
	behind(t, kind, url, func(db *sql.DB) error {
		return eachColumn(db, kind, func(table, column string) error {
			var n int
			query := fmt.Sprintf(`SELECT COUNT(*) FROM "%s" WHERE CAST("%s" AS TEXT) LIKE $1`, table, column)
			err := db.QueryRow(query, "%"+text+"%").Scan(&n)
			if n > 0 {
				found = append(found, table+"."+column)
			}
			return err
		})
	})
	slices.Sort(found)
	return found
}

func eachColumn(db *sql.DB, kind string, do func(table, column string) error) error {
	rows, err := db.Query(columnsOf[kind])
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return err
		}
		if err := do(table, column); err != nil {
			return err
		}
	}
	return rows.Err()
}

// involvements are ways in which a game can name a player.
var involvements = map[string]struct {
	begin func(id game.ID, at game.Place, p game.Player) game.Game
	then  []game.Operation
}{
	"opened":             {opened, nil},
	"opened and left":    {opened, ops(moved)},
	"opened and stopped": {opened, ops(game.Stop(true))},
	"loaded": {func(id game.ID, at game.Place, p game.Player) game.Game {
		g, err := game.NewLoaded(id, at, p, []rules.Square{rules.Start().Legal().First()}, noon)
		if err != nil {
			panic(err) // the first move is legal
		}
		return g
	}, nil},
	"joined by a move":            {ofOther, ops(moved)},
	"a move taken back":           {ofOther, ops(moved, game.Game.Undo)},
	"stopped for another":         {ofOther, ops(game.Stop(true))},
	"a duel":                      {seated, ops(moved)},
	"a duel against the bot":      {againstEngine, ops(moved)},
	"a duel given up":             {seated, ops(game.Game.Resign)},
	"a duel won":                  {seated, ops(given)},
	"a long duel given up":        {longDuel, ops(game.Game.Resign)},
	"a long duel won":             {longDuel, ops(given)},
	"a long duel lost to the bot": {longAgainstEngine, ops(game.Game.Resign)},
	"a duel with something asked": {seated, ops(moved, answered, game.Game.Undo)},
	"something asked":             {opened, ops(moved, answered, game.Game.Undo)},
	"a duel nobody joined":        {alone, nil},
	"challenges":                  {challenges, nil},
	"challenged":                  {challenged, nil},
	"accepted":                    {challenged, ops(game.Accept(false))},
	"declined":                    {challenged, ops(game.Game.Decline)},
	"taken back":                  {challenges, ops(game.Game.Decline)},
	"lapsed":                      {challenges, ops(lapsed)},
	"opened for votes":            {voted, nil},
	"voted":                       {votedOfOther, nil},
}

func ops(all ...game.Operation) []game.Operation { return all }

const other game.Player = "p//cy"

func opened(id game.ID, at game.Place, p game.Player) game.Game { return game.NewOpen(id, at, p, noon) }

func ofOther(id game.ID, at game.Place, _ game.Player) game.Game {
	return game.NewOpen(id, at, other, noon)
}

func voted(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewVote(id, at, p, rules.Black, game.DefaultWindow, noon)
}

func votedOfOther(id game.ID, at game.Place, _ game.Player) game.Game { return voted(id, at, other) }

func seated(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewDuel(id, at, p, other, rules.Black, noon)
}

func againstEngine(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewDuel(id, at, p, game.Engine, rules.Black, noon)
}

// longDuel and longAgainstEngine return games that are long enough to count in records.
func longDuel(id game.ID, at game.Place, p game.Player) game.Game { return long(seated(id, at, p)) }

func longAgainstEngine(id game.ID, at game.Place, p game.Player) game.Game {
	return long(againstEngine(id, at, p))
}

func long(g game.Game) game.Game {
	for range game.EarlyMoves + 1 {
		p := g.Position()
		after, _, err := g.Play(g.Player(p.ToMove), p.Legal().First(), noon)
		if err != nil {
			panic(err) // the move is legal
		}
		g = after
	}
	return g
}

func alone(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewDuel(id, at, p, game.Nobody, rules.Black, noon)
}

func challenges(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewChallenge(id, at, p, other, rules.Black, noon)
}

func challenged(id game.ID, at game.Place, p game.Player) game.Game {
	return game.NewChallenge(id, at, other, p, rules.Black, noon)
}

func moved(g game.Game, by game.Player, now time.Time) (game.Game, []game.Event, error) {
	return g.Play(by, g.Position().Legal().First(), now)
}

func answered(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	return moved(g, other, now)
}

func given(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	return g.Resign(other, now)
}

func lapsed(g game.Game, _ game.Player, now time.Time) (game.Game, []game.Event, error) {
	return g.Lapse(other, now.Add(game.ChallengeLife))
}

func involve(t *testing.T, s *store.Store, p game.Player, first game.ID) {
	t.Helper()
	id := first
	for _, how := range involvements {
		id++
		at := game.Place(fmt.Sprintf("p/team/%d/", id))
		delivery := func(n int) game.Delivery { return game.Delivery(fmt.Sprintf("%d-%d", id, n)) }
		g := how.begin(id, at, p)
		propose(t, s, at, game.Proposal{New: &g, Delivery: delivery(0), Now: noon, Display: reserve})
		note(t, s, at, id, game.Ref(fmt.Sprintf("channel/%d", id)))
		if g.Mode == game.Voted {
			room, err := s.Load(t.Context(), at, "")
			if err == nil {
				_, err = game.NewTable(s, timing).Vote(t.Context(), room, id, game.VoteRequest{By: p, Square: g.Position().Legal().First(), Now: noon})
			}
			if err != nil {
				t.Errorf("%v: %v", id, err)
			}
		}
		for n, do := range how.then {
			propose(t, s, at, game.Proposal{Game: id, By: p, Delivery: delivery(n + 1), Now: noon, Operation: do})
		}
	}
}

func garble(t *testing.T, s *store.Store, kind, url string, p game.Player) {
	t.Helper()
	const first, each = 1000, 25
	for n := range game.ID(4 * each) {
		at := game.Place(fmt.Sprintf("p/team/%d/", first+n))
		g := seated(first+n, at, p)
		propose(t, s, at, game.Proposal{New: &g, Now: noon, Display: reserve})
		propose(t, s, at, game.Proposal{Game: g.ID, By: p, Now: noon, Operation: game.Play(g.Position().Legal().First())})
	}
	for n, doc := range []string{
		`replace(doc, '"mode":"duel"', '"mode":"teams"')`, `replace(doc, '"moves":"d3"', '"moves":"' || '` + string(p) + `' || '"')`,
		`substr(doc, 1, length(doc) - 2)`, `'x' || doc`,
	} {
		for i := range each {
			execute(t, kind, url, fmt.Sprintf(`UPDATE rooms SET doc = %s WHERE place = 'p/team/%d/'`, doc, first+n*each+i))
		}
	}
	_, err := s.Due(t.Context(), time.Time{}, time.Time{}, 1, nil) // makes the cache notice the change
	noError(t, err)
}

// meanwhile lets other players move in the games of involve, and start new ones, until end is called.
func meanwhile(t *testing.T, s *store.Store, first game.ID) (end func()) {
	ctx, stop := context.WithCancel(t.Context())
	table := game.NewTable(s, timing)
	var acting sync.WaitGroup
	for who := range game.ID(4) {
		acting.Go(func() {
			pace := time.NewTicker(20 * time.Millisecond)
			defer pace.Stop()
			for n := game.ID(0); ctx.Err() == nil; n++ {
				<-pace.C
				id := first + 1 + n%game.ID(len(involvements))
				at := game.Place(fmt.Sprintf("p/team/%d/", id))
				room, _, err := table.Load(ctx, at, "")
				if room.Active == nil || err != nil {
					continue
				}
				_, _ = table.Do(ctx, room, game.Proposal{ // another player may be faster
					Game: room.Active.ID, By: other, Now: noon, Operation: game.Play(room.Active.Position().Legal().First()),
				})
				g := game.NewOpen(10_000*(who+1)+n, game.Place(fmt.Sprintf("p/elsewhere/%d-%d/", who, n)), other, noon)
				_, _ = table.Do(ctx, game.Room{Place: g.Place}, game.Proposal{New: &g, Now: noon})
			}
		})
	}
	return func() {
		stop()
		acting.Wait()
	}
}

// TestDeletedFromEveryTable checks that no column holds a forgotten player, purged data or a removed
// installation. Games name players in many ways, some games are unreadable, and other players play on.
func TestDeletedFromEveryTable(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		const ana, bo game.Player = "p//4711ana", "p//4711bo"
		involve(t, s, ana, 100)
		involve(t, s, bo, 200)
		noError(t, s.Installs.Save(t.Context(), "T4711", []byte("xoxb-4711")))
		want := func(text string, columns ...string) {
			t.Helper()
			if got := columnsWith(t, kind, url, text); !slices.Equal(got, columns) {
				t.Errorf("%s is in %v, want %v", text, got, columns)
			}
		}
		named := []string{"finished.black", "games.doc", "records.against", "records.player", "rooms.doc", "seats.player", "votes.voter"}
		want(string(ana), named...)
		want(string(bo), named...)
		want("xoxb", "installs.data")
		garble(t, s, kind, url, ana)
		end := meanwhile(t, s, 100)
		err := game.NewTable(s, timing).Forget(t.Context(), s, s, ana, noon.Add(time.Hour))
		end()
		noError(t, err)
		want("4711ana")
		want(string(bo), named...)
		want("T4711", "installs.name")
		noError(t, s.Installs.Delete(t.Context(), "T4711"))
		want("T4711")
		want("xoxb")
		noError(t, storetest.Purge(t.Context(), s, "p/team/"))
		want("4711")
		want("p/team/")
	})
}
