package load

import (
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"othellobot/rules"
)

// rig is the bot as a process of its own, between the platforms' sides in this
// process.
type rig struct {
	bot       *process
	sides     []side
	transport *http.Transport // to the bot, and to what it is measured against
	shortcut  *shortcut       // of what the bot calls; nil for none
}

// side is one platform as a rig plays it: a fake of its servers, and the people
// there. It waits for nothing but what its methods say.
type side interface {
	// settings is the environment that connects the bot with the fake.
	settings() []string
	// connect has everything go to the bot at an address from now on.
	connect(b *testing.B, address string)
	// meet gives the room for the game of a number.
	meet(number int) room
	// delay has each call that the bot makes take so long; zero for no longer
	// than it takes.
	delay(time.Duration)
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
	// answer is what the bot might answer to next, for a program to give always.
	answer() ([]byte, error)
	// recall has the board shown anew.
	recall() error
	// shows says what is wrong with the newest board here, if it is not this
	// position. The side has settled.
	shows(rules.Position) error
}

// newRig starts a bot that plays on the sides that LOAD_PLATFORM names: discord,
// slack or both. If LOAD_OUTGOING is off, there is a shortcut.
func newRig(b *testing.B) *rig {
	b.Helper()
	var short *shortcut
	through := directly
	switch setting := text("LOAD_OUTGOING", "on"); setting {
	case "on":
	case "off":
		short = &shortcut{}
		through = func(api string) string { return inFront(b, api, short.before) }
	default:
		b.Fatalf("LOAD_OUTGOING is %q, and should be on or off", setting)
	}
	var sides []side
	switch name := text("LOAD_PLATFORM", "discord"); name {
	case "discord":
		sides = []side{newDiscordSide(b, through)}
	case "slack":
		sides = []side{newSlackSide(b, through, short != nil)}
	case "both":
		sides = []side{newDiscordSide(b, through), newSlackSide(b, through, short != nil)}
	default:
		b.Fatalf("LOAD_PLATFORM is %q, and should be discord, slack or both", name)
	}
	r := startRig(b, sides...)
	r.shortcut = short
	return r
}

// startRig starts a bot that plays on the sides. LOAD_BOT names one that was built
// before, and LOAD_DATABASE_URL where it keeps the games.
func startRig(b *testing.B, sides ...side) *rig {
	b.Helper()
	r := &rig{sides: sides, transport: &http.Transport{MaxIdleConnsPerHost: 1024}}
	b.Cleanup(r.transport.CloseIdleConnections)
	file := os.Getenv("LOAD_BOT")
	if file == "" {
		file = build(b, "othellobot/cmd/bot")
	}
	env := append(r.settings(), "HTTP_ADDR=127.0.0.1:0", "FLOOD_LIMITS="+text("LOAD_FLOOD_LIMITS", "off"), "DATABASE_URL="+text("LOAD_DATABASE_URL", "memory:"))
	r.bot = launch(b, file, env, "")
	for end := time.Now().Add(20 * time.Second); !r.ready(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			b.Fatal("the bot does not become ready")
		}
	}
	for _, s := range sides {
		s.connect(b, r.bot.address)
	}
	return r
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

// delay has each call that the bot makes take so long.
func (r *rig) delay(d time.Duration) {
	for _, s := range r.sides {
		s.delay(d)
	}
}

// newBaseline starts the program that checks the signature and then answers
// everybody on a side as the bot does the room of that side.
func (r *rig) newBaseline(b *testing.B, rooms ...room) *process {
	b.Helper()
	var answers strings.Builder
	for _, in := range rooms {
		answer, err := in.answer()
		if err != nil {
			b.Fatal(err)
		}
		answers.Write(answer)
	}
	return launch(b, build(b, "./baseline"), r.settings(), answers.String())
}

// end stops the bot, which has to end well.
func (r *rig) end(b *testing.B) {
	b.Helper()
	if err := r.bot.stop(); err != nil {
		b.Errorf("the bot ends with %v", err)
	}
}
