package local_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"image"
	_ "image/gif"
	_ "image/png"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/internal/logtest"
	"othellobot/render"
	"othellobot/rules"
)

// screen is an adapter with a toy, and its output.
type screen struct {
	adapter *local.Adapter
	bot     *toy
	out     logtest.Buffer
}

var here = chat.Place{Platform: local.Platform, Channel: "local"}

func newScreen(t testing.TB, in string, change ...func(*local.Config)) *screen {
	t.Helper()
	s := &screen{bot: &toy{clock: time.Unix(0, 0).UTC(), refs: map[chat.Slot]chat.MessageRef{}}}
	c := local.Config{
		Handler: s.bot, In: strings.NewReader(in), Out: &s.out, Settle: s.bot.settle, Wait: s.bot.wait, Log: slog.New(slog.DiscardHandler), Sentences: sentences,
	}
	for _, f := range change {
		f(&c)
	}
	s.adapter = local.New(c)
	s.bot.poster = s.adapter
	return s
}

// deliver posts a message with buttons. Each button's action is its label.
func (s *screen) deliver(t *testing.T, text string, labels ...string) {
	t.Helper()
	s.adapter.Deliver(t.Context(), here, respond(chat.Effect{Kind: chat.Post, Message: message(text, labels...)}))
}

func (s *screen) run(t testing.TB) {
	t.Helper()
	if err := s.adapter.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A press finds the newest message with the button. It skips whispers to other users and former
// buttons.
func TestNewestMessageIsPressed(t *testing.T) {
	out, bot := script(t, `
ana: /othello board
ana: /othello ask
bo: /othello ask
bo: /othello board
ana: [Yes]
bo: [f5]
ana: [f5]
bo: [Yes]
`)
	if strings.Contains(out, "There is no") {
		t.Error(out)
	}
	presses := bot.actions[4:]
	if presses[0].Message == presses[3].Message || presses[1].Message == presses[2].Message {
		t.Errorf("the presses came from %+v", presses)
	}
	if len(bot.actions) != 8 {
		t.Errorf("%d actions", len(bot.actions))
	}
}

func TestEmojiBoard(t *testing.T) {
	moon, _ := render.ThemeNamed("moon")
	s := newScreen(t, "", func(c *local.Config) { c.Emoji = true })
	m := board()
	m.Board.Theme = moon
	s.adapter.Deliver(t.Context(), here, respond(chat.Effect{Kind: chat.Post, Message: m}))
	want := "\t  " + strings.ReplaceAll(render.Emoji(m.Board.View, moon, render.SurfaceLetters), "\n", "\n\t  ") + "\n"
	if !strings.Contains(s.out.String(), want) {
		t.Errorf("the message is shown as\n%s\nwithout\n%s", s.out.String(), want)
	}
}

// The channel cannot show a thread, a whisper without a reader, or a change of an unknown message.
func TestUnsupportedEffects(t *testing.T) {
	s := newScreen(t, "")
	for _, e := range []chat.Effect{
		{Kind: chat.Whisper, Message: message("psst")},
		{Kind: chat.OpenThread, Message: message("a thread")},
		{Kind: chat.Edit, Message: message("which?")},
		{Kind: chat.Remove, Ref: "/1"},
	} {
		s.adapter.Deliver(context.Background(), here, respond(e))
	}
	if out := s.out.String(); out != "" {
		t.Errorf("shown: %q", out)
	}
}

var update = flag.Bool("update", false, "rewrite the transcripts in testdata")

// The transcripts are scripts that reproduce themselves.
func TestTranscripts(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.chat")
	if len(files) == 0 {
		t.Fatal("no transcripts")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := script(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			} else if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the output differs from the script (-want +got; go test ./adapters/local -update accepts it):\n%s", diff)
			}
		})
	}
}

