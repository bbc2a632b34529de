package linear

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store/memory"
)

const (
	ana = iota
	bo
	pair
)

// match models a game by the promised rules, without package game. Porcupine needs it comparable.
type match struct {
	id      game.ID
	version uint32
	turn    uint32
	over    bool
	board   rules.Position
	moves   string     // squares of the moves that were not undone, one byte each
	movers  string     // players of the moves, one byte each
	turns   string     // turns of the moves, two bytes each
	sides   [pair]side // side that each player plays
	starter int        // player who started the game
	asker   int        // player whose undo waits for the other's consent, plus 1; 0 without such an undo
	asked   [pair]int  // number of the move before which each player last asked for an undo
	undone  bool       // the turn began with an undo
}

type side uint8

const noSide side = 0

func sideOf(c rules.Color) side { return side(c) + 1 }

func newMatch(id game.ID, by int) match {
	return match{id: id, version: 1, board: rules.Start(), starter: by}
}

func other(by int) int { return 1 - by }

// mayMove reports whether a player may move: on their own side, or on a free side if either player has no side.
func (m match) mayMove(by int) bool {
	turn := sideOf(m.board.ToMove)
	if m.sides[by] == turn {
		return true
	}
	free := m.sides[ana] != turn && m.sides[bo] != turn
	return free && (m.sides[by] == noSide || m.sides[other(by)] == noSide)
}

func (m match) play(by int, square rules.Square) (match, bool) {
	if m.over || !m.mayMove(by) {
		return m, false
	}
	board, err := m.board.Play(square)
	if err != nil {
		return m, false
	}
	if m.sides[by] == noSide {
		m.sides[by] = sideOf(m.board.ToMove)
	}
	m.moves += string([]byte{byte(square)})
	m.movers += string([]byte{byte(by)})
	m.turns += string([]byte{byte(m.turn >> 8), byte(m.turn)})
	m.board, m.over = board, board.Over()
	return m.next(false), true
}

func (m match) next(undone bool) match {
	m.turn++
	m.version++
	m.asker, m.undone = 0, undone
	return m
}

// made reports whether a player made this move in this turn, and the move was not undone.
func (m match) made(turn uint32, by int, square rules.Square) bool {
	for i := range len(m.moves) {
		if uint32(m.turns[2*i])<<8|uint32(m.turns[2*i+1]) == turn {
			return int(m.movers[i]) == by && rules.Square(m.moves[i]) == square
		}
	}
	return false
}

func (m match) last(by int) int {
	for i := len(m.movers) - 1; i >= 0; i-- {
		if int(m.movers[i]) == by {
			return i
		}
	}
	return -1
}

// takeBack undoes all moves from the player's last move on, or asks for consent. It reports whether it did either.
func (m match) takeBack(by int) (match, bool) {
	last := m.last(by)
	if m.over || last < 0 {
		return m, false
	}
	fresh, alone := last == len(m.moves)-1 && !m.undone, m.sides[other(by)] == noSide
	switch {
	case fresh || alone:
		return m.rewind(last), true
	case m.asker == 0 && m.asked[by] < len(m.moves)+1:
		m.asker, m.asked[by] = by+1, len(m.moves)+1
		m.version++
		return m, true
	default: // one open question at a time, and one per turn
		return m, false
	}
}

func (m match) rewind(from int) match {
	m.moves, m.movers, m.turns = m.moves[:from], m.movers[:from], m.turns[:2*from]
	m.board = rules.Start()
	for i := range from {
		m.board, _ = m.board.Play(rules.Square(m.moves[i])) // it was legal before
	}
	return m.next(true)
}

func (m match) stop() match {
	m.over = true
	m.version++
	return m
}

// asksFirst reports whether stopping needs a confirmation.
func (m match) asksFirst() bool { return len(m.moves) > 3 }

// checkThenAct is a faulty store that saves a change even if the room has changed since its check.
type checkThenAct struct{ people.Store }

func (s checkThenAct) Save(ctx context.Context, c game.Change) error {
	room, err := s.Load(ctx, c.Room.Place, "")
	if err == nil && room.Version != c.Before {
		err = game.ErrStale
	}
	if err != nil {
		return err
	}
	for {
		runtime.Gosched()
		if err := s.Store.Save(ctx, c); !errors.Is(err, game.ErrStale) {
			return err
		}
		room, _ = s.Load(ctx, c.Room.Place, "") // memory does not fail
		c.Before, c.Room.Version = room.Version, room.Version+1
	}
}

// forgetful is a faulty store that records no deliveries.
type forgetful struct{ people.Store }

func (s forgetful) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	room, err := s.Store.Load(ctx, at, delivery)
	if room.Version == 0 || err != nil {
		return room, err
	}
	text, err := room.MarshalJSON()
	return game.ReadRoom(at, room.Version, deliveries.ReplaceAll(text, nil)), err
}

var deliveries = regexp.MustCompile(`,"deliveries":"[^"]*"`)

// remembering is a faulty store that caches rooms and notices only its own changes.
type remembering struct {
	people.Store
	mu    sync.Mutex
	rooms map[game.Place]game.Room
}

func remember(s people.Store) *remembering {
	return &remembering{Store: s, rooms: make(map[game.Place]game.Room)}
}

func (s *remembering) Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, error) {
	s.mu.Lock()
	kept, ok := s.rooms[at]
	s.mu.Unlock()
	if ok {
		return kept, nil
	}
	return s.Store.Load(ctx, at, delivery)
}

func (s *remembering) Save(ctx context.Context, c game.Change) error {
	err := s.Store.Save(ctx, c)
	room, _ := s.Store.Load(ctx, c.Room.Place, "") // memory does not fail
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms[c.Room.Place] = room
	return err
}

// TestMistakesAreSeen checks that the model detects faulty stores.
func TestMistakesAreSeen(t *testing.T) {
	for name, stores := range map[string]func() []people.Store{
		"a check before the change": func() []people.Store {
			s := checkThenAct{memory.New(timing)}
			return []people.Store{s, s}
		},
		"forgotten deliveries": func() []people.Store {
			s := forgetful{memory.New(timing)}
			return []people.Store{s, s}
		},
		"two memories of one store": func() []people.Store {
			s := memory.New(timing)
			return []people.Store{remember(s), remember(s)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			const attempts = 10
			for range attempts {
				if porcupine.CheckOperationsTimeout(specification, play(t, stores()...), 10*time.Second) == porcupine.Illegal {
					return
				}
			}
			t.Errorf("the model accepts %d histories of the faulty store", attempts)
		})
	}
}
