package bot_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/local"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/app"
	"othellobot/people"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store/memory"
	"othellobot/words"
)

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// TestTranscripts compares the replies with the lines that begin with a tab; all others are the script.
// It also draws each board from the store. Each public answer must have a confirmation line.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.chat")
	noError(t, err)
	if len(files) < 30 {
		t.Errorf("only %d transcripts found", len(files))
	}
	h := &heard{asked: make(map[string]bool), posted: make(map[string]bool), sent: make(map[string]bool)}
	t.Cleanup(func() {
		if h.transcripts == len(files) {
			h.judge(t)
		}
	})
	for i, file := range files {
		if testing.Short() && i%4 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(file)
			noError(t, err)
			got := playAs(t, string(want), configuration(words.Load()), func(b *bot.Bot) chat.Handler { return h.by(t, b) })
			if *update {
				noError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			if diff := cmp.Diff(string(want), got); diff != "" && !*update {
				t.Errorf("the conversation differs (-want +got; go test ./bot -update accepts it):\n%s", diff)
			}
			again := playAs(t, got, configuration(words.Load()), func(b *bot.Bot) chat.Handler { return redrawing{b, t} })
			if again != got {
				t.Errorf("fed back as a script the transcript does not reproduce itself:\n%s", cmp.Diff(got, again))
			}
		})
	}
}

// withPictures begins the scripts whose pictures are written to files.
const withPictures = "# -pictures\n"

// withoutFiles begins the scripts whose platform cannot send files.
const withoutFiles = "# -no-files\n"

// pagesOn begins the scripts whose games have pages.
const pagesOn = "# -pages\n"

func withPages(c bot.Config) bot.Config {
	c.PageURL = func(at chat.Place, id chat.GameID) string {
		return "https://bot.example/" + chat.Ticket{Kind: chat.WatchTicket, Place: at, Game: id}.String()
	}
	c.SeatURL = func(seat chat.Ticket) string { return "https://bot.example/" + seat.String() }
	return c
}

// withSpoken begins the scripts whose platform reports languages: "# -spoken ana=ja place=fr".
const withSpoken = "# -spoken "

// withLocales adds to each action the languages named at the beginning of a script.
type withLocales struct {
	chat.Handler
	script string
}

func (s withLocales) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	first, _, _ := strings.Cut(s.script, "\n")
	if list, ok := strings.CutPrefix(first, withSpoken); ok && a.Origin == chat.OriginUser {
		for _, told := range strings.Fields(list) {
			switch who, locale, _ := strings.Cut(told, "="); who {
			case a.User.ID:
				a.Locale = locale
			case "place":
				a.PlaceLocale = locale
			}
		}
	}
	return s.Handler.Handle(ctx, a)
}

func play(t testing.TB, script string) string {
	t.Helper()
	return playAs(t, script, configuration(words.Load()), func(b *bot.Bot) chat.Handler { return b })
}

// configuration returns a bot's configuration for scripts, with quick reviews.
func configuration(catalog *words.Catalog) bot.Config {
	e := engine.New(1, 1<<20)
	return bot.Config{
		Words:      catalog,
		Ports:      people.PortsOf(memory.New(timing), timing),
		Engine:     e,
		Seed:       1,
		Log:        slog.New(slog.DiscardHandler),
		IdleExpiry: timing.IdleExpiry,
		MaxDuels:   20,
		Judge: func(ctx context.Context, yield func(context.Context) error, question func(review.Judge) error) error {
			return e.WithJudge(ctx, yield, func(j *engine.Judge) error { return question(j) })
		},
		Kept:   keptOf,
		Puzzle: stock,
		Solver: solver(e),
		Review: review.Limits{Positions: 5000, SolveEmpties: 12, SolvePositions: 1 << 20},
	}
}

// keptOf returns a fixed example, and nothing about dot.
func keptOf(_ context.Context, p game.Player) (people.Kept, error) {
	if p == "local//dot" {
		return people.Kept{}, nil
	}
	at := func(day int) people.Row {
		return people.Row{"at": time.Date(2026, time.January, day, 0, 0, 0, 0, time.UTC).UnixMilli()}
	}
	ended := people.Row{"doc": map[string]any{"Ended": json.Number("1767268800000")}}
	g := game.NewDuel(1, "local//local/", p, "local//bo", rules.Black, time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC))
	h := g
	h.ID, h.At = 2, g.At+86_400_000
	return people.NewKept(p, map[string][]people.Row{
		"rooms": {at(5)}, "games": {at(2), at(3)}, "votes": {at(1)}, "finished": {ended}, "ratings": {{"rating": 1500}},
		"records": {{"against": "local//bo"}}, "kept": {at(4)}, "seats": {{"game": "1"}},
	}, []game.Game{h, g, h}), nil
}

// playAs runs a script in a bubble of fake time, so that timeouts do not depend on the load.
func playAs(t testing.TB, script string, c bot.Config, before func(*bot.Bot) chat.Handler) string {
	t.Helper()
	var out, log bytes.Buffer
	adapter := scripted(t, script, c, before, &out, &log)
	inBubble(t, func(t testing.TB) {
		noError(t, adapter.Run(t.Context()))
	})
	if log.Len() > 0 {
		t.Errorf("something went wrong: %s", &log)
	}
	return out.String()
}

