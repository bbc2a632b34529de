package parse

import (
	"testing"

	"othellobot/words"
)

// No phrase means two things, also where it is only written otherwise in two languages.
func TestPhrasesMeanOneThing(t *testing.T) {
	if v := newVocabulary(nil, words.MustLoad()); len(v.twice) > 0 {
		t.Errorf("%q mean two things", v.twice)
	}
}
