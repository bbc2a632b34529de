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

// world is one run. Only the goroutine that calls [world.run] may use its fields. Other goroutines call
// [world.post].
//
// Each event has its own instant: its number is the nanosecond within the millisecond. Between two events
// all other goroutines rest. Their requests are sorted before any random number is drawn for them. An event
// lets at most one goroutine of the bot return from [process.await].
type world struct {
	seed   uint64
	random *rand.Rand
	start  time.Time
	events []event // the next event is last
	number int     // number of events so far
	trace  uint64  // hash of everything that happened

	weather   weather
	limits    chat.Limits
	tempo     time.Duration // maximum between two acts in a channel
	server    *server
	platforms []platform    // platforms of the adapters; empty with a model
	thinking  time.Duration // maximum time for the engine's move
	hosts     []*host
	channels  map[chat.Place]*channel
	mistake   mistake
	judge     *judge
	lost      *loss  // nil unless something is gone
	story     *story // nil unless requested

	underWay  []*attempt // attempts without an answer
	playing   int        // channels that still play
	maxEvents int        // maximum number of events: a longer run goes in circles
	closing   bool       // no one starts anything new

	lastFault time.Duration // last time that something went wrong, except on a platform
	calmSince time.Duration // time from which nothing should go wrong

	processes, messages, acts, attempts int // totals so far
	census                              census

	mu      sync.Mutex
	posted  []request
	arrived chan struct{} // holds a signal if something was posted
}

type event struct {
	at time.Duration // since the start
	do func()
}

// label distinguishes a request from others of the same moment.
type label struct {
	process int    // number of the process, never used again
	attempt int    // number of the attempt; 0 without an attempt
	what    string // what the request is for
	about   string
	version uint32
}

func (l label) compare(other label) int {
	return cmp.Or(
		cmp.Compare(l.process, other.process), cmp.Compare(l.attempt, other.attempt),
		strings.Compare(l.what, other.what), strings.Compare(l.about, other.about), cmp.Compare(l.version, other.version),
	)
}

// request is something that a goroutine waits for. Requests with equal labels share one answer.
type request struct {
	label  label
	alone  bool // it gets its own answer even if another request has the same label
	begin  func(reply func(any))
	answer chan any
}

// host is a machine that runs one process of the bot at a time.
type host struct {
	world *world
	name  string
	skew  atomic.Int64 // error of its wall clock, in nanoseconds
	*process
}

// process is one life of the bot on a host. What it sent before it died may still arrive.
type process struct {
	world   *world
	host    *host
	number  int // among all processes, from 1
	alive   bool
	listens bool // it accepts users' acts, because it knows the time
	ctx     context.Context
	end     context.CancelFunc
	handler chat.Handler
	clock   *clock.Watched

	apps map[string]app // adapters by platform; empty with a model
	attemptIndex

	silentUntil time.Duration // until then the store's answers do not reach it
}

type attemptIndex struct {
	mu    sync.Mutex
	tries map[chat.Delivery]*attempt
}

type app struct {
	adapter
	requests http.Handler
}

type adapter interface {
	chat.Poster
	Prepare(context.Context) error
	Limits() chat.Limits
	Run(context.Context, chat.Handler) error
}

type connected struct {
	clock     *clock.Watched
	commands  []chat.Command
	log       *slog.Logger
	random    func(time.Duration) time.Duration
	transport func(*service) http.RoundTripper
	works     func(*service) func(bool)
}

type engine struct{ *process }

type act struct {
	number  int
	channel *channel
	action  chat.Action
	what    string          // the verb
	moves   rules.Square    // square, if it is a move
	saw     *rules.Position // position on the pressed board; nil if unknown
	commits int             // number of stored changes
	record  int             // journal record of the last change
	stored  time.Duration   // time of the last change
	voted   bool            // it is a stored vote
	reached []*process      // processes that got it
}

type attempt struct {
	*act
	number   int
	process  *process
	began    time.Duration
	repeated bool // the process has had the act before
	refused  bool // the answer refused the act
	commits  int  // number of stored changes
}

const modelPlatform = "p"

// channel is a place with its people, its messages and its games.
type channel struct {
	world    *world
	venue    venue
	place    chat.Place
	messages []*message
	people   []chat.UserID
	names    []string // names of the people
	games    int      // number of games still to start
	plies    int      // length after which the running game should end
	pressed  *act     // the last press

	// How often the bot sent each reminder, and how often the platform showed it.
	reminded, reminders map[string]int
	mentions            []mention // only with adapters
	reactedTo           int       // number of mentions that people have reacted to
}

// venue is the platform of a channel, as its users see it.
type venue interface {
	// seen returns up to most of the newest messages of the channel, the oldest first.
	seen(c *channel, most int) []*message
	// bring sends an act to the bot.
	bring(a *act)
	delete(c *channel, m *message)
}

type platform interface {
	venue
	connect(connected) app
	open(name string, people []string) *channel
	servers() *service
	// falseReport makes the platform report something that could be taken for a removal.
	falseReport()
}

type poster struct{ *process }

// service is a platform's fake servers and the way to them.
type service struct {
	world *world
	name  string
	wire

	outage    fault
	until     time.Duration                // end of the outage
	closures  map[string]closure           // closures by channel
	known     map[chat.MessageRef]*message // messages as last seen
	paused    map[*process]bool            // processes that send nothing for a while
	resumed   time.Duration                // last time that a paused process resumed
	lastFault time.Duration                // last time that something went wrong
}

// server is the database that all processes share, with the disk of its journal.
type server struct {
	*database
	world   *world
	epoch   int    // number of crashes so far
	down    bool   // crashed and not up again
	waiting []gate // answers that wait for the disk
	syncing bool
}

type gate struct {
	record int
	open   func()
}

// connection is the store as one process reaches it. It implements [people.Store].
type connection struct{ *process }

type loss struct {
	place   chat.Place    // without a channel if the tenant is gone
	since   time.Duration // since the start
	keepFor time.Duration // time for which everything must be kept
}

// judge watches what must always be true. Most of its methods judge the event that they are named for.
// [judge.atRest] judges what must be true in the end.
type judge struct {
	world   *world
	matches map[game.ID]*match
	running map[game.Place]*match        // the running games
	done    map[string]bool              // stored presses, by control and user
	excuses map[chat.GameID]int          // extra boards that a game may have, in addition to those of crashes
	drawn   map[chat.Subject]drawing     // last redraw of each message
	notices map[chat.MessageRef]string   // text of messages that notified people
	replies map[puzzlerKey][]replies     // answers to puzzles, the oldest puzzle first; never changed in place
	settled map[game.Place]time.Duration // last change of a place's settings
	newer   map[game.Place]int64         // rooms that a newer program has written, with their version then
	failed  string                       // first broken invariant; empty if none was broken
	about   game.Place
}
