package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

const (
	places       = 8  // number of places in which the program plays at the same time
	cyclesPerSet = 10 // number of cycles until the program gets new places
)

func cycles(few int) int {
	switch {
	case os.Getenv("OTHELLO_LONG") == "1":
		return 100
	case testing.Short():
		return 1
	default:
		return few
	}
}

// TestKilledOverSQLite kills the program. Everything that it reported to players must be in the database.
func TestKilledOverSQLite(t *testing.T) {
	t.Parallel()
	url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
	newTrial(t, url).run(orders{Places: places, Twins: true}, cycles(3), func(*trial) {})
}

func TestKilledOverPostgres(t *testing.T) {
	t.Parallel()
	newTrial(t, storetest.Postgres(t)).run(orders{Places: places, Twins: true}, cycles(3), func(*trial) {})
}

// TestKilledOverFaultyPostgres uses a SERIALIZABLE server that rolls transactions back and loses answers.
func TestKilledOverFaultyPostgres(t *testing.T) {
	t.Parallel()
	url := storetest.Postgres(t)
	over(t, url, func(*store.Store) {})
	newTrial(t, storetest.Faulty(t, url, storetest.Faults{RolledBack: 10, Lost: 1})).run(orders{Places: places, Twins: true}, cycles(1), func(*trial) {})
}

const enough = 20 * places

func startPlaying(t *testing.T, url string, o orders) *program[event] {
	t.Helper()
	input, err := json.Marshal(o)
	noError(t, err)
	return start(t, playEnv+"="+url, string(input), func(events []event) bool { return len(events) >= enough })
}

type trial struct {
	t        *testing.T
	url      string
	random   *rand.Rand
	ledgers  map[game.Place]*ledger
	counts   counts
	lossy    bool // the server is killed, too
	finished int  // sum of the games that count, over all checks
	rated    int  // sum of the rated games that count, over all checks
}

func newTrial(t *testing.T, url string) *trial {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	return &trial{t: t, url: url, random: rand.New(rand.NewPCG(seed, 0))}
}

func (r *trial) sometime() {
	time.Sleep(100*time.Millisecond + time.Duration(r.random.Int64N(int64(700*time.Millisecond))))
}

// run makes a number of cycles, each with a kill. It calls disturb while the program plays.
func (r *trial) run(o orders, times int, disturb func(*trial)) {
	r.t.Helper()
	for i := range times {
		if i%cyclesPerSet == 0 {
			o.First, r.ledgers = i*places, make(map[game.Place]*ledger)
		}
		o.Run = r.random.Int64()
		name := fmt.Sprint("crash-", o.Run)
		p := startPlaying(r.t, withName(r.t, r.url, name), o)
		<-p.ready
		r.sometime()
		disturb(r)
		for _, e := range p.kill(r.t) {
			r.ledger(e.Place).read(e)
		}
		waitAlone(r.t, r.url, name)
		if over(r.t, r.url, r.check); r.t.Failed() {
			r.t.Fatalf("in cycle %d", i+1)
		}
	}
	r.t.Logf("%d cycles: %+v; %d times a game that counts was found, %d times a rated one", times, r.counts, r.finished, r.rated)
	if r.counts.moves < 10*times || r.counts.unanswered == 0 && times > 1 {
		r.t.Errorf("that proves little: %+v", r.counts)
	}
}

func (r *trial) ledger(at game.Place) *ledger {
	l := r.ledgers[at]
	if l == nil {
		l = &ledger{lossy: r.lossy}
		r.ledgers[at] = l
	}
	return l
}

// check compares the store with the ledgers, before and after it delivers all acknowledged actions again.
func (r *trial) check(s *store.Store) {
	r.t.Helper()
	var acted []chat.Action
	for at, l := range r.ledgers {
		acted = append(acted, l.audit(r.room(s, at))...)
		games := r.gamesOf(s, at)
		l.checkStored(games)
		r.checkRecords(s, at, games)
	}
	r.folded(s)
	before := r.states(s)
	r.again(s, acted)
	for at, now := range r.states(s) {
		if now != before[at] {
			r.t.Errorf("%s: a second delivery of all that was done makes %+v of %+v", at, now, before[at])
		}
	}
	for at, l := range r.ledgers {
		l.checkStored(r.gamesOf(s, at))
		r.counts.add(&l.counts)
		if l.wrong != "" {
			r.t.Errorf("%s: %s", at, l.wrong)
		}
	}
}

func (r *trial) again(s people.Store, acted []chat.Action) {
	b := bottest.NewBot(platform, s, timing, time.Now, r.random.Uint64())
	actions := make(chan chat.Action)
	var all sync.WaitGroup
	for range places {
		all.Go(func() {
			for a := range actions {
				if _, err := b.Handle(context.Background(), a); err != nil {
					r.t.Errorf("%s, delivered again: %v", verbOf(&a), err)
				}
			}
		})
	}
	for _, a := range acted {
		actions <- a
	}
	close(actions)
	all.Wait()
	r.counts.again += len(acted)
}

func (r *trial) states(s people.Store) map[game.Place]state {
	r.t.Helper()
	all := make(map[game.Place]state)
	for at := range r.ledgers {
		all[at] = stateOf(current(r.room(s, at)))
	}
	return all
}

func (r *trial) room(s people.Store, at game.Place) game.Room {
	r.t.Helper()
	room, err := s.Load(r.t.Context(), at, "")
	noError(r.t, err)
	return room
}

// gamesOf returns all games of a place. Ana plays in each of them.
func (r *trial) gamesOf(s people.Store, at game.Place) (games []game.Game) {
	r.t.Helper()
	p, err := chat.ParsePlace(string(at))
	noError(r.t, err)
	past, err := s.Past(r.t.Context(), game.PastFilter{Player: game.Player(userIn(p, "ana").String())}, 1_000_000)
	noError(r.t, err)
	room := r.room(s, at)
	for g := range room.Games() {
		games = append(games, *g)
	}
	for _, over := range past {
		noError(r.t, over.Err)
		if _, ok := room.Find(over.Game.ID); !ok {
			games = append(games, over.Game)
		}
	}
	return games
}

// withName adds an application name to the URL, for waitAlone.
func withName(t *testing.T, database, name string) string {
	t.Helper()
	if strings.HasPrefix(database, "sqlite:") {
		return database
	}
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal("not a URL") // the error may hold a password
	}
	query := at.Query()
	query.Set("application_name", name)
	at.RawQuery = query.Encode()
	return at.String()
}

// waitAlone waits until the server has closed the connections of the program with this name.
func waitAlone(t *testing.T, database, name string) {
	t.Helper()
	if strings.HasPrefix(database, "sqlite:") {
		return
	}
	c, err := pgx.Connect(t.Context(), database)
	noError(t, err)
	defer c.Close(context.Background())
	for others := 1; others > 0; time.Sleep(10 * time.Millisecond) {
		err := c.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = $1", name).Scan(&others)
		noError(t, err)
	}
}
