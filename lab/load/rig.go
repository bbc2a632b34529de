package load

import (
	"cmp"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/rules"
	"othellobot/store/storetest"
)

// rig is a bot in its own process, and the platforms' sides in this process.
type rig struct {
	bot       *process
	sides     []side
	transport *http.Transport // to the bot and the baseline
}

// side is one platform in a rig: a fake of its servers, and the users there. Its methods wait for the
// bot only if their comments say so.
type side interface {
	// settings returns the environment that connects the bot to the fake.
	settings() []string
	// connect sends all deliveries to the bot at an address from now on. It waits until the bot is set
	// up on the platform.
	connect(tb testing.TB, address string)
	// meet returns the room for the nth game.
	meet(number int) room
	// Settle waits until the bot has finished its work.
	Settle()
}

// room is a place where users of a side play one game.
type room interface {
	// begin opens a game and waits for the answer. play does the same with a move.
	begin() error
	play(ply) error
	// next prepares the next delivery: the move, or an action that does not play it.
	next(ply) (delivery, error)
	// answer returns a plausible answer that the baseline can repeat.
	answer() ([]byte, error)
	// shows returns an error unless the newest board shows this position. The side must be settled.
	shows(rules.Position) error
}

// Setup describes one measurement.
type Setup struct {
	Bot        string // path of a binary; empty to build this source
	Platform   string // discord, slack or both
	Database   string // memory, sqlite or postgres for a new database, or a URL
	Workspaces int    // Slack workspaces that share the bot

	floodLimits string // on or off; empty means off
	environment []string
}

// newRig starts a bot on the setup's platforms.
func newRig(tb testing.TB, s Setup) *rig {
	tb.Helper()
	if s.Platform != "discord" && s.Platform != "slack" && s.Platform != "both" {
		tb.Fatalf("the platform is %q, and should be discord, slack or both", s.Platform)
	}
	var sides []side
	if s.Platform != "slack" {
		sides = append(sides, newDiscordSide(tb))
	}
	if s.Platform != "discord" {
		sides = append(sides, newSlackSide(tb, s.Workspaces))
	}
	return startRig(tb, s, sides...)
}

// startRig starts a bot on these sides.
func startRig(tb testing.TB, s Setup, sides ...side) *rig {
	tb.Helper()
	r := &rig{sides: sides, transport: &http.Transport{MaxIdleConnsPerHost: 1024}}
	tb.Cleanup(r.transport.CloseIdleConnections)
	file := s.Bot
	if file == "" {
		file = buildBot(tb)
	}
	env := append(r.settings(), "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS="+cmp.Or(s.floodLimits, "off"), "DATABASE_URL="+databaseURL(tb, s.Database))
	env = append(env, s.environment...)
	r.bot = launch(tb, file, env, "")
	for end := time.Now().Add(20 * time.Second); !r.ready(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			tb.Fatal("the bot does not become ready")
		}
	}
	for _, s := range sides {
		s.connect(tb, r.bot.address)
	}
	return r
}

// databaseURL returns the DATABASE_URL for a new database of a kind, or for a URL.
func databaseURL(tb testing.TB, database string) string {
	tb.Helper()
	switch database {
	case "", "memory":
		return "memory:"
	case "sqlite":
		return "sqlite:" + filepath.Join(tb.TempDir(), "othello.db")
	case "postgres":
		return storetest.Postgres(tb)
	default:
		return database
	}
}

// settings returns the environment that all sides need.
func (r *rig) settings() (env []string) {
	for _, s := range r.sides {
		env = append(env, s.settings()...)
	}
	return env
}

func (r *rig) ready() bool {
	request, err := http.NewRequest(http.MethodGet, "http://"+r.bot.address+"/readyz", nil)
	if err != nil {
		return false
	}
	response, err := r.transport.RoundTrip(request)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body) // so that the connection is reused
	return response.StatusCode == http.StatusOK
}

// Settle waits until the bot has finished its work.
func (r *rig) Settle() {
	for _, s := range r.sides {
		s.Settle()
	}
}

// newBaseline starts the baseline, a program that checks signatures, writes to a journal if asked, and gives
// the constant answers of the rooms.
func (r *rig) newBaseline(tb testing.TB, journal bool, rooms ...room) *process {
	tb.Helper()
	var answers strings.Builder
	for _, in := range rooms {
		answer, err := in.answer()
		if err != nil {
			tb.Fatal(err)
		}
		answers.Write(answer)
	}
	env := r.settings()
	if journal {
		env = append(env, "JOURNAL="+filepath.Join(tb.TempDir(), "journal"))
	}
	return launch(tb, build(tb, ".", "othellobot/lab/load/baseline"), env, answers.String())
}

// end stops the bot, and fails if it does not stop cleanly.
func (r *rig) end(tb testing.TB) {
	tb.Helper()
	if err := r.bot.stop(); err != nil {
		tb.Errorf("the bot ends with %v", err)
	}
}
