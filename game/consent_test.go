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
