package game

import (
	"errors"
	"testing"
	"time"
)

func TestChangePerson(t *testing.T) {
	speaks := func(language string) func(Choices) Choices {
		return func(c Choices) Choices {
			c.Language = language
			return c
		}
	}
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		kept     Person
		faster   int   // how often another process is
		fails    error // in the store
		language string
		writes   int
		wantErr  error
	}{
		"at once":            {language: "de", writes: 1},
		"as it is":           {kept: Person{Version: 3, Choices: Choices{Language: "de"}}, language: "de"},
		"behind another":     {faster: 1, language: "de", writes: 2},
		"behind all others":  {faster: 100, language: "de", writes: maxAttempts, wantErr: ErrStale},
		"of who is deleted":  {fails: ErrCondemned, language: "de", wantErr: ErrCondemned},
		"in a broken store":  {fails: lost, language: "de", wantErr: lost},
		"back to what it is": {kept: Person{Version: 3, Choices: Choices{Language: "de"}}, writes: 1},
	} {
		const who = "p//ana"
		store := newFakeStore(t)
		store.persons[who] = c.kept
		store.onKeep = func(Kept) error {
			if c.faster--; c.faster >= 0 {
				kept := store.persons[who]
				kept.Version++
				store.persons[who] = kept
			}
			return c.fails
		}
		got, err := ChangePerson(t.Context(), store, who, time.UnixMilli(7), speaks(c.language))
		if !errors.Is(err, c.wantErr) || store.writes != c.writes {
			t.Errorf("%s: %v after %d writes, want %v after %d", name, err, store.writes, c.wantErr, c.writes)
		}
		kept := store.persons[who]
		if err == nil && (got.Language != c.language || kept.Choices != got || c.writes > 0 && kept.Touched != 7) {
			t.Errorf("%s: %+v is kept, and %+v given", name, kept, got)
		}
	}
}
