package people

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"othellobot/game"
)

const ana game.Player = "p//ana"

var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

// fakeDocuments stores documents in memory. It does not check the game of a change, and finds no
// solvers.
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
