package parse

import (
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/words"
)

// TestPhrasesMeanOneThing checks that no phrase has different meanings in two spellings or languages.
func TestPhrasesMeanOneThing(t *testing.T) {
	meanings := make(map[string]string)
	for phrase, meant := range words.Load().Verbs() {
		key := ""
		for _, w := range tokens([]chat.Token{{Text: phrase}}) {
			key += folded(w.Text) + " "
		}
		if other, known := meanings[key]; known && other != meant {
			t.Errorf("%q means %q and %q", phrase, meant, other)
		}
		meanings[key] = meant
	}
}

// TestFillersKeepMeaning checks that no filler word is a negation, a condition or another person.
func TestFillersKeepMeaning(t *testing.T) {
	v := newVocabulary(nil, words.Load())
	for word := range strings.FieldsSeq(`not no dont never without nobody should if he she they
		nicht kein keine nie niemals ohne wenn falls er sie non ne pas jamais sans si il nunca jamas sin no si
		mai senza se nao nem jamais inte aldrig utan om ない しない まだ もし 안 못 않 不 别 別 没 沒 ไม่ อย่า`) {
		if n := v.phrases.next[folded(word)]; n != nil && n.filler {
			t.Errorf("%q is a filler word", word)
		}
	}
}

func TestSplitKeepsEverything(t *testing.T) {
	v := newVocabulary(nil, words.Load())
	for _, text := range []string{"ヒントください", "e6に打ちます", "レベル5で対局", "あいうえお", "d3", "봇이랑", "日本語a1b2語"} {
		var got string
		for _, w := range v.terms([]chat.Token{{Text: text}}) {
			got += w.Text
		}
		if got != text {
			t.Errorf("the parts of %q together are %q", text, got)
		}
	}
}
