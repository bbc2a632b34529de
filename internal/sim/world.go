package sim

import (
	"cmp"
	"context"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/rules"
)

// world is one run. Only the goroutine that calls [world.run] works in it; others [world.post].
//
// Each event has an instant of its own, its number as the nanosecond within the millisecond.
// Between two events all other goroutines rest, and their requests are sorted before anything is
// drawn for them. An event lets one goroutine of the bot come back from [process.await].
type world struct {
	seed   uint64
	random *rand.Rand
	start  time.Time
	events []event // the next one last
	number int     // of events so far
	trace  uint64  // a hash of all that happened

	weather   weather
	limits    chat.Limits
	tempo     time.Duration // between two acts in a channel, at most
	server    *server
	platforms []platform    // that the adapters speak to; none where there is a model
	thinking  time.Duration // of the engine, at most
	hosts     []*host
	channels  map[chat.Place]*channel
	mistake   mistake
	judge     *judge
	lost      *loss  // nil as long as nothing is gone
	story     *story // nil if nobody listens

	underWay []*attempt // that are not answered
	playing  int        // channels that still are
	longest  int        // of the run, in events: a longer one goes in circles
	closing  bool       // nobody begins anything any more

	disturbed time.Duration // when something went wrong the last time, but for what a platform does
	calmSince time.Duration // when nothing was to go wrong any more

	processes, messages, acts, attempts int // so far
	census                              census

	mu      sync.Mutex
	posted  []request
	arrived chan struct{} // holds one signal if something was posted
}

// event is something that will happen.
type event struct {
	at time.Duration // since the start
	do func()
}

// label tells a request from others of the same moment.
type label struct {
	process int    // which asks: its number, which is never given again
	attempt int    // at which act of a person, 0 for none
	what    string // it asks for
	about   string
	version uint32
}

func (l label) compare(other label) int {
	return cmp.Or(
		cmp.Compare(l.process, other.process), cmp.Compare(l.attempt, other.attempt),
		strings.Compare(l.what, other.what), strings.Compare(l.about, other.about), cmp.Compare(l.version, other.version),
	)
}

// request is something that a goroutine waits for. Equal labels share one answer.
type request struct {
	label  label
	alone  bool // it is another request even where the label is the same
	begin  func(reply func(any))
	answer chan any
}

// host is a machine on which one process of the bot runs at a time.
type host struct {
	world *world
	name  string
	skew  atomic.Int64 // of its wall clock, in nanoseconds
	*process
}

// process is one life of the bot on a host. What it had sent before it died still arrives.
type process struct {
	world   *world
	host    *host
	number  int // of all processes, from 1
	alive   bool
	listens bool // to people, since it knows what time it is
	ctx     context.Context
	end     context.CancelFunc
	handler chat.Handler
	clock   *clock.Watched

	apps map[string]app // its adapters by platform; none where that is a model
	ears

	silentUntil time.Duration // the store's answers do not reach it
}

// ears are the acts that the adapters of a process have heard of, by their delivery.
type ears struct {
	mu    sync.Mutex
	tries map[chat.Delivery]*attempt
}

// app is the adapter of a platform in a process, with what it answers by HTTP.
type app struct {
	adapter
	requests http.Handler
}

// adapter is one as a program uses it.
type adapter interface {
	chat.Poster
	Prepare(context.Context) error
	Limits() chat.Limits
	Run(context.Context, chat.Handler) error
}

// connected holds what an adapter is connected with.
type connected struct {
	clock    *clock.Watched
	commands []chat.Command
	log      *slog.Logger
	random   func(time.Duration) time.Duration
	way      func(*service) http.RoundTripper
	works    func(*service) func(bool)
}

// engine plays any move, after a while.
type engine struct{ *process }

// act is one thing that somebody types or presses once.
type act struct {
	number  int
	channel *channel
	action  chat.Action
	what    string          // the verb
	moves   rules.Square    // where to, if it is a move
	saw     *rules.Position // on the board that was pressed; nil if nobody knows
	commits int             // that are stored
	record  int             // of the journal, in which the last one is
	stored  time.Duration   // when the last one was
	voted   bool            // it is a vote, which is stored
	reached []*process      // that have got it
}

// attempt is one delivery of an act to one process.
type attempt struct {
	*act
	number  int
	process *process
	began   time.Duration
	again   bool // the process has got the act before
	refused bool // and told so
	commits int  // that are stored
}

// modelled is the name of the platform that is a model.
const modelled = "p"

// channel is a place with its people, its messages and what they play.
type channel struct {
	world    *world
	venue    venue
	place    chat.Place
	messages []*message
	people   []chat.UserID
	names    []string // theirs
	games    int      // still to be begun
	plies    int      // after which the running game is to end
	pressed  *act     // the last press

	// How often people were to be reminded of what, and how often they were.
	reminded, reminders map[string]int
	mentions            []mention // on a platform that adapters speak to
	heeded              int       // mentions
}

// venue is the platform that a channel is on, as its people use it.
type venue interface {
	// seen gives the newest messages of the channel, at most so many, oldest first.
	seen(c *channel, most int) []*message
	// bring has an act on its way to the bot.
	bring(a *act)
	// delete takes a message away.
	delete(c *channel, m *message)
}

// platform is one that adapters speak to.
type platform interface {
	venue
	connect(connected) app
	open(name string, people []string) *channel
	servers() *service
	// rumour has the platform tell something that could be taken for a removal.
	rumour()
}

// poster is the adapter of a process. It implements [chat.Poster].
type poster struct{ *process }

// service is a platform's servers, which are a fake, and the way to them.
type service struct {
	world *world
	name  string
	wire

	outage    fault
	until     time.Duration                // of the outage
	shut      map[string]closure           // channels
	known     map[chat.MessageRef]*message // as they were seen last
	broken    map[*process]bool            // the processes that send nothing for a while
	trusted   time.Duration                // when the last of them has begun again to send
	disturbed time.Duration                // when something went wrong the last time
}

// server is the one database that all processes share, with its journal's disk.
type server struct {
	*database
	world   *world
	life    int    // how often it crashed
	down    bool   // and is not up again
	waiting []gate // answers that wait for the disk
	syncing bool
}

// gate holds back what may be told once a part of the journal is synced.
type gate struct {
	record int
	open   func()
}

// connection is the store as one process reaches it. It implements [game.Store].
type connection struct{ *process }

// loss names what is gone in truth: a channel, or the whole tenant.
type loss struct {
	place chat.Place    // without a channel for the tenant
	since time.Duration // since the start
	rest  time.Duration // for which all of it is to be kept
}

// judge watches what must always be true; [judge.atRest] judges what must be true in the end.
type judge struct {
	world   *world
	matches map[game.ID]*match
	running map[game.Place]*match        // the running games
	done    map[string]bool              // what was pressed, by whom, and stored
	excuses map[chat.GameID]int          // how many boards of a game may be left over, beside one a crash
	drawn   map[chat.Shown]drawing       // what was drawn again last
	notices map[chat.MessageRef]string   // what notified somebody, as it was sent
	replies map[puzzlerKey][]replies     // by puzzlers, the oldest puzzle first; never changed in place
	settled map[game.Place]time.Duration // when the settings of a place changed last
	newer   map[game.Place]int64         // the rooms that a newer version keeps, in the version in which it left them
	failed  string                       // the first that was broken, and how; empty if none was
	about   game.Place
}
