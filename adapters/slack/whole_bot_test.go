package slack

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store"
	"othellobot/words"
)

// TestAllTheBotSaysFits plays games with the whole bot, at random and with every
// verb and control there is, and looks at all that would be sent: Slack takes it,
// and no text lacks a word.
func TestAllTheBotSaysFits(t *testing.T) {
	t.Parallel()
	games := 60
	if testing.Short() {
		games = 15
	}
	seen := &findings{verbs: map[string]int{}}
	for i := range games {
		d := newDrive(t, uint64(i), seen)
		d.play(60)
		if t.Failed() {
			t.Fatalf("in game %d", i)
		}
	}
	t.Logf("%d messages; the longest has a text of %d characters, or blocks of %d; at most %d moves to choose from", seen.messages, seen.text, seen.blocks, seen.moves)
	verbs := []string{"accept", "decline", "join", "rematch", "moves", "rules", "privacy", "forget"} // beside the commands
	for _, c := range bot.Commands(words.MustLoad()) {
		verbs = append(verbs, c.Name)
	}
	for _, verb := range verbs {
		if seen.verbs[verb] == 0 {
			t.Errorf("%s was never typed", verb)
		}
	}
	if seen.blocks > maxMessage {
		t.Errorf("blocks have %d characters", seen.blocks)
	}
	if seen.boards == 0 || seen.ends == 0 || seen.moves < 26 || seen.shortest {
		t.Errorf("the games have shown too little: %+v", seen)
	}
}

// FuzzGames plays a game with the whole bot.
func FuzzGames(f *testing.F) {
	for seed := range uint64(3) {
		f.Add(seed, "d3")
	}
	f.Add(uint64(7), "start <b> & *c* _d_ `e` :f: @here")
	f.Fuzz(func(t *testing.T, seed uint64, typed string) {
		d := newDrive(t, seed, &findings{verbs: map[string]int{}})
		d.types = append(d.types, typed, typed, typed)
		d.play(20)
	})
}

// findings collects what all games together have shown.
type findings struct {
	messages, boards, ends, text, blocks, moves int
	shortest                                    bool // a message had to grow shorter
	verbs                                       map[string]int
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
	types   []string
	turn    int

	controls []string // of the newest messages
	legal    []string // of the newest board
	sent     int
}

// guesser is an engine that plays at random and gives every reason that there is.
type guesser struct{}

func (guesser) Choose(_ context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	squares := slices.Collect(p.Legal().Squares())
	return squares[seed%uint64(len(squares))], nil
}

func (guesser) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
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

// wholeGame is a finished game.
const wholeGame = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"

// manyMoves leads to a position with 27 legal moves.
const manyMoves = "f5d6c3g5e6f3f4d7f6d3c5b4c4e7e8b5b6b7b3d2b2b1a1g3f2g6g4f8"

func newDrive(t *testing.T, seed uint64, seen *findings) *drive {
	d := &drive{
		t: t, seen: seen, random: rand.New(rand.NewPCG(seed, 0)), adapter: New(Config{}), turn: int(seed%1000) * 11,
		now:   time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC),
		place: chat.Place{Platform: Platform, Team: "T0123456789", Channel: "C0123456789", Thread: []string{"", "1767225602.000002"}[seed%2]},
		types: []string{
			"start", "start", "start bot", "start bot white 3", "start anyone", "accept", "decline", "join", "rematch", "board", "board text", "board words",
			"check a1", "check e6 white", "check d3 black board:" + strings.Repeat("-", 64), "moves", "hint", "undo", "resign", "stop", "history",
			"review", "review f5d6c3", "review " + wholeGame, "stats", "stats bo", "games", "load " + wholeGame[:116],
			"load " + manyMoves, "load " + manyMoves, "load f5d6c3", "load zz", "settings theme:classic", "settings theme:moon", "settings theme:pink", "settings pings:now", "settings", "help",
			"help start", "help rules", "rules", "privacy", "forget", "", "d3 e6", "zz", "@everyone <!here> *a*", strings.Repeat("x", 3000), "5", "start thread", "puzzle", "puzzle hard",
		},
	}
	for i, name := range []string{"ana", strings.Repeat("W", 40), "*_~`<@U1>&:smile:", ""} {
		u := chat.UserID{Platform: Platform, Team: d.place.Team, ID: fmt.Sprintf("U01234567%02d", i)}
		d.adapter.names.learn(u.Team, u.ID, name)
		d.people = append(d.people, u)
	}
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}
	d.bot = bot.New(bot.Config{
		Words: words.MustLoad(),
		Table: game.NewTable(store.NewMemory(timing), timing), Engine: guesser{}, Judge: guessing, Reviews: review.Standard(), Seed: seed, IdleExpiry: timing.IdleExpiry,
		Limits: map[string]chat.Limits{Platform: Limits()}, Clock: clock.Func(func() time.Time { return d.now }),
		Log: slog.New(slog.DiscardHandler),
	})
	d.runner = &bot.Runner{Bot: d.bot, Posters: map[string]chat.Poster{Platform: d}, Log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	return d
}

