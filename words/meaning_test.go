package words_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"othellobot/words"
)

// TestWordsMeanOneThing checks that a word means the same in all languages, because the
// bot cannot know the language that a user types.
func TestWordsMeanOneThing(t *testing.T) {
	catalog := words.Load()
	verbs, values := catalog.Verbs(), catalog.Values()
	for _, tag := range catalog.Tags() {
		l, _ := catalog.Named(tag)
		for what, m := range map[string]words.Message{"verb": words.VerbWords{}, "value": words.ValueWords{}} {
			all := verbs
			if what == "value" {
				all = values
			}
			for line := range strings.Lines(l.String(m)) {
				meant, list, _ := strings.Cut(strings.TrimSpace(line), ":")
				for word := range strings.SplitSeq(list, ",") {
					word = strings.ToLower(strings.TrimSpace(word))
					if all[word] != meant {
						t.Errorf("%s: the %s %q means %q here and %q elsewhere", tag, what, word, meant, all[word])
					}
				}
			}
		}
	}
}

func TestMeaningsNeedAColon(t *testing.T) {
	text := strings.Replace(english(t), "start: new,", "start new,", 1)
	if err := words.Check(fstest.MapFS{"active.en.toml": {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), "VerbWords") {
		t.Errorf("the error is %v", err)
	}
}
