package sim

import (
	"context"
	"maps"
	"slices"

	"othellobot/game"
	"othellobot/rules"
)

type rivals struct {
	tenant          game.Tenant
	player, against game.Player
	level           uint8
}

type score struct{ won, drawn, lost int }

// records judges that the stored records include each game that counts exactly once.
func (j *judge) records() {
	want := make(map[rivals]score)
	for _, m := range j.matches {
		j.countMatch(want, m)
	}
	kept := make(map[rivals]score)
	players := make(map[game.Player]game.Place)
	for _, c := range j.world.sorted() {
		for _, who := range c.people {
			players[game.Player(who.String())] = game.Place(c.place.String())
		}
	}
	for p := range players {
		records, _ := j.world.server.Records(context.Background(), p)
		for _, r := range records {
			if r.Against == game.Channel {
				continue // the package storetest tests these
			}
			kept[rivals{r.Tenant, p, r.Against, r.Level}] = score{r.Won, r.Drawn, r.Lost}
		}
	}
	if maps.Equal(want, kept) {
		j.world.census[counted] += len(want)
		return
	}
	for _, p := range slices.Sorted(maps.Keys(players)) {
		j.fail(players[p], "records are kept that are not those of the games: %v, not %v", kept, want)
	}
}

func (j *judge) countMatch(all map[rivals]score, m *match) {
	g := &m.game
	if g.Phase != game.Over || g.Mode != game.Duel || g.Loaded > 0 || m.unreadable || j.world.mayDelete(game.Place(g.Place.Tenant())) {
		return
	}
	switch g.Result.Reason {
	case game.PlayedOut, game.TimedOut:
	case game.Resigned, game.Claimed:
		if len(g.Moves) <= game.EarlyMoves {
			return
		}
	default:
		return
	}
	side, decided := winner(g)
	for _, color := range []rules.Color{rules.Black, rules.White} {
		player, against := g.Player(color), g.Player(color.Opponent())
		if !player.Person() {
			continue
		}
		who := rivals{tenant: g.Place.Tenant(), player: player, against: against}
		if against == game.Engine {
			who.level = g.Level
		}
		s := all[who]
		switch {
		case !decided:
			s.drawn++
		case side == color:
			s.won++
		default:
			s.lost++
		}
		all[who] = s
	}
}

func winner(g *game.Game) (rules.Color, bool) {
	final := g.Position().FinalScore()
	switch {
	case g.Result.Reason != game.PlayedOut:
		return g.Result.Winner, true
	case final.White > final.Black:
		return rules.White, true
	default:
		return rules.Black, final.Black != final.White
	}
}
