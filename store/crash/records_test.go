package crash

import (
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
)

// checkRecords compares the records of a place's player with the games there. The records must count each
// game that counts once, and no other game. The rated games must be the log of the ladder.
func (r *trial) checkRecords(s people.Store, at game.Place, games []game.Game) {
	r.t.Helper()
	want, rated, log := 0, 0, make(map[int64]bool)
	for _, g := range games {
		_, counts := g.Finished()
		f, err := game.NewTable(s, timing).Finished(r.t.Context(), g.ID)
		if g.CountsRated() {
			rated++
		}
		if n := f.Rated.Entry; n > 0 {
			log[n] = true
		}
		switch {
		case counts:
			want++
			if err != nil {
				r.t.Errorf("%s: nothing is kept of game %v, which counts: %v", at, g.ID, err)
			}
		case !errors.Is(err, game.ErrUnknown):
			r.t.Errorf("%s: game %v does not count: %v", at, g.ID, err)
		}
	}
	whole := len(log) == rated
	for n := range int64(rated) {
		whole = whole && log[n+1]
	}
	if !whole {
		r.t.Errorf("%s: %d games were rated, and their entries are %v", at, rated, log)
	}
	p, err := chat.ParsePlace(string(at))
	noError(r.t, err)
	records, err := s.Records(r.t.Context(), game.Player(userIn(p, "ana").String()))
	noError(r.t, err)
	got := 0
	for _, record := range records {
		got += record.Games()
	}
	if got != want {
		r.t.Errorf("%s: %d games are counted, and %d count", at, got, want)
	}
	r.finished += want
	r.rated += rated
}

func (r *trial) folded(s *store.Store) {
	r.t.Helper()
	if _, wrong, err := s.CheckRatings(r.t.Context()); wrong > 0 || err != nil {
		r.t.Errorf("%d ratings differ from those of the log: %v", wrong, err)
	}
}