// Deliver implements [chat.Poster].
func (d *drive) Deliver(_ context.Context, _ chat.Place, r chat.Response) {
	d.show(r.Effects, 0)
}

// Capacity implements [chat.Poster].
func (*drive) Capacity() int { return 1 }

func pick[T any](d *drive, list []T) T { return list[d.random.IntN(len(list))] }

// play does so many things, mostly moves.
func (d *drive) play(steps int) {
	for range steps {
		switch n := d.random.IntN(100); {
		case n < 60 && len(d.legal) > 0:
			d.move()
		case n < 75 && len(d.controls) > 0:
			d.do(d.press(pick(d, d.people), pick(d, d.controls)))
		case n < 80:
			d.do(d.challenge())
		default:
			d.turn++ // so that all are typed
			d.do(d.typed(pick(d, d.people), d.types[d.turn%len(d.types)]))
		}
		d.now = d.now.Add([]time.Duration{time.Second, time.Second, 20 * time.Second, 2 * time.Minute, time.Hour}[d.random.IntN(5)])
		if d.random.IntN(300) == 0 {
			d.now = d.now.Add(200 * time.Hour)
		}
		if err := d.runner.Settle(d.t.Context()); err != nil {
			d.t.Error(err)
		}
	}
}

func (d *drive) typed(by chat.UserID, text string) chat.Action {
	verb, _, _ := strings.Cut(text, " ")
	d.seen.verbs[verb]++
	in := delivery{kind: commandKind, id: fmt.Sprint(d.random.Uint64()), team: by.Team, user: by.ID, channel: d.place.Channel, thread: d.place.Thread, text: escape(text)}
	a, err := in.action(botID, nil)
	if err != nil { // a name that Slack has not resolved is never handed on
		in.text = "help"
		a, _ = in.action(botID, nil)
	}
	return a
}

// escape writes what somebody types as Slack delivers it.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func (d *drive) challenge() chat.Action {
	a := d.typed(pick(d, d.people), "start ")
	a.Words = append(a.Words, chat.Word{Kind: chat.MentionsPerson, User: pick(d, d.people), Text: "bo"}, chat.Word{Text: pick(d, []string{"", " black", " white"})})
	return a
}

func (d *drive) press(by chat.UserID, control string) chat.Action {
	in := delivery{kind: pressKind, team: by.Team, user: by.ID, channel: d.place.Channel, thread: d.place.Thread, control: control, message: d.ref(max(d.sent, 1)).ts}
	a, err := in.action(botID, nil)
	if err != nil {
		d.t.Error(err)
	}
	return a
}

// move has whoever may do it play a legal square, by a control or as a command.
func (d *drive) move() {
	square := pick(d, d.legal)
	d.seen.verbs["move"]++
	control := ""
	if d.random.IntN(2) == 0 {
		if i := slices.IndexFunc(d.controls, func(c string) bool { return strings.HasSuffix(c, ":move:"+square) }); i >= 0 {
			control = d.controls[i]
		}
	}
	for _, i := range d.random.Perm(len(d.people)) {
		a := d.press(d.people[i], "x")
		if a.Control = control; control == "" {
			a = d.typed(d.people[i], square)
		}
		if effects := d.do(a); len(effects) == 0 || effects[0].Kind != chat.Whisper {
			return
		}
	}
}

func (d *drive) do(a chat.Action) []chat.Effect {
	r, err := d.bot.Handle(d.t.Context(), a)
	if err != nil || r.Trouble != chat.NoTrouble {
		d.t.Errorf("%+v: trouble %d, %v", a, r.Trouble, err)
	}
	d.show(r.Effects, 0)
	return r.Effects
}