func scripted(t testing.TB, script string, c bot.Config, before func(*bot.Bot) chat.Handler, out, log io.Writer) *local.Adapter {
	t.Helper()
	now := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	pictures := ""
	if strings.HasPrefix(script, withPictures) {
		pictures = t.TempDir()
	}
	c.Clock = clock(func() time.Time { return now })
	c.Limits = map[string]chat.Limits{local.Platform: local.Limits(false, pictures)}
	if strings.HasPrefix(script, withoutFiles) {
		plain := c.Limits[local.Platform]
		plain.Files = false
		c.Limits[local.Platform] = plain
	}
	if strings.HasPrefix(script, pagesOn) {
		c = withPages(c)
	}
	b := bot.New(c)
	handler := withLocales{before(b), script}
	runner := b.Runner(handler, make(map[string]chat.Poster), slog.New(slog.NewTextHandler(log, nil)))
	adapter := local.New(local.Config{
		Handler:  handler,
		In:       strings.NewReader(script),
		Out:      out,
		Pictures: pictures,
		Settle:   runner.Settle,
		Wait: func(ctx context.Context, d time.Duration) error {
			return runner.Wait(ctx, now.Add(d), func(at time.Time) { now = at })
		},
		Log: runner.Log, Sentences: app.LocalSentences(c.Words.Default()),
	})
	runner.Posters[local.Platform] = adapter
	return adapter
}

// inBubble calls do in a bubble of fake time, or directly in a benchmark, which measures real time.
func inBubble(t testing.TB, do func(testing.TB)) {
	if test, ok := t.(*testing.T); ok {
		synctest.Test(test, func(t *testing.T) { do(t) })
		return
	}
	do(t)
}

// redrawing draws each board that answers a user again from the store, and compares the two.
type redrawing struct {
	*bot.Bot
	t testing.TB
}

func (d redrawing) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := d.Bot.Handle(ctx, a)
	for _, e := range r.Effects {
		if e.Kind == chat.Refresh || e.Subject.Slot != chat.SlotBoard {
			continue
		}
		got, err := d.Draw(ctx, chat.Effect{Kind: chat.Refresh, Subject: e.Subject, Reserved: true})
		if err != nil || len(got.Effects) != 1 || got.Effects[0].Subject != e.Subject {
			d.t.Errorf("%+v is drawn as %+v: %v", e.Subject, got, err)
			continue
		}
		now := got.Effects[0].Message
		switch verb := d.VerbOf(a); {
		case verb == "move", verb == "board", strings.Contains(a.Control, ":move:"):
		default: // only the answer says that a game began, was joined, or that a move was taken back
			now.Text, now.Spoken, now.Controls = e.Message.Text, e.Message.Spoken, e.Message.Controls
		}
		if diff := cmp.Diff(e.Message, now, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			d.t.Errorf("%q %q is answered by one message, and drawn from the store as another (-answered +drawn):\n%s", d.VerbOf(a), a.Control, diff)
		}
	}
	return r, err
}

func newBot(tb testing.TB) *bot.Bot {
	tb.Helper()
	return bot.New(bot.Config{
		Words:      words.Load(),
		Ports:      people.PortsOf(memory.New(timing), timing),
		Engine:     engine.New(1, 1<<20),
		Limits:     map[string]chat.Limits{"p": {ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Themes: []string{"moon"}}},
		Clock:      clock(func() time.Time { return time.Unix(1_750_000_000, 0) }),
		Seed:       1,
		Log:        slog.New(slog.DiscardHandler),
		IdleExpiry: timing.IdleExpiry,
	})
}

func say(user, words string) chat.Action {
	a := by(user, "2345678901234567890", "1234567890123456789")
	a.Tokens = []chat.Token{{Text: words}}
	return a
}

// BenchmarkHandleMove also draws the board and reports the message. A game begins every sixty moves.
func BenchmarkHandleMove(b *testing.B) {
	moves, err := rules.ParseTranscript(wholeGame)
	noError(b, err)
	ctx := context.Background()
	handler := newBot(b)
	ply, p := 0, rules.Start()
	people := [2]string{"3456789012345678901", "4567890123456789012"}
	must(b, handler, ctx, say(people[0], "move a1")) // loads the vocabulary
	start, typed := say(people[0], "start"), make([]chat.Action, len(moves))
	for i, move := range moves {
		typed[i] = say(people[p.ToMove], "move "+move.String())
		p, _ = p.Play(move)
	}
	b.ReportAllocs()
	for b.Loop() {
		if ply == 0 {
			must(b, handler, ctx, start)
		}
		r, err := handler.Handle(ctx, typed[ply])
		noError(b, err)
		e := r.Effects[0]
		if len(render.Emoji(e.Message.Board.View, e.Message.Board.Theme, render.SurfaceKeycaps)) == 0 {
			b.Fatal("no board")
		}
		if _, err := handler.Sent(ctx, e.Subject, chat.Outcome{Ref: "2345678901234567890/5678901234567890123"}); err != nil {
			b.Fatal(err)
		}
		ply = (ply + 1) % len(moves)
	}
}

func BenchmarkHandleRefusal(b *testing.B) {
	ctx := context.Background()
	handler := newBot(b)
	must(b, handler, ctx, say("ana", "start"))
	wrong := say("ana", "move d5")
	must(b, handler, ctx, wrong) // loads the vocabulary
	b.ReportAllocs()
	for b.Loop() {
		must(b, handler, ctx, wrong)
	}
}

func must(tb testing.TB, h chat.Handler, ctx context.Context, a chat.Action) chat.Response {
	tb.Helper()
	r, err := h.Handle(ctx, a)
	if err != nil {
		tb.Fatal(fmt.Errorf("%v: %w", a.Tokens, err))
	}
	for _, e := range r.Effects {
		if e.Subject.Slot == chat.SlotNone {
			continue
		}
		if _, err := h.Sent(ctx, e.Subject, chat.Outcome{Ref: chat.MessageRef("message in " + a.Place.Channel)}); err != nil {
			tb.Fatal(err)
		}
	}
	return r
}
