package game

import (
	"context"
	"errors"
	"testing"
	"time"
)

// slowPersons are the part of a store that keeps what people have chosen. Somebody else is
// faster so often.
type slowPersons struct {
	Persons
	kept   Person
	faster int
	err    error
	writes int
}

func (s *slowPersons) Person(context.Context, Player) (Person, error) { return s.kept, nil }

func (s *slowPersons) KeepPerson(_ context.Context, p Person) error {
	s.writes++
	switch {
	case s.err != nil:
		return s.err
	case s.faster > 0:
		s.faster--
		s.kept.Version++
		return ErrStale
	case p.Version != s.kept.Version+1:
		return ErrStale
	}
	s.kept = p
	return nil
}

func TestChangePerson(t *testing.T) {
	speaks := func(language string) func(Choices) Choices {
		return func(c Choices) Choices {
			c.Language = language
			return c
		}
	}
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		store    slowPersons
		language string
		writes   int
		wantErr  error
	}{
		"at once":            {slowPersons{}, "de", 1, nil},
		"as it is":           {slowPersons{kept: Person{Version: 3, Choices: Choices{Language: "de"}}}, "de", 0, nil},
		"behind another":     {slowPersons{faster: 1}, "de", 2, nil},
		"behind all others":  {slowPersons{faster: 100}, "de", maxAttempts, ErrStale},
		"of who is deleted":  {slowPersons{err: ErrCondemned}, "de", 1, ErrCondemned},
		"in a broken store":  {slowPersons{err: lost}, "de", 1, lost},
		"back to what it is": {slowPersons{kept: Person{Version: 3, Choices: Choices{Language: "de"}}}, "", 1, nil},
	} {
		got, err := ChangePerson(t.Context(), &c.store, "p//ana", time.UnixMilli(7), speaks(c.language))
		if !errors.Is(err, c.wantErr) || c.store.writes != c.writes {
			t.Errorf("%s: %v after %d writes, want %v after %d", name, err, c.store.writes, c.wantErr, c.writes)
		}
		if err == nil && (got.Language != c.language || c.store.kept.Choices != got || c.writes > 0 && c.store.kept.Touched != 7) {
			t.Errorf("%s: %+v is kept, and %+v given", name, c.store.kept, got)
		}
	}
}
