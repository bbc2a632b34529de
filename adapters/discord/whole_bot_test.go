package discord

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store"
)

// TestAllTheBotSaysFits plays games with the whole bot, at random and with every
// command and control there is, and looks at all that would be sent: with people
// and emoji of the longest ids, no message is too long for Discord, and none
// lacks a word of its text.
func TestAllTheBotSaysFits(t *testing.T) {
	const games = 90
	seen := &findings{forms: map[string]int{}, verbs: map[string]int{}, bodies: map[string]bool{}}
	for i := range games {
		d := newDrive(t, uint64(i), seen)
		d.play(70)
		if t.Failed() {
			t.Fatalf("in game %d", i)
		}
	}
	t.Logf("%d messages, the longest of %d units, cards of at most %d bytes", seen.messages, seen.longest, seen.largest)
	for _, form := range slices.Sorted(maps.Keys(seen.forms)) {
		t.Logf("%6d %s", seen.forms[form], form)
	}
	for _, c := range bot.Commands(catalog()) {
		if seen.verbs[c.Name] == 0 {
			t.Errorf("%s was never sent", c.Name)
		}
	}
	if seen.longest < maxContent*19/20 || seen.forms["a card, shorter footer"] == 0 || seen.manyMoves == 0 || seen.pictures == 0 {
		t.Errorf("no message came near the limit: %+v", seen)
	}
}

// findings collects what all games together have shown.
type findings struct {
	messages, pictures, longest, largest, manyMoves int
	forms                                           map[string]int // how messages were fitted, and how often
	verbs                                           map[string]int
	bodies                                          map[string]bool
}

// drive is one place with people who do anything at all.
type drive struct {
	t       *testing.T
	random  *rand.Rand
	seen    *findings
	adapter *Adapter
	bot     *bot.Bot
	runner  *bot.Runner
	now     time.Time
	place   chat.Place
	people  []chat.UserID

	controls []string // of the newest messages
	legal    []string // of the newest board
	sent     int
	last     chat.Action
}

// engine plays at random and gives every reason that there is.
type engine struct{}

func (engine) Choose(_ context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	squares := slices.Collect(p.Legal().Squares())
	return squares[seed%uint64(len(squares))], nil
}

func (engine) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	reasons := []bot.Reason{
		bot.ReasonOnlyMove, bot.ReasonCorner, bot.ReasonSolvedWin, bot.ReasonSolvedDraw, bot.ReasonSolvedLoss,
		bot.ReasonForced, bot.ReasonMobility, bot.ReasonParity, bot.ReasonDiscs, bot.ReasonSafe, bot.ReasonSearch,
	}
	squares := slices.Collect(p.Legal().Squares())
	return squares[:min(3, len(squares))], reasons[uint64(p.Black)%uint64(len(reasons))], 64, nil
}

// guess is a judge that answers at once: it finds the first move or the last one best,
// and worth anything.
type guess struct{}

func (guess) Identity() string { return "guess" }

func (guess) Forget() {}

func (guess) Search(_ context.Context, p rules.Position, _ int, _ uint64) (rules.Square, float64, int) {
	squares, lot := slices.Collect(p.Legal().Squares()), uint64(p.Black)*0x9e3779b97f4a7c15>>56
	return squares[int(lot)%len(squares)], float64(lot)/4 - 32, 4
}

func (guess) Solve(context.Context, rules.Position, uint64) (rules.Square, int, bool) {
	return rules.NoSquare, 0, false
}

// guessing lends the judge.
func guessing(_ context.Context, question func(review.Judge) error) error { return question(guess{}) }

func newDrive(t *testing.T, seed uint64, seen *findings) *drive {
	d := &drive{
		t: t, seen: seen, random: rand.New(rand.NewPCG(seed, 0)), adapter: prepared(io.Discard, nil),
		now: time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC),
		place: []chat.Place{
			{Platform: Platform, Team: serverID, Channel: channelID},
			{Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID},
			{Platform: Platform, Channel: channelID},
		}[seed%3],
	}
	for _, id := range []string{"18446744073709551615", "18446744073709551614", "1844674407370955161", "1099512627776000001"} {
		d.people = append(d.people, userID(id))
	}
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}
	d.bot = bot.New(bot.Config{
		Words: catalog(),
		Table: game.NewTable(store.NewMemory(timing), timing), Engine: engine{}, Judge: guessing, Reviews: review.Standard(), Seed: seed, IdleExpiry: timing.IdleExpiry,
		Limits: map[string]chat.Limits{Platform: d.adapter.Limits()}, Clock: clock.Func(func() time.Time { return d.now }),
		Log: slog.New(slog.DiscardHandler),
	})
	d.runner = &bot.Runner{Bot: d.bot, Posters: map[string]chat.Poster{Platform: d}, Log: slog.New(slog.DiscardHandler)}
	return d
}

