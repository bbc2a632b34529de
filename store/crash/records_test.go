package crash

import (
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

// counted compares the records of the person of a place with the games there: those that
// count are counted once each, and no others.
func (r *trial) counted(s game.Store, at game.Place, games []game.Game) {
	r.t.Helper()
	want := 0
	for _, g := range games {
		_, counts := g.Finished()
		switch _, err := s.Finished(r.t.Context(), g.ID); {
		case counts:
			want++
			if err != nil {
				r.t.Errorf("%s: nothing is kept of game %v, which counts: %v", at, g.ID, err)
			}
		case !errors.Is(err, game.ErrUnknown):
			r.t.Errorf("%s: game %v does not count: %v", at, g.ID, err)
		}
	}
	p, err := chat.ParsePlace(string(at))
	if err != nil {
		r.t.Fatal(err)
	}
	records, err := s.Records(r.t.Context(), game.Player(userIn(p, "ana").String()))
	if err != nil {
		r.t.Fatal(err)
	}
	got := 0
	for _, record := range records {
		got += record.Games()
	}
	if got != want {
		r.t.Errorf("%s: %d games are counted, and %d count", at, got, want)
	}
	r.finished += want
}
