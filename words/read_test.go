package words_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"othellobot/rules"
	"othellobot/words"
)

// recording is a file system that records the names of opened files.
type recording struct {
	fs.FS
	names *[]string
}

func (r recording) Open(name string) (fs.File, error) {
	if name != "." {
		*r.names = append(*r.names, name)
	}
	return r.FS.Open(name)
}

func TestLanguagesAreReadAtFirstUse(t *testing.T) {
	var names []string
	catalog, err := words.Read(recording{os.DirFS("."), &names})
	noError(t, err)
	expect := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(names, want) {
			t.Errorf("%s %q are read, want %q", when, names, want)
		}
	}
	expect("at first")
	for range 2 {
		if got := catalog.Default().String(words.Black{}); got != "Black" {
			t.Errorf("Black is called %q", got)
		}
	}
	expect("when English is spoken", "active.en.toml")
	if l := catalog.PreferredOrDefault("de-AT"); l.String(words.Black{}) != "Schwarz" {
		t.Errorf("Black is called %q", l.String(words.Black{}))
	}
	expect("when German is spoken", "active.en.toml", "active.de.toml")
}

func TestMissingMessagesPanic(t *testing.T) {
	text := strings.Replace(english(t), "[YourMove]", "[MyMove]", 1)
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: []byte(text)}})
	noError(t, err)
	defer func() {
		if got, _ := recover().(string); got != "words: YourMove in en: the message is missing" {
			t.Errorf("it panics with %q", got)
		}
	}()
	catalog.Default().String(words.YourMove{})
}

func TestSaidConcurrently(t *testing.T) {
	catalog, err := words.Read(os.DirFS("."))
	noError(t, err)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := catalog.Default().Text(words.ColorToMove{Color: rules.White}, words.BotThinks{}).String(); got != "White to move. The bot is thinking." {
				t.Errorf("it says %q", got)
			}
		})
	}
	group.Wait()
}
