package store_test

import (
	"testing"
	"time"

	"othellobot/store/storetest"
)

// TestSilentServer makes the connections to PostgreSQL silent forever, as when the server behind an
// address is replaced. In one case new connections are silent for a while, too.
func TestSilentServer(t *testing.T) {
	storetest.NeedsPostgres(t)
	for name, away := range map[string]time.Duration{"replaced at once": 0, "replaced later": 12 * time.Second} {
		if away > 0 && testing.Short() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, address := newProxy(t, storetest.Postgres(t))
			kept := open(t, address, timing)
			s := newStage(t, kept)
			crowd(t, kept)
			if n := p.count(); n < 8 {
				t.Fatalf("there are %d connections to become silent", n)
			}
			began := time.Now()
			p.fall(away > 0)
			s.ahead.Store(int64(time.Minute)) // makes the reminder due
			stop := s.run()
			if away > 0 {
				s.isPrompt()
				time.Sleep(time.Until(began.Add(away)))
				if n := s.ran.count(); n > 12 {
					t.Errorf("in %v the runner has written %d lines", time.Since(began), n)
				}
				p.answer()
			} else {
				s.isSoonServed()
			}
			reachable := time.Now()
			if away == 0 {
				reachable = began
			}
			s.goesOn(reachable)
			stop()
			p.end() // silent connections take long to close
		})
	}
}

// isSoonServed repeats a command until it succeeds.
func (s *stage) isSoonServed() {
	s.t.Helper()
	began := time.Now()
	for {
		lines, sent := s.asked.count(), time.Now()
		r := s.send("cy", "den", "start")
		if took := time.Since(sent); took > 5*time.Second || s.asked.count()-lines > 1 {
			s.t.Errorf("it is answered after %v, with %d lines in the log", took, s.asked.count()-lines)
		}
		switch {
		case r.Trouble == 0:
			return
		case time.Since(began) > 15*time.Second:
			s.t.Error("nobody is served any more")
			return
		}
	}
}
