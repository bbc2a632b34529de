package bot

import (
	"os"
	"regexp"
	"sync"
	"testing/fstest"

	"othellobot/words"
)

// QuotedWords are the English messages, of which those in testdata/quoted.toml go as tests
// quote them: tests hold the bot to what it says, and not to how words puts it.
var QuotedWords = sync.OnceValue(func() *words.Catalog {
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: QuotedEnglish()}})
	if err != nil {
		panic(err)
	}
	return catalog
})

var message = regexp.MustCompile(`(?m)^\[\w+\]\n(?:[^\[\n].*\n)*`)

// QuotedEnglish is the file of [QuotedWords].
func QuotedEnglish() []byte {
	var files [2][]byte
	for i, name := range []string{"testdata/quoted.toml", "../words/active.en.toml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		files[i] = append(text, '\n')
	}
	name := regexp.MustCompile(`^\[\w+\]`)
	quoted := make(map[string][]byte)
	for _, m := range message.FindAll(files[0], -1) {
		quoted[string(name.Find(m))] = m
	}
	return message.ReplaceAllFunc(files[1], func(m []byte) []byte {
		if q, ok := quoted[string(name.Find(m))]; ok {
			return q
		}
		return m
	})
}
