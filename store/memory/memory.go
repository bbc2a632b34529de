package memory

import (
	"slices"
	"strings"
	"sync"

	"othellobot/game"
	"othellobot/people"
)

// Store is a [people.Store] in memory. Its unexported methods require that the caller holds mu.
type Store struct {
	timing game.Timing
	note   func(undo func()) // nil without a journal

	mu sync.Mutex
	tables
}

// tables holds what is stored, mostly as in the tables of a database.
type tables struct {
	rooms      map[game.Place]roomRow
	threads    map[game.Place]int // number of games that run in threads, by channel
	past       map[game.ID]game.Past
	seats      map[seatKey]game.Place // place of the game
	votes      map[voteKey]voteRow
	finished   map[game.ID]game.Finished
	records    map[recordKey]game.Record
	hidden     map[hiddenKey]bool
	posted     map[game.Tenant]game.Day // day of the last daily puzzle
	paces      map[string]int64         // next free moment in Unix milliseconds
	kept       map[keptKey]people.Document
	solvers    map[solverKey]solverRow
	tombstones map[string]tombstoneRow // by prefix
}

type roomRow struct {
	room game.Room
	due  int64 // in Unix milliseconds
}

type seatKey struct {
	game   game.ID
	player game.Player
}

type voteKey struct {
	game  game.ID
	turn  uint32
	voter game.Player
}

type voteRow struct {
	game.Vote
	place      game.Place
	deliveries []game.Delivery // the voter's last deliveries in the turn
}

type tombstoneRow struct {
	game.Tombstone
	confirmed bool
	due       int64 // in Unix milliseconds
}

type hiddenKey struct {
	tenant game.Tenant
	player game.Player
}

type recordKey struct {
	player, against game.Player
	tenant          game.Tenant
	level           uint8 // of the engine
}

// New returns an empty store.
func New(timing game.Timing) *Store {
	return &Store{timing: timing, tables: tables{
		make(map[game.Place]roomRow), make(map[game.Place]int), make(map[game.ID]game.Past), make(map[seatKey]game.Place),
		make(map[voteKey]voteRow), make(map[game.ID]game.Finished), make(map[recordKey]game.Record), make(map[hiddenKey]bool),
		make(map[game.Tenant]game.Day), make(map[string]int64),
		make(map[keptKey]people.Document), make(map[solverKey]solverRow), make(map[string]tombstoneRow),
	}}
}

// hasAnyPrefix reports whether name begins with one of the prefixes.
func hasAnyPrefix(name string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// SetJournal makes m call note at each later change, with a function that undoes the change. The caller must run
// these functions in reverse order, while no other call runs.
func (m *Store) SetJournal(note func(undo func())) { m.note = note }

func set[K comparable, V any](m *Store, table map[K]V, key K, value V) {
	keepRow(m, table, key)
	table[key] = value
}

func unset[K comparable, V any](m *Store, table map[K]V, key K) {
	if _, held := table[key]; held {
		keepRow(m, table, key)
		delete(table, key)
	}
}

func unsetWhere[K comparable, V any](m *Store, table map[K]V, which func(K, V) bool) {
	for key, value := range table {
		if which(key, value) {
			unset(m, table, key)
		}
	}
}

// where returns the rows that meet a condition, in no order.
func where[K comparable, V any](table map[K]V, which func(K, V) bool) (found []V) {
	for key, value := range table {
		if which(key, value) {
			found = append(found, value)
		}
	}
	return found
}

// keepRow notes how to restore the row under a key.
func keepRow[K comparable, V any](m *Store, table map[K]V, key K) {
	if m.note == nil {
		return
	}
	before, held := table[key]
	m.note(func() {
		if held {
			table[key] = before
		} else {
			delete(table, key)
		}
	})
}