// Deliver implements [chat.Poster].
func (d *drive) Deliver(_ context.Context, _ chat.Place, r chat.Response) { d.show(r.Effects, 0) }

// Capacity implements [chat.Poster].
func (*drive) Capacity() int { return 1 }

// play does so many things, mostly moves.
func (d *drive) play(steps int) {
	for range steps {
		switch n := d.random.IntN(100); {
		case n < 65 && len(d.legal) > 0:
			d.move()
		case n < 75 && len(d.controls) > 0:
			d.do(d.press(d.somebody(), pick(d, d.controls)))
		case n < 78 && d.last.Place != chat.Place{}:
			d.do(d.last) // delivered once more
		default:
			d.do(d.typed())
		}
		d.pass()
	}
}

// pass lets time pass, and what is due happen.
func (d *drive) pass() {
	d.now = d.now.Add([]time.Duration{time.Second, 20 * time.Second, 2 * time.Minute, 2 * time.Hour, 200 * time.Hour}[d.oneOf(600, 300, 80, 18, 2)])
	if err := d.runner.Settle(d.t.Context()); err != nil {
		d.t.Error(err)
	}
}

// oneOf picks an index by weight.
func (d *drive) oneOf(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := d.random.IntN(total)
	for i, w := range weights {
		if n -= w; n < 0 {
			return i
		}
	}
	return 0
}

func pick[T any](d *drive, list []T) T { return list[d.random.IntN(len(list))] }

func (d *drive) somebody() chat.UserID { return pick(d, d.people) }

// move has whoever may do it play a legal square, by a control or as a command.
func (d *drive) move() {
	square := pick(d, d.legal)
	control := ""
	if d.random.IntN(2) == 0 {
		if i := slices.IndexFunc(d.controls, func(c string) bool { return strings.HasSuffix(c, ":move:"+square) }); i >= 0 {
			control = d.controls[i]
		}
	}
	for _, i := range d.random.Perm(len(d.people)) {
		a := d.press(d.people[i], control)
		if control == "" {
			a = d.command(d.people[i], "move", "square", square)
		}
		if effects := d.do(a); len(effects) == 0 || effects[0].Kind != chat.Whisper {
			return
		}
	}
}

// do has the bot do something, and shows what comes of it.
func (d *drive) do(a chat.Action) []chat.Effect {
	d.seen.verbs[a.Verb]++
	d.last = a
	r, err := d.bot.Handle(d.t.Context(), a)
	if err != nil || r.Trouble != chat.NoTrouble {
		d.t.Errorf("%+v: trouble %d, %v", a, r.Trouble, err)
	}
	if done := d.adapter.part(r.Done, ""); length(done) > maxContent/10 || strings.Contains(done, "\n") {
		d.t.Errorf("%+v is done with %q", a, done)
	}
	d.show(r.Effects, 0)
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenThread && a.Place.Thread == "" {
		a.Place.Thread = threadID
		return d.do(a)
	}
	return r.Effects
}

func (d *drive) ref(n int) chat.MessageRef {
	return ref{channel: channelID, message: fmt.Sprint(1105049371830940000 + n)}.name()
}

// show looks at what would be sent, and reports it to the bot as sent.
func (d *drive) show(effects []chat.Effect, depth int) {
	if depth > 5 {
		d.t.Error("the bot corrects a message again and again")
		return
	}
	for _, e := range effects {
		switch e.Kind {
		case chat.Remove:
			continue
		case chat.Direct:
			e.Kind = chat.Post
		case chat.OpenThread:
			if name := cut(e.Message.Text.String(), maxThreadName); name == "" {
				d.t.Error("a thread has no name")
			}
			continue
		case chat.Collapse:
			e.Message = chat.Message{Text: e.Message.Text}
		}
		d.look(e.Kind, e.Message)
		d.remember(e.Message)
		if e.Shows.Slot == chat.SlotNone {
			continue
		}
		d.sent++
		correction, err := d.bot.Sent(d.t.Context(), e.Shows, chat.Outcome{Ref: d.ref(d.sent)})
		if err != nil {
			d.t.Error(err)
		}
		d.show(correction.Effects, depth+1)
	}
}

// remember keeps what can be done with a message.
func (d *drive) remember(m chat.Message) {
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			d.controls = append(d.controls, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				d.controls = append(d.controls, o.Action)
			}
		}
	}
	d.controls = d.controls[max(0, len(d.controls)-60):]
	if m.Board != nil {
		d.legal = nil
		for s := range m.Board.View.Hints.Squares() {
			d.legal = append(d.legal, s.String())
		}
		if len(d.legal) > maxOptions {
			d.seen.manyMoves++
		}
	}
}
