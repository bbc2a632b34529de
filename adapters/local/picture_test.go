package local_test

import (
	"bytes"
	"image"
	_ "image/gif"
	_ "image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

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
