package people

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
)

const ana game.Player = "p//ana"

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

// fakeDocuments stores documents in memory. It does not check the game of a change, and finds no solvers.
type fakeDocuments struct {
	onKeep func(Change) error // runs before anything is stored; SaveDocument returns its error

	mu      sync.Mutex
	kept    map[game.Player]map[Kind]Document
	changes []Change // all attempts
	stored  int      // the number of stored changes
}

func newFake() *fakeDocuments {
	return &fakeDocuments{kept: map[game.Player]map[Kind]Document{}, onKeep: func(Change) error { return nil }}
}

func (s *fakeDocuments) LoadDocument(_ context.Context, p game.Player, kind Kind) (Document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.kept[p][kind]
	kept.Player, kept.Kind = p, kind
	return kept, nil
}

func (s *fakeDocuments) SaveDocument(_ context.Context, c Change) error {
	if err := s.onKeep(c); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changes = append(s.changes, c)
	if s.kept[c.Player][c.Kind].Version != c.Before {
		return game.ErrStale
	}
	s.stored++
	s.put(c.Document)
	return nil
}

func (s *fakeDocuments) put(k Document) {
	if s.kept[k.Player] == nil {
		s.kept[k.Player] = map[Kind]Document{}
	}
	s.kept[k.Player][k.Kind] = k
}

// overtake stores the next version of a document with the same content, as another process would.
func (s *fakeDocuments) overtake(p game.Player, kind Kind) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := s.kept[p][kind]
	k.Player, k.Kind = p, kind
	k.Version++
	s.put(k)
}

func (s *fakeDocuments) Listed(_ context.Context, list string, most int) (found []Document, _ error) {
	for _, byKind := range s.kept {
		if k := byKind[ChoicesKind]; k.IsOnList(list) {
			found = append(found, k)
		}
	}
	slices.SortFunc(found, func(a, b Document) int { return int(a.Version - b.Version) })
	return found[:min(most, len(found))], nil
}

func (s *fakeDocuments) Solvers(context.Context, game.Place, uint8, int, int) ([]Solver, error) {
	return nil, nil
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestChangeChoices(t *testing.T) {
	speaks := func(language string) func(Choices) Choices {
		return func(c Choices) Choices {
			c.Language = language
			return c
		}
	}
	german := Document{Player: ana, Kind: ChoicesKind, Version: 3, Touched: 5, Doc: `{"of a newer version": [1], "language":"de"}`}
	lost := errors.New("lost")
	for name, c := range map[string]struct {
		kept     Document
		faster   int   // how often another process changes the document first
		fails    error // the store's error
		language string
		writes   int
		wantErr  error
	}{
		"at once":            {language: "de", writes: 1},
		"over another":       {kept: german, language: "fr", writes: 1},
		"as it is":           {kept: german, language: "de"},
		"as it is, for none": {},
		"behind another":     {faster: 1, language: "de", writes: 2},
		"behind all others":  {faster: 100, language: "de", writes: maxAttempts, wantErr: game.ErrStale},
		"of who is deleted":  {fails: game.ErrCondemned, language: "de", wantErr: game.ErrCondemned},
		"in a broken store":  {fails: lost, language: "de", wantErr: lost},
		"back to nothing":    {kept: german, writes: 1},
		"of what is damaged": {kept: Document{Player: ana, Kind: ChoicesKind, Version: 1, Doc: "{"}, wantErr: errDamaged},
	} {
		store := newFake()
		if c.kept.Version > 0 {
			store.put(c.kept)
		}
		store.onKeep = func(Change) error {
			if c.faster--; c.faster >= 0 {
				store.overtake(ana, ChoicesKind)
			}
			return c.fails
		}
		got, err := ChangeChoices(t.Context(), store, ana, time.UnixMilli(7), speaks(c.language))
		damaged := c.wantErr == errDamaged && errors.As(err, new(*game.StoreError))
		if !errors.Is(err, c.wantErr) && !damaged || len(store.changes) != c.writes {
			t.Errorf("%s: %v after %d writes, want %v after %d", name, err, len(store.changes), c.wantErr, c.writes)
		}
		if err != nil {
			continue
		}
		kept, _ := store.LoadDocument(t.Context(), ana, ChoicesKind)
		if read, err := ChoicesOf(t.Context(), store, ana); err != nil || read != got || got.Language != c.language || c.writes > 0 && kept.Touched != 7 {
			t.Errorf("%s: %+v is kept, %+v read, %v, and %+v returned", name, kept, read, err, got)
		}
		if c.writes == 0 && kept != c.kept && c.kept.Version > 0 {
			t.Errorf("%s: %+v is kept", name, kept)
		}
	}
}

var errDamaged = errors.New("any error of a store")

// A change whose document was forgotten and written again meanwhile starts from the new document.
func TestChangeBehindForgetting(t *testing.T) {
	store := newFake()
	choose := func(at int64, language string) {
		_, err := ChangeChoices(t.Context(), store, ana, time.UnixMilli(at), func(c Choices) Choices {
			return Choices{Language: language}
		})
		noError(t, err)
	}
	choose(1, "de")
	_, err := ChangeChoices(t.Context(), store, ana, time.UnixMilli(2), func(c Choices) Choices {
		if c.Language == "de" {
			delete(store.kept, ana)
			choose(3, "fr")
		}
		c.Board = "moon"
		return c
	})
	if got, _ := ChoicesOf(t.Context(), store, ana); err != nil || got.Language != "fr" || got.Board != "moon" {
		t.Errorf("%+v is kept, %v", got, err)
	}
}

func TestDocumentsReadWell(t *testing.T) {
	store := newFake()
	_, err := ChangePuzzler(t.Context(), store, ana, 1, "here", noon, func(p Puzzler) (Puzzler, error) { return p.Try(7, 0, false) })
	noError(t, err)
	one := NewExercise(Exercise{Game: 1<<63 + 1, Number: 12, Played: 19, Best: 26, Faults: 5}, noon)
	one.Position.Black, one.Position.White = 1<<27, 1<<28
	noError(t, AddExercises(t.Context(), store, ana, []Exercise{one}, noon))
	noError(t, Enlist(t.Context(), store, ana, "p/t/", true, noon))
	for kind, want := range map[Kind]string{
		ChoicesKind: `{"hours":31744}`,
		PuzzlesKind: `{"grades":{"1":{"number":7,"wrong":"a1"}}}`,
		ExercisesKind: `{"exercises":[{"game":"1y2p0ij32e8e9","number":12,` +
			`"position":"---------------------------XO----------------------------------- X",` +
			`"played":"d3","best":"c4","faults":5,"due":1,"touched":1777636800000}]}`,
	} {
		if kept, _ := store.LoadDocument(t.Context(), ana, kind); kept.Doc != want {
			t.Errorf("%s are written as %s, want %s", kind, kept.Doc, want)
		}
	}
	if all, err := ExercisesOf(t.Context(), store, ana); err != nil || len(all) != 1 || all[0] != one {
		t.Errorf("%+v is read, %v, want %+v", all, err, one)
	}
}
