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

// Quoted returns a catalog of the English messages. Messages in quoted.toml replace those of words.
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

// English returns the text of the TOML file that [Quoted] reads.
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

// english reads the English file, which it looks for in each parent folder of the working folder.
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
