package sim

import (
	"math/rand/v2"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

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
