package sim

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
)

// world is one run: its time, and what is going to happen. Everything in it is
// done by the one goroutine that calls [world.run]; others may only [world.post].
//
// In a bubble of synctest, what falls on one instant comes in any order. So each
// event has an instant of its own: its number is its nanosecond within the
// millisecond. Between two events all other goroutines come to rest, and what they
// asked for meanwhile is sorted before anything is drawn for it. An event lets one
// goroutine of the bot go on, which comes back from [process.await] alone, so that it
// meets no other where they share something. Only what it starts itself runs beside it.
type world struct {
	seed   uint64
	random *rand.Rand
	other  *rand.Rand // of what is drawn aside
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
	closing  bool       // nobody begins anything any more

	disturbed time.Duration // when something went wrong the last time, but for what a platform does
	calmSince time.Duration // when nothing was to go wrong any more

	processes, messages, acts, attempts int // so far
	census                              census

	mu      sync.Mutex
	posted  []request
	arrived chan struct{} // holds one signal if something was posted
}

// tier says what stands between the bot and people.
type tier string

const (
	core     tier = "core"     // a model of the platforms
	adapters tier = "adapters" // those of the program, and fakes of the platforms
)

// witness has the judge told what a fake complains of.
type witness struct {
	testing.TB
	*judge
}

func (t witness) Errorf(format string, values ...any) { t.fail("", format, values...) }

// event is something that will happen.
type event struct {
	at time.Duration // since the start
	do func()
}

// maxEvents is how long a run may be. One that is longer goes in circles.
const maxEvents = 400_000

// maxGoroutines is how many there may be, in all runs that go on at the same time.
const maxGoroutines = 5000

// newWorld is a world in which nothing has happened yet. It must be made within
// a bubble.
func newWorld(t testing.TB, on tier, seed uint64, m mistake) *world {
	time.Sleep(time.Until(evening(seed)))
	w := &world{
		seed: seed, random: rand.New(rand.NewPCG(seed, 1)), other: rand.New(rand.NewPCG(seed, 2)), start: time.Now(), mistake: m,
		trace: 14695981039346656037, arrived: make(chan struct{}, 1), channels: make(map[chat.Place]*channel),
	}
	w.judge, w.thinking = newJudge(w), time.Second
	if on == adapters {
		t = witness{t, w.judge}
		w.platforms, w.thinking = []platform{newGuild(t, w), newWorkspace(t, w)}, 300*time.Millisecond
	}
	w.server = &server{database: newDatabase(timing), world: w}
	w.limits = chat.Limits{
		ButtonsPerRow: 5, MoveButtons: []int{0, 10, 64}[w.random.IntN(3)], Options: 25, Choices: 25,
		MustAnswer: w.chance(0.5), Themes: []string{"classic", "moon"},
	}
	w.tempo = time.Duration(200+w.random.IntN(4000)) * time.Millisecond
	return w
}

// now is the true time since the start.
func (w *world) now() time.Duration { return time.Since(w.start) }

// after has something happen after a while, at least a millisecond. Events that
// come after the same while come in the order in which they were made.
func (w *world) after(d time.Duration, do func()) {
	w.number++
	at := (w.now() + max(d, time.Millisecond)).Truncate(time.Millisecond) + time.Duration(w.number)
	i, _ := slices.BinarySearchFunc(w.events, at, func(e event, at time.Duration) int { return cmp.Compare(at, e.at) })
	w.events = slices.Insert(w.events, i, event{at, do})
}

// run lets everything happen until done is true, or nothing is to come.
func (w *world) run(done func() bool) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		synctest.Wait()
		w.take()
		if done() || len(w.events) == 0 {
			return
		}
		if w.number%1024 == 0 && runtime.NumGoroutine() > maxGoroutines {
			w.judge.fail("", "there are %d goroutines", runtime.NumGoroutine())
			return
		}
		if w.number > maxEvents {
			w.judge.fail("", "after %d events there is no end of them", w.number)
			return
		}
		next := w.events[len(w.events)-1]
		timer.Reset(next.at - w.now())
		select {
		case <-w.arrived: // a timer of the bot's own was earlier
		case <-timer.C:
			w.events = w.events[:len(w.events)-1]
			w.note(uint64(next.at))
			next.do()
		}
	}
}

// chance is true so often, of 1.
func (w *world) chance(of float64) bool { return of > 0 && w.random.Float64() < of }

// between is a time from least to most, the short ones more often.
func (w *world) between(least, most time.Duration) time.Duration {
	x := w.random.Float64()
	return least + time.Duration(x*x*float64(most-least))
}

// note adds to the trace.
func (w *world) note(n uint64) { w.trace = (w.trace ^ n) * 1099511628211 }

// noteText adds a text to the trace.
func (w *world) noteText(text string) {
	for i := range len(text) {
		w.note(uint64(text[i]))
	}
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

// request is something that a goroutine waits for. Those with the same label cannot
// be told apart, and share what becomes of the first.
type request struct {
	label  label
	alone  bool // it is another request even where the label is the same
	begin  func(reply func(any))
	answer chan any
}

// post has a request begun by the world's goroutine. What it replies, in an event of
// its own, is sent to the channel.
func (w *world) post(r request) <-chan any {
	answer := make(chan any, 1)
	r.answer = answer
	w.mu.Lock()
	w.posted = append(w.posted, r)
	w.mu.Unlock()
	select {
	case w.arrived <- struct{}{}:
	default:
	}
	return answer
}

// take begins what was posted.
func (w *world) take() {
	select {
	case <-w.arrived: // for it not to be taken for a later one
	default:
	}
	w.mu.Lock()
	batch := w.posted
	w.posted = nil
	w.mu.Unlock()
	slices.SortFunc(batch, func(a, b request) int { return a.label.compare(b.label) })
	for i := 0; i < len(batch); {
		same := 1
		for i+same < len(batch) && !batch[i].alone && batch[i].label == batch[i+same].label {
			same++
		}
		group := batch[i : i+same]
		if w.story != nil {
			w.story.lines = append(w.story.lines, line{at: w.now(), text: fmt.Sprint(group[0].label), aside: true})
		}
		w.note(uint64(group[0].label.process)<<32 | uint64(group[0].label.attempt))
		w.noteText(group[0].label.what)
		w.note(uint64(group[0].label.version))
		group[0].begin(func(answer any) {
			for _, r := range group {
				r.answer <- answer
			}
		})
		i += same
	}
}
