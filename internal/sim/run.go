package sim

import (
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

type report struct {
	trace  uint64
	failed string // the broken invariant; empty if none was broken
	story  *story // nil unless requested
	about  game.Place
	games  int // number of games with at least 10 moves
	moves  int // number of moves in these games
	events int
	census census
}

func simulate(t *testing.T, on tier, seed uint64, m mistake, withStory bool) (r report) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, on, seed, m)
		if withStory {
			w.story = new(story)
		}
		w.live()
		r = w.report()
	})
	return r
}

// live runs a whole simulation. People play while faults occur. Then all faults end, and all work that is left
// must be done soon. Sometimes a night follows, when no process runs, and another day.
func (w *world) live() {
	defer w.end()
	hosts := 1 + w.random.IntN(3)
	if len(w.platforms) > 0 {
		hosts = 2
	}
	for n := range hosts {
		h := &host{world: w, name: []string{"one", "two", "three"}[n]}
		w.hosts = append(w.hosts, h)
	}
	for _, h := range w.hosts {
		h.boot()
	}
	if len(w.platforms) > 0 { // the bot must be installed first
		w.weather = weather{latency: 20 * time.Millisecond, syncTime: 10 * time.Millisecond}
		w.runFor(10 * time.Second)
	}
	for n := range 2 + w.random.IntN(3) {
		w.open(n)
	}
	w.day()
	if w.judge.failed == "" && w.chance(0.3) {
		d := []time.Duration{time.Hour, 25 * time.Hour, 73 * time.Hour, 8 * 24 * time.Hour}[w.random.IntN(4)]
		if d > game.ClaimDelay {
			w.beginRated()
		}
		w.night(d)
		w.runFor(time.Minute)
		if w.judge.warned() {
			w.night(game.ClaimDelay - game.WarningDelay - 2*time.Minute)
			w.lastMoment()
		}
		w.judge.atRest()
		w.day()
	}
	if w.judge.failed == "" && len(w.platforms) == 0 && w.chance(0.2) {
		w.loseSomething()
	}
}

func (w *world) day() {
	w.closing = false
	w.weather = w.mistake.weather(w.forecast())
	for _, c := range w.sortedChannels() {
		c.games = 1 + w.random.IntN(4)
		w.playing++
		c.play()
		if w.chance(0.4) {
			w.after(w.between(time.Second, 10*time.Second), c.subscribe)
		}
		if len(w.platforms) > 0 && w.chance(0.2) {
			c.pester(c.people[0], c.people[1], mostUnasked+2)
		}
	}
	w.trouble()
	end := w.now() + w.between(5*time.Second, 5*time.Minute)
	w.after(end-w.now(), func() {})
	w.run(func() bool { return w.playing == 0 || w.now() >= end || w.judge.failed != "" })
	w.calm()
	w.runFor(2 * time.Minute)
	w.replaceUnreadable()
	w.judge.atRest()
	if len(w.platforms) > 0 {
		w.lookAtBoards()
	}
}

func (w *world) open(n int) {
	people := crowd(2 + w.random.IntN(3))
	name := string(rune('a' + n))
	var c *channel
	if len(w.platforms) > 0 {
		c = w.platforms[n%len(w.platforms)].open(name, people)
		if w.chance(0.3) {
			c.typed(c.people[0], "settings", text("settings pings:now"))
		}
	} else {
		c = &channel{world: w, venue: model{w}, names: people, place: chat.Place{Platform: modelPlatform, Team: "t", Channel: name}}
		for _, name := range people {
			c.people = append(c.people, chat.UserID{Platform: modelPlatform, Team: "t", ID: name})
		}
	}
	c.drawLength()
	w.channels[c.place] = c
}

func (w *world) beginRated() {
	for _, c := range w.sortedChannels() {
		if c.running() == nil {
			c.typed(c.people[0], "start", text("start"), chat.Token{User: c.people[1], Kind: chat.MentionsPerson})
		}
	}
	w.runFor(10 * time.Second)
	for _, c := range w.sortedChannels() {
		c.pressAny(c.people[1], "accept rated")
	}
	w.runFor(10 * time.Second)
}

// lastMoment lets some players move just before or after they lose by time, while calls fail.
func (w *world) lastMoment() {
	f := w.mistake.weather(w.forecast())
	w.weather = weather{latency: f.latency, syncTime: f.syncTime, crash: f.crash, lostCall: f.lostCall, lostAnswer: f.lostAnswer, lateCall: f.lateCall}
	for _, c := range w.sortedChannels() {
		m := c.running()
		if m == nil || m.game.Reminder < game.Warned || w.chance(0.3) {
			continue
		}
		left := m.touched + game.ClaimDelay - w.now()
		w.after(left+time.Duration(w.random.IntN(1000)-500)*time.Millisecond, func() {
			if c.running() == m {
				c.move(m.game)
			}
		})
	}
	w.runFor(3 * time.Minute)
	w.calm()
	w.runFor(time.Minute)
}

func (w *world) replaceUnreadable() {
	for _, c := range w.sortedChannels() {
		if m := c.running(); m != nil && m.unreadable {
			c.typed(c.people[0], "start", text("start"))
		}
	}
	w.runFor(10 * time.Second)
}

func (w *world) end() {
	for _, h := range w.hosts {
		h.stop()
	}
	if len(w.platforms) > 0 {
		time.Sleep(time.Minute) // adapters complete their work
	}
	synctest.Wait()
}

func (w *world) report() report {
	r := report{
		trace: w.trace, failed: w.judge.failed, about: w.judge.about, story: w.story, events: w.number, census: w.census,
	}
	for _, m := range w.judge.matches {
		if n := len(m.game.Moves); n >= 10 {
			r.games++
			r.moves += n
		}
	}
	return r
}

// midnight is the first change of date in a run. A week ends then.
var midnight = time.Date(2026, time.January, 5, 0, 0, 0, 0, time.UTC)

func evening(seed uint64) time.Time { return midnight.Add(-time.Duration(seed%180) * time.Second) }

func newJudge(w *world) *judge {
	return &judge{world: w, matches: make(map[game.ID]*match), running: make(map[game.Place]*match), done: make(map[string]bool), excuses: make(map[chat.GameID]int), drawn: make(map[chat.Subject]drawing), notices: make(map[chat.MessageRef]string), replies: make(map[puzzlerKey][]replies), settled: make(map[game.Place]time.Duration), newer: make(map[game.Place]int64)}
}

// judgingTB passes the errors of a fake to the judge.
type judgingTB struct {
	testing.TB
	*judge
}

func (t judgingTB) Errorf(format string, values ...any) { t.fail("", format, values...) }

// newWorld returns a new world. It must be called within a bubble of synctest.
func newWorld(t testing.TB, on tier, seed uint64, m mistake) *world {
	time.Sleep(time.Until(evening(seed)))
	w := &world{
		seed: seed, random: rand.New(rand.NewPCG(seed, 1)), start: time.Now(), mistake: m,
		trace: 14695981039346656037, arrived: make(chan struct{}, 1), channels: make(map[chat.Place]*channel),
	}
	w.judge, w.thinking, w.maxEvents = newJudge(w), time.Second, 400_000
	if on == adapters {
		t = judgingTB{t, w.judge}
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
