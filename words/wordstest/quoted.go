package wordstest

import (
	_ "embed"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"sync"
	"testing/fstest"

	"othellobot/words"
)

//go:embed quoted.toml
var quoted []byte

// Quoted are the English messages, of which those in quoted.toml go as tests quote them:
// tests hold the bot to what it says, and not to how words puts it.
var Quoted = sync.OnceValue(func() *words.Catalog {
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: English()}})
	if err != nil {
		panic(err)
	}
	return catalog
})

var (
	message = regexp.MustCompile(`(?m)^\[\w+\]\n(?:[^\[\n].*\n)*`)
	name    = regexp.MustCompile(`^\[\w+\]`)
)

// English is the file of [Quoted].
func English() []byte {
	instead := make(map[string][]byte)
	for _, m := range message.FindAll(append(quoted, '\n'), -1) {
		instead[string(name.Find(m))] = m
	}
	return message.ReplaceAllFunc(append(english(), '\n'), func(m []byte) []byte {
		if q, ok := instead[string(name.Find(m))]; ok {
			return q
		}
		return m
	})
}

// english is the English file of words, which is somewhere above the package under test.
func english() []byte {
	path := "words/active.en.toml"
	for {
		text, err := os.ReadFile(path)
		if err == nil {
			return text
		}
		if !errors.Is(err, fs.ErrNotExist) || len(path) > 100 {
			panic(err)
		}
		path = "../" + path
	}
}
