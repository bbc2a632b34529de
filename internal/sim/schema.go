package sim

import (
	"encoding/json"
	"slices"
	"strings"

	"othellobot/game"
)

// database is the store as its promises say, as rows. Games are kept as the real
// stores write them down, so that nothing is shared with who reads them. What is
// done is written to a journal first, and can be taken back as long as the journal
// is not synced.
type database struct {
	timing     game.Timing
	games      map[game.ID]row
	slots      map[game.ID][]game.Slot
	votes      map[game.ID][]game.Vote
	places     map[game.Place]place
	deliveries map[game.Delivery]delivered
	tombstones map[string]tombstone // by prefix
	finished   map[game.ID]game.Finished
	voters     map[game.Player][]game.Record // about votes
	hidden     map[hiddenKey]bool
	puzzlers   map[puzzlerKey]game.Puzzler
	persons    map[game.Player]game.Person
	exercises  map[exerciseKey]game.Exercise
	paces      map[string]int64    // of daily puzzles
	decoded    map[game.ID]decoded // as they were read last, for it takes long

	journal []record // what was done since the last sync
	done    int      // records ever
	synced  int      // of those, that survive a crash
	heavy   int      // the last of them whose sync is waited for
	current *record
}

func newDatabase(timing game.Timing) *database {
	return &database{
		timing: timing, games: make(map[game.ID]row), slots: make(map[game.ID][]game.Slot), votes: make(map[game.ID][]game.Vote),
		places: make(map[game.Place]place), tombstones: make(map[string]tombstone), deliveries: make(map[game.Delivery]delivered),
		finished: make(map[game.ID]game.Finished), voters: make(map[game.Player][]game.Record), hidden: make(map[hiddenKey]bool),
		puzzlers: make(map[puzzlerKey]game.Puzzler), exercises: make(map[exerciseKey]game.Exercise), persons: make(map[game.Player]game.Person),
		paces: make(map[string]int64), decoded: make(map[game.ID]decoded),
	}
}

// record is one transaction, by how it is taken back.
type record struct {
	undo  []func()
	light bool // nobody waits for it to be synced
}

// place holds everything about a place except its games.
type place struct {
	settings game.Settings
	touched  int64
	games    []game.ID // in the order of their ids
	daily    daily
}

// row is a game.
type row struct {
	place   game.Place
	version uint32
	stage   stage
	starter game.Player
	players []game.Player
	ended   int64 // when it was over, in Unix milliseconds; 0 if it is not
	due     int64
	state   string
}

// stage says where a game is found.
type stage uint8

const (
	challenge stage = iota
	running
	last
	declined
	past // in no room
)

func stageOf(g *game.Game) stage {
	switch {
	case g.Phase == game.Challenged:
		return challenge
	case g.Phase == game.Playing:
		return running
	case !g.InRoom():
		return past
	case g.Result.Reason == game.Declined:
		return declined
	default:
		return last
	}
}

// phase is that of the games in the stage.
func (s stage) phase() game.Phase {
	switch s {
	case challenge:
		return game.Challenged
	case running:
		return game.Playing
	default:
		return game.Over
	}
}

type delivered struct {
	made game.GameVersion
	at   int64
}

// decoded is a row with the game that it holds.
type decoded struct {
	row
	game game.Game
}

// read is a game as it stands.
func (d *database) read(id game.ID) (game.Game, error) {
	r, last := d.games[id], d.decoded[id]
	if r.version == last.version && r.state == last.state {
		return last.game, nil
	}
	g, err := r.read(id)
	if err == nil {
		d.decoded[id] = decoded{r, g}
	}
	return g, err
}

// read is the game of a row. Without one it is its id and its place alone.
func (r row) read(id game.ID) (game.Game, error) {
	g := game.Game{ID: id, Place: r.place, Version: r.version}
	if err := json.Unmarshal([]byte(r.state), &g); err != nil {
		return game.Game{ID: id, Place: r.place}, err
	}
	return g, nil
}

func rowOf(s game.Step) (row, error) {
	g := s.After
	state, err := json.Marshal(g)
	r := row{
		place: g.Place, version: g.Version, stage: stageOf(g), starter: g.Starter,
		players: g.Players(), due: s.Due, state: string(state),
	}
	if g.Phase == game.Over {
		r.ended = g.At
	}
	return r, err
}

func within(at game.Place, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(at), p) })
}

// puzzlerKey names a puzzler.
type puzzlerKey struct {
	player game.Player
	grade  uint8
}

// daily is when a place gets its puzzle of the day.
type daily struct {
	due    int64
	taken  bool
	posted game.Day
	asked  game.Day
}

// tombstone is a row of the tombstones.
type tombstone struct {
	game.Tombstone
	confirmed bool
	due       int64
}

// covers reports whether the tombstone stands on a name.
func (t tombstone) covers(name string) bool { return strings.HasPrefix(name, t.Prefix) }
