package game

import (
	"context"
	"sync"
)

// keptOf keeps the choices, puzzlers and exercises of people in memory. Its games name everybody.
type keptOf struct {
	onKeep func(Kept) error // runs before anything is kept; an error is the answer

	mu        sync.Mutex
	persons   map[Player]Person
	puzzlers  map[puzzlerName]Puzzler
	exercises map[exerciseName]Exercise
	writes    int // calls of Keep
}

type puzzlerName struct {
	player Player
	grade  uint8
}

type exerciseName struct {
	player Player
	game   ID
	number int
}

func nameOf(e Exercise) exerciseName { return exerciseName{e.Player, e.Game, e.Number} }

func newKeptOf() keptOf {
	return keptOf{
		persons: map[Player]Person{}, puzzlers: map[puzzlerName]Puzzler{}, exercises: map[exerciseName]Exercise{},
		onKeep: func(Kept) error { return nil },
	}
}

func (s *keptOf) Person(_ context.Context, p Player) (Person, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.persons[p]
	kept.Player = p
	return kept, nil
}

func (s *keptOf) Puzzler(_ context.Context, p Player, grade uint8) (Puzzler, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.puzzlers[puzzlerName{p, grade}]
	kept.Player, kept.Grade = p, grade
	return kept, nil
}

func (s *keptOf) Exercises(_ context.Context, p Player) (found []Exercise, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.exercises {
		if e.Player == p {
			found = append(found, e)
		}
	}
	return found, nil
}

func (s *keptOf) Keep(_ context.Context, k Kept) error {
	if err := s.onKeep(k); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	stale := k.Person != nil && s.persons[k.Person.Player].Version != k.Person.Version-1 ||
		k.Puzzler != nil && s.puzzlers[puzzlerName{k.Puzzler.Player, k.Puzzler.Grade}].Version != k.Puzzler.Version-1
	for _, e := range k.Exercises {
		stale = stale || s.exercises[nameOf(e)].Version != e.Version-1
	}
	if stale {
		return ErrStale
	}
	if k.Person != nil {
		s.persons[k.Person.Player] = *k.Person
	}
	if k.Puzzler != nil {
		s.puzzlers[puzzlerName{k.Puzzler.Player, k.Puzzler.Grade}] = *k.Puzzler
	}
	for _, e := range k.Exercises {
		s.exercises[nameOf(e)] = e
	}
	for _, e := range k.Dropped {
		delete(s.exercises, nameOf(e))
	}
	return nil
}
