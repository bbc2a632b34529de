package game

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// A room keeps a request for consent until another person agrees. It keeps one open request for each
// asker, and only the newest requests.
func TestConsents(t *testing.T) {
	_, table := newTable(t)
	now, place := time.UnixMilli(1_000_000), Place("p/t/c")
	room := func() Room {
		t.Helper()
		r, _, err := table.Load(t.Context(), place, "")
		noError(t, err)
		return r
	}
	ask := func(asker string) (int64, error) {
		out, err := table.Do(t.Context(), room(), Proposal{By: "ana", Now: now, NewConsent: &Consent{
			Asker: asker, Until: now.Add(time.Hour).UnixMilli(), To: Settings{Theme: "moon"},
		}})
		return out.Consent, err
	}
	agree := func(id int64) error {
		_, err := table.Do(t.Context(), room(), Proposal{By: "bo", Now: now, UseConsent: id})
		return err
	}
	first, err := ask("a")
	if kept, ok := room().Consent(first); err != nil || !ok || kept.To.Theme != "moon" || !kept.IsOpen(now.Add(time.Hour)) || kept.IsOpen(now.Add(time.Hour+1e6)) {
		t.Errorf("kept is %+v, %v", kept, err)
	}
	if _, err := ask("a"); !errors.Is(err, ErrConsentOpen) {
		t.Errorf("a second request by the same person: %v", err)
	}
	if err := errors.Join(agree(first)); err != nil {
		t.Error(err)
	}
	if err := agree(first); !errors.Is(err, ErrNothingAsked) {
		t.Errorf("a second agreement: %v", err)
	}
	for i := range 30 {
		if _, err := ask(fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(2 * time.Hour)
	if _, err := ask("29"); err != nil {
		t.Errorf("a second request after the first has expired: %v", err)
	}
	if got := len(room().Consents); got != 20 {
		t.Errorf("%d are kept", got)
	}
}

// A stored request does not name the person who asks, and its mark recognizes them only there.
func TestAskerMark(t *testing.T) {
	_, table := newTable(t)
	marks := make(map[string]bool)
	for _, at := range []Place{"p/t/c", "p/t/c", "p/t/d"} {
		room, _, err := table.Load(t.Context(), at, "")
		noError(t, err)
		now := time.UnixMilli(1_000_000 + room.Version) // each request expires before the next
		out, err := table.Do(t.Context(), room, Proposal{By: "p/t/ana", Now: now, NewConsent: &Consent{Asker: "p/t/ana", Until: now.UnixMilli()}})
		noError(t, err)
		room, _, err = table.Load(t.Context(), at, "")
		noError(t, err)
		c, _ := room.Consent(out.Consent)
		if c.Asker != AskerMark(at, c.ID, "p/t/ana") || c.Asker == AskerMark(at, c.ID, "p/t/bo") || len(c.Asker) != 3 {
			t.Errorf("the mark is %q", c.Asker)
		}
		marks[c.Asker] = true
	}
	if len(marks) != 3 {
		t.Errorf("the marks of one person are %v", marks)
	}
}