func (d *drive) ref(n int) ref { return ref{d.place.Channel, fmt.Sprintf("%d.000002", 1767225600+n)} }

// show looks at what would be sent, and reports it to the bot as sent.
func (d *drive) show(effects []chat.Effect, depth int) {
	if depth > 4 {
		d.t.Error("the bot corrects a message again and again")
		return
	}
	for _, e := range effects {
		switch e.Kind {
		case chat.Remove, chat.OpenThread:
			continue
		case chat.Collapse:
			e.Message = chat.Message{Text: e.Message.Text}
		}
		d.look(e)
		if e.Shows.Slot == chat.SlotNone {
			continue
		}
		d.sent++
		correction, err := d.bot.Sent(d.t.Context(), e.Shows, chat.Outcome{Ref: d.ref(d.sent).name()})
		if err != nil {
			d.t.Error(err)
		}
		d.show(correction.Effects, depth+1)
	}
}

// look holds a message, as it is read in one place or another, against what Slack
// takes.
func (d *drive) look(e chat.Effect) {
	m := e.Message
	to := audience{team: d.place.Team, thread: d.place.Thread != "", edit: d.random.IntN(2) == 0}
	p := d.adapter.message(m, to)
	body, err := json.Marshal(map[string]any{"channel": "C1", "ts": "1.2", "parse": "none", "text": p.text, "blocks": p.blocks})
	if err != nil {
		d.t.Error(err)
	}
	for _, problem := range slacktest.Check("chat.update", body) {
		d.t.Errorf("%s in\n%s", problem, body)
	}
	to.mentioned = mentionedIn(m.Text)
	said := d.adapter.write(m.Text, to)
	if text := markupIn(p); said == "" || !strings.HasPrefix(text, said) {
		d.t.Errorf("of %q is left\n%s", said, text)
	}
	if problem := boldness(said); problem != "" {
		d.t.Errorf("%s in %q", problem, said)
	}
	first, _, _ := strings.Cut(said, "\n")
	if m.Spoken == nil && !strings.HasPrefix(p.text, first) || m.Spoken != nil && p.text != shortenMarkup(d.adapter.write(m.Spoken, to), maxText) {
		d.t.Errorf("what is heard of %q is %q", said, p.text)
	}
	d.count(m, p)
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			d.controls = append(d.controls, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				d.controls = append(d.controls, o.Action)
			}
			d.seen.moves = max(d.seen.moves, len(row.Select.Options))
		}
	}
	d.controls = d.controls[max(0, len(d.controls)-60):]
	if m.Board != nil {
		d.legal = strings.Fields(m.Board.View.Hints.String())
	}
}

// boldness says where the marks of bold words would be seen: beside a letter or a
// digit, or around nothing.
func boldness(markup string) string {
	parts := strings.Split(strings.ReplaceAll(markup, "\u2060*\u2060", ""), "*")
	if len(parts)%2 == 0 {
		return "a single *"
	}
	for i := 1; i < len(parts); i += 2 {
		inside := parts[i]
		if strings.TrimSpace(inside) != inside || inside == "" || strings.Contains(inside, "\n") {
			return fmt.Sprintf("bold %q", inside)
		}
		if endsInWord(parts[i-1]) || beginsWithWord(parts[i+1]) {
			return fmt.Sprintf("*%s* in a word", inside)
		}
	}
	return ""
}

func endsInWord(text string) bool {
	return text != "" && strings.ContainsAny(text[len(text)-1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
}

func beginsWithWord(text string) bool { return text != "" && endsInWord(text[:1]) }

func (d *drive) count(m chat.Message, p payload) {
	d.seen.messages++
	d.seen.text = max(d.seen.text, len([]rune(p.text)))
	d.seen.blocks = max(d.seen.blocks, blocksSize(p.blocks))
	if m.Board != nil {
		d.seen.boards++
		if m.Board.View.Ended {
			d.seen.ends++
		}
		if !slices.ContainsFunc(p.blocks, func(b slackapi.Block) bool { return b.BlockType() == "context" }) && len(m.Footers) > 0 {
			d.seen.shortest = true
		}
	}
}