var sentences = local.Sentences{
	Sorry:        chat.Say("Sorry, something went wrong here."),
	NoSuchButton: chat.Say("There is no such button that you can see."),
	NoSuchTime:   chat.Say("Time cannot move like that. Write (wait 90m) or (wait 25h)."),
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type spoilt struct{ render.Picture }

func (spoilt) Draw() []byte { panic("spoilt") }

func pictured(text string, p render.Picture) chat.Effect {
	m := message(text)
	m.Picture = &chat.Picture{Image: p, Alt: chat.Say("what it shows")}
	return chat.Effect{Kind: chat.Post, Message: m}
}

func TestPicturesAreWritten(t *testing.T) {
	folder := t.TempDir()
	s := newScreen(t, "", func(c *local.Config) { c.Pictures = folder })
	board := render.Diagram{View: render.View{Position: rules.Start(), Last: rules.NoSquare}, Better: rules.NoSquare}
	s.adapter.Deliver(t.Context(), here, respond(
		pictured("one", board), pictured("two", spoilt{board}), pictured("three", render.Replay{Start: rules.Start()}),
	))
	const want = "\tto #local, message 1:\n\t  one\n\t  ![what it shows](othello-1.png)\n" +
		"\tto #local, message 2:\n\t  two\n" +
		"\tto #local, message 3:\n\t  three\n\t  ![what it shows](othello-2.gif)\n"
	if got := s.out.String(); got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	for _, name := range []string{"othello-1.png", "othello-2.gif"} {
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, format, err := image.DecodeConfig(bytes.NewReader(file)); err != nil || !strings.HasSuffix(name, format) {
			t.Errorf("%s is %q, %v", name, format, err)
		}
	}
}

func TestMessagesAreShownWithoutPictures(t *testing.T) {
	board := render.Diagram{View: render.View{Last: rules.NoSquare}, Better: rules.NoSquare}
	for name, folder := range map[string]string{"nowhere": "", "a folder that is gone": filepath.Join(t.TempDir(), "gone")} {
		s := newScreen(t, "", func(c *local.Config) { c.Pictures = folder })
		s.adapter.Deliver(t.Context(), here, respond(pictured("one", board)))
		if got, want := s.out.String(), "\tto #local, message 1:\n\t  one\n"; got != want {
			t.Errorf("%s: it says %q, want %q", name, got, want)
		}
	}
}

// An effect with an older version of the same game changes nothing. An effect of another game
// replaces the message at any version.
func TestOlderVersionChangesNothing(t *testing.T) {
	s := newScreen(t, "")
	show := func(game chat.GameID, version uint32) chat.Effect {
		return chat.Effect{Kind: chat.Edit, Ref: "0", Message: message(fmt.Sprint(game, version)), Subject: chat.Subject{Game: game, Slot: chat.SlotPing, Version: version}}
	}
	s.deliver(t, "a board")
	s.adapter.Deliver(t.Context(), here, respond(show("a", 3), show("a", 2), show("a", 3), show("b", 2)))
	var shown []string
	for line := range strings.Lines(s.out.String()) {
		if text, ok := strings.CutPrefix(line, "\t  "); ok {
			shown = append(shown, strings.TrimSpace(text))
		}
	}
	if got, want := strings.Join(shown, " "), "a board a3 a3 b2"; got != want {
		t.Errorf("shown are %q, want %q", got, want)
	}
}

func TestChangesAreBounded(t *testing.T) {
	s := newScreen(t, "")
	for i := range 1100 {
		s.deliver(t, fmt.Sprint(i), "Press")
	}
	list, last, _ := s.adapter.Changes(chat.UserID{}, here, 0)
	if len(list) != 200 || last != 1100 || list[199].Shows.Text.String() != "1099" {
		t.Errorf("%d messages are returned, the last change is %d", len(list), last)
	}
	if m, ok := s.adapter.Shown(chat.UserID{}, here, "0"); !ok || m.Shows.Text != nil {
		t.Errorf("the oldest is still %+v", m)
	}
	if list, _, _ := s.adapter.Changes(chat.UserID{}, here, 1099); len(list) != 1 {
		t.Errorf("after the last but one %d messages have changed", len(list))
	}
}
