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

// rig is the bot as a process of its own, between the platforms' sides in this
// process.
type rig struct {
	bot       *process
	sides     []side
	transport *http.Transport // to the bot, and to what it is measured against
}

// side is one platform as a rig plays it: a fake of its servers, and the people
// there. It waits for nothing but what its methods say.
type side interface {
	// settings is the environment that connects the bot with the fake.
	settings() []string
	// connect has everything go to the bot at an address from now on.
	connect(tb testing.TB, address string)
	// meet gives the room for the game of a number.
	meet(number int) room
	// Settle waits until the bot has done all that it has begun.
	Settle()
}

// room is where people of a side play one game.
type room interface {
	// begin opens a game, and waits for the answer, as play does for that to a move.
	begin() error
	play(ply) error
	// next has the next thing ready to be sent that is done here: the move, or
	// something else that leaves it to be done.
	next(ply) (delivery, error)
	// answer is a plausible answer, for a program that always gives the same.
	answer() ([]byte, error)
	// shows says what is wrong with the newest board here, if it is not this
	// position. The side has settled.
	shows(rules.Position) error
}

// Setup describes one measurement.
type Setup struct {
	Bot        string // a file that was built before; empty: what stands here, built now
	Platform   string // discord, slack or both
	Database   string // memory, sqlite or postgres, each a new one, or a URL
	Workspaces int    // of Slack, which share the bot

	floodLimits string // on or off; empty is off
	environment []string
}

// newRig starts a bot that plays on the platforms of the setup.
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

// startRig starts a bot that plays on the sides.
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

// databaseURL is where a bot keeps its games, as the configuration names it.
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

// settings are the environment that all sides want.
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
	_, _ = io.Copy(io.Discard, response.Body) // to use the connection again
	return response.StatusCode == http.StatusOK
}

// Settle waits until the bot has done all that it has begun.
func (r *rig) Settle() {
	for _, s := range r.sides {
		s.Settle()
	}
}

// newBaseline starts the program that checks the signature, may write to a journal, and then
// answers everybody on a side as the bot does the room of that side.
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

// end stops the bot, which has to end well.
func (r *rig) end(tb testing.TB) {
	tb.Helper()
	if err := r.bot.stop(); err != nil {
		tb.Errorf("the bot ends with %v", err)
	}
}
