package sim

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"othellobot/game"
	"othellobot/rating"
	"othellobot/rules"
)

// entry is a rated game with the ratings of its players before and after.
type entry struct {
	number       int64 // in the log, from 1
	game         game.ID
	worth        rating.Worth
	black, white game.Swing // without seats, which only the store knows
}

// ladders judges that the ratings result from the ended rated games, in the order in which they were stored.
func (j *judge) ladders() {
	ended := make(map[game.Tenant][]*match)
	for _, m := range j.matches {
		if g := &m.game; g.Phase == game.Over && !m.unreadable && g.CountsRated() {
			ended[g.Place.Tenant()] = append(ended[g.Place.Tenant()], m)
		}
	}
	judged := make(map[game.Tenant]bool)
	for _, c := range j.world.sortedChannels() {
		at := game.Place(c.place.String())
		in := at.Tenant()
		if judged[in] || j.world.mayDelete(game.Place(in)) {
			continue
		}
		judged[in] = true
		kept, seats := make(map[game.Player]rating.State), make(map[game.Player]rating.PlayerID)
		ratings, _, _ := j.world.server.Ratings(context.Background(), in, j.world.everybody()...)
		for _, r := range ratings {
			if r.Seat > 0 { // otherwise the player is hidden and has not played
				kept[r.Player], seats[r.Player] = r.State, r.Seat
			}
		}
		log, people := fold(ended[in], seats)
		log = slices.DeleteFunc(log, func(e entry) bool { return j.world.mayDelete(j.matches[e.game].game.Place) })
		if entries := j.log(in); !slices.Equal(entries, log) {
			j.fail(at, "the log of ratings is %+v, not %+v", entries, log)
		}
		if !maps.Equal(kept, people) {
			j.fail(at, "people are rated %+v, not %+v", kept, people)
		}
		j.world.census[rated] += len(log)
	}
}

// fold computes the log and the ratings from the ended games. known holds the store's seats.
func fold(ended []*match, known map[game.Player]rating.PlayerID) (log []entry, people map[game.Player]rating.State) {
	slices.SortFunc(ended, func(a, b *match) int { return cmp.Compare(a.end().record, b.end().record) })
	ladder, seats := rating.NewLadder(), make(map[game.Player]rating.PlayerID)
	for _, m := range ended {
		g := m.end().game
		black, white := g.Player(rules.Black), g.Player(rules.White)
		for _, p := range []game.Player{black, white} {
			if seats[p] == 0 {
				seats[p] = cmp.Or(known[p], 1<<32+rating.PlayerID(len(seats)))
			}
		}
		result := rating.Result{Black: seats[black], White: seats[white], Ended: g.At, Opening: rating.OpeningHash(g.Moves)}
		switch side, decided := winner(&g); {
		case decided && side == rules.Black:
			result.Winner = rating.Black
		case decided:
			result.Winner = rating.White
		}
		e := entry{number: int64(len(log)) + 1, game: g.ID}
		for side, was := range map[*game.Swing]rating.State{&e.black: ladder.Of(result.Black), &e.white: ladder.Of(result.White)} {
			if was.Placed() {
				side.Before = was.Rating
			}
		}
		e.worth = ladder.Add(result)
		e.black, e.white = withRating(e.black, ladder.Of(result.Black)), withRating(e.white, ladder.Of(result.White))
		log = append(log, e)
	}
	people = make(map[game.Player]rating.State)
	for p, seat := range seats {
		people[p] = ladder.Of(seat)
	}
	return log, people
}

func withRating(s game.Swing, is rating.State) game.Swing {
	s.After, s.Games, s.Placed = is.Rating, is.Games, is.Placed()
	return s
}

func (m *match) end() version {
	return m.versions[slices.IndexFunc(m.versions, func(v version) bool { return v.game.Phase == game.Over })]
}

// log returns the stored log of a tenant, without games in places that may be deleted.
func (j *judge) log(in game.Tenant) (kept []entry) {
	for id, m := range j.matches {
		f, err := j.world.server.table.Finished(context.Background(), id)
		if r := f.Rated; err == nil && f.Tenant == in && r.Entry > 0 && !j.world.mayDelete(m.game.Place) {
			r.Black.Seat, r.White.Seat = 0, 0
			kept = append(kept, entry{r.Entry, f.Game, r.Worth, r.Black, r.White})
		}
	}
	slices.SortFunc(kept, func(a, b entry) int { return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.game, b.game)) })
	return kept
}

func (w *world) everybody() (all []game.Player) {
	for _, c := range w.sortedChannels() {
		for _, who := range c.people {
			all = append(all, game.Player(who.String()))
		}
	}
	return all
}

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
	for _, c := range j.world.sortedChannels() {
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
