package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app"
	"othellobot/internal/bottest"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/store/storetest"
	"othellobot/words"
)

var forgetting = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}

// team is a bot on a database, and a team of twenty people who play with it.
type team struct {
	t     *testing.T
	url   string
	store *store.Store
	bot   *bot.Bot
}

func newTeam(t *testing.T, url string) *team {
	t.Helper()
	s, err := store.Open(t.Context(), url, forgetting, slog.New(slog.DiscardHandler))
	must(t, err)
	log := slog.New(slog.DiscardHandler)
	b := bot.New(bot.Config{
		Words: words.Load(), Ports: people.PortsOf(s, forgetting), Clock: bottest.Clock(time.Now), Log: log,
		Limits: map[string]chat.Limits{"slack": {ButtonsPerRow: 5, MoveButtons: 10}}, Seed: rand.Uint64(), IdleExpiry: forgetting.IdleExpiry,
	})
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { b.Runner(b, map[string]chat.Poster{}, log).Run(ctx) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &team{t, url, s, b}
}

const teamSize = 20

// act makes a member do something random in one of the team's channels.
func (m *team) act(member int, team string) {
	at := chat.Place{Platform: "slack", Team: team, Channel: fmt.Sprint("C", rand.IntN(5*teamSize))}
	by := chat.UserID{Platform: "slack", Team: "T1", ID: fmt.Sprint("U", member)}
	typed := []string{"start", "start with:channel", "stop", "resign", "settings theme:moon", "undo", "personal language:fr"}[rand.IntN(7)]
	room, _, err := m.bot.Table.Load(m.t.Context(), game.Place(at.String()), "")
	if err == nil && room.Active != nil && rand.IntN(3) > 0 {
		legal := room.Active.Position().Legal()
		for range rand.IntN(max(1, legal.Len())) {
			legal &^= rules.SetOf(legal.First())
		}
		typed = legal.First().String()
	}
	m.types(by, at, typed)
	if room.Condemned {
		return // the bot shows no puzzle there
	}
	try := func(p people.Puzzler) (people.Puzzler, error) {
		return p.Try(p.Number+1, rules.Square(rand.IntN(64)), true)
	}
	if _, err := people.ChangePuzzler(m.t.Context(), m.bot.People, game.Player(by.String()), 1, game.Place(at.String()), time.Now(), try); err != nil && !refusal.MatchString(err.Error()) {
		m.t.Errorf("a puzzle: %v", err)
	}
}

// types sends a command as a moderator.
func (m *team) types(by chat.UserID, at chat.Place, typed string) {
	m.t.Helper()
	a := chat.Action{Origin: chat.OriginUser, Place: at, User: by, Moderator: true, Delivery: chat.Delivery(fmt.Sprint(rand.Uint64()))}
	for _, word := range strings.Fields(typed) {
		a.Tokens = append(a.Tokens, chat.Token{Text: word})
	}
	if _, err := m.bot.Handle(m.t.Context(), a); err != nil {
		m.t.Errorf("%s: %v", typed, err)
	}
}

var refusal = regexp.MustCompile("deleted|moved on")

// play makes the members from first on act concurrently until end is called. Each member acts ten times
// without a pause, then every four seconds.
func (m *team) play(first int) (end func()) {
	stop := make(chan struct{})
	var acting sync.WaitGroup
	for member := first; member < teamSize; member++ {
		acting.Go(func() {
			for range 10 {
				m.act(member, "T1")
			}
			for {
				select {
				case <-stop:
					return
				case <-time.After(4 * time.Second):
					m.act(member, "T1")
				}
			}
		})
	}
	return func() {
		close(stop)
		acting.Wait()
	}
}

// rowsWith counts, for each column, the rows that contain a text. It skips the table of tombstones.
func (m *team) rowsWith(text string) (found []string) {
	m.t.Helper()
	driver, source := "pgx", m.url
	columns := `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
	if path, ok := strings.CutPrefix(m.url, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"
		columns = `SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`
	}
	db, err := sql.Open(driver, source)
	must(m.t, err)
	defer db.Close()
	rows, err := db.Query(columns)
	must(m.t, err)
	defer rows.Close()
	for rows.Next() {
		var table, column string
		var n int
		must(m.t, rows.Scan(&table, &column))
		if table == "tombstones" {
			continue
		}
		must(m.t, db.QueryRow(fmt.Sprintf(`SELECT COUNT(*) FROM "%s" WHERE CAST("%s" AS TEXT) LIKE $1`, table, column), "%"+text+"%").Scan(&n))
		if n > 0 {
			found = append(found, fmt.Sprintf("%d %s.%s", n, table, column))
		}
	}
	return found
}

// forget runs "bot forget" and returns its output. It repeats the command when the command gives up
// because the database is busy.
func (m *team) forget(who string) (string, error) {
	for {
		var out strings.Builder
		err := app.Run(m.t.Context(), []string{"-env", "", "forget", who},
			func(key string) string { return map[string]string{"DATABASE_URL": m.url}[key] }, strings.NewReader(""), &out, io.Discard)
		if err == nil || !strings.Contains(err.Error(), "it can be repeated") {
			return out.String(), err
		}
		m.t.Log(err)
	}
}

// While people play, forgetting a person leaves nothing that names them, and forgetting a team leaves
// nothing.
func TestForgetWhilePeopleAct(t *testing.T) {
	runs := 1
	if os.Getenv("OTHELLO_LONG") == "1" {
		runs = 50
	}
	for range runs {
		eachDatabase(t, forgetWhilePlaying)
	}
}

// eachDatabase runs a test in a bubble, on an empty database of each kind.
func eachDatabase(t *testing.T, do func(t *testing.T, url string)) {
	for kind, fresh := range map[string]func(*testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "othello.db") },
		"postgres": func(t *testing.T) string { return storetest.Postgres(t) },
	} {
		t.Run(kind, func(t *testing.T) {
			url := fresh(t)
			synctest.Test(t, func(t *testing.T) { do(t, url) })
		})
	}
}

// "bot forget" of a team returns only when no earlier action can store anything. After that, even a
// running bot that has cached a room of the team stores nothing new.
func TestForgetWaitsForEarlierActions(t *testing.T) {
	eachDatabase(t, func(t *testing.T, url string) {
		m := newTeam(t, url)
		kept := chat.Place{Platform: "slack", Team: "T1", Channel: "C1"}
		room, _, err := m.bot.Table.Load(t.Context(), game.Place(kept.String()), "")
		if err != nil || room.Version > 0 {
			t.Fatalf("%+v, %v", room, err)
		}
		var acting sync.WaitGroup
		acting.Go(func() {
			time.Sleep(game.PurgeGrace/4 + deadline.Removal)
			now := time.Now()
			late := game.Room{Place: "slack/T1/C2/", Version: 1, Touched: now.UnixMilli()}
			if err := m.store.Save(t.Context(), game.Change{Room: late, Due: now.Add(time.Hour).UnixMilli(), Now: now}); err != nil {
				t.Error(err)
			}
		})
		if _, err := m.forget("slack/T1/"); err != nil {
			t.Error(err)
		}
		acting.Wait()
		m.types(chat.UserID{Platform: "slack", Team: "T1", ID: "U1"}, kept, "start")
		if left := m.rowsWith("slack/T1/"); len(left) > 0 {
			t.Errorf("there is left %v", left)
		}
	})
}

func forgetWhilePlaying(t *testing.T, url string) {
	m := newTeam(t, url)
	forgotten := func(who, trace string) {
		t.Helper()
		said, err := m.forget(who)
		if left := m.rowsWith(trace); err != nil || len(left) > 0 {
			t.Errorf("it says %q, %v, and there is left %v", said, err, left)
		}
	}
	for n := range 300 {
		m.act(n%teamSize, []string{"T1", "T1", "T1", "T2"}[n%4]) // one in four in a channel of another team
	}
	end := m.play(1)
	forgotten("slack/T1/U0", "slack/T1/U0")
	end()
	end = m.play(0)
	forgotten("slack/T1/", "slack/T1/")
	end()
	time.Sleep(2 * game.PurgeGrace) // time for the bot to finish the purge
	if left := m.rowsWith("slack/T1/"); len(left) > 0 {
		t.Errorf("of a team there is left %v later", left)
	}
}
