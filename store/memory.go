package store

import (
	"slices"
	"sync"

	"othellobot/game"
)

// maxDeliveries bounds the memory of deliveries; beyond it the oldest go early.
const maxDeliveries = 1 << 18

// Memory is a [game.Store] that ends with the process. Its games are kept as the
// rows of a database are.
type Memory struct {
	timing game.Timing

	note func(undo func()) // takes down how each change is taken back; nil without a journal

	mu         sync.Mutex // never held while anything waits
	places     map[game.Place]*place
	games      map[game.ID]*entry
	named      map[game.Player][]game.ID
	tasks      queue              // games that are not over
	forgets    queue              // games that are
	sent       map[game.ID]*entry // games with messages that are to be drawn again some time
	votes      map[game.ID][]game.Vote
	deliveries map[game.Delivery]delivered
	arrived    []game.Delivery      // in order
	tombstones map[string]tombstone // by prefix
	finished   map[game.ID]game.Finished
	records    ledger
	hidden     map[hiddenKey]bool
	puzzlers   map[puzzlerKey]game.Puzzler
	persons    map[game.Player]game.Person
	exercises  map[game.Player][]game.Exercise
	dailies    dailyQueue       // places that get puzzles
	retaken    dailyQueue       // those of them that somebody has taken, which come first
	paces      map[string]int64 // when the next may be taken, by their prefixes, in Unix milliseconds
	playing    int
	threads    map[game.Place]int // games that run in threads, by their channel
}

// place holds everything that is kept of a place.
type place struct {
	room    game.Room // as it is loaded
	games   []*entry  // those of the room
	past    []*entry  // all others, which only results are asked of
	chosen  bool      // somebody has chosen settings
	touched int64     // when they did, or the last game here was forgotten, in Unix milliseconds
	daily   daily
}

// entry is a row of the games. Only its time and its slots change.
type entry struct {
	game     *game.Game
	slots    []game.Slot
	stage    int64
	due      int64 // when something is to be done about it, or it is to be forgotten, in Unix milliseconds
	position int   // in its queue
}

// delivered says what a delivery has made, and when, in Unix milliseconds.
type delivered struct {
	made game.GameVersion
	at   int64
}

// NewMemory is an empty store.
func NewMemory(timing game.Timing) *Memory {
	return &Memory{
		timing: timing,
		places: make(map[game.Place]*place), games: make(map[game.ID]*entry),
		named: make(map[game.Player][]game.ID), sent: make(map[game.ID]*entry), votes: make(map[game.ID][]game.Vote),
		deliveries: make(map[game.Delivery]delivered), tombstones: make(map[string]tombstone),
		finished: make(map[game.ID]game.Finished), records: make(ledger), hidden: make(map[hiddenKey]bool),
		puzzlers: make(map[puzzlerKey]game.Puzzler), exercises: make(map[game.Player][]game.Exercise), persons: make(map[game.Player]game.Person), paces: make(map[string]int64), threads: make(map[game.Place]int),
	}
}

// setSlots replaces the slots of an entry.
func (m *Memory) setSlots(e *entry, slots []game.Slot) {
	if before := e.slots; m.note != nil {
		m.note(func() { m.setSlots(e, before) })
	}
	e.slots = slots
	m.watch(e)
	m.places[e.game.Place].refresh()
}

// watch keeps an entry in mind as long as it has messages to be drawn again.
func (m *Memory) watch(e *entry) {
	if slices.ContainsFunc(e.slots, func(s game.Slot) bool { return s.Redraw > 0 }) {
		m.sent[e.game.ID] = e
	} else {
		delete(m.sent, e.game.ID)
	}
}

// Playing counts the games that are being played.
func (m *Memory) Playing() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.playing
}

// refresh makes the room of what is kept.
func (p *place) refresh() {
	var few [4]*game.Game
	games := few[:0]
	var slots []game.Slot
	for _, e := range p.games {
		if games = append(games, e.game); slots == nil {
			slots = slices.Clip(e.slots) // which are replaced as a whole, never changed
		} else {
			slots = append(slots, e.slots...)
		}
	}
	settings := p.room.Settings
	p.room = game.NewRoom(p.room.Place, games)
	p.room.Settings, p.room.Slots = settings, slots
}

// queue is a heap of entries, those that are due first on top.
type queue []*entry

// daily is when a place gets its puzzle of the day.
type daily struct {
	due      int64 // in Unix milliseconds; 0 for never
	taken    bool
	posted   game.Day
	asked    game.Day
	position int // in its queue
}

// dailyQueue is a heap of the places that get puzzles, those that are due first on top.
type dailyQueue []*place

// puzzlerKey is what a puzzler is found by.
type puzzlerKey struct {
	player game.Player
	grade  uint8
}

// hiddenKey is who is hidden, and where.
type hiddenKey struct {
	tenant game.Tenant
	player game.Player
}

// tombstone is a row of the tombstones.
type tombstone struct {
	game.Tombstone
	confirmed bool
	due       int64 // in Unix milliseconds
}
