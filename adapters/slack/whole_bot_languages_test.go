package slack

import (
	"os"
	"testing"

	"othellobot/chat"
	"othellobot/words"
)

// TestEveryLanguageFits is [TestAllTheBotSaysFits] in all languages: with OTHELLO_LONG
// set it is 120 games in each.
func TestEveryLanguageFits(t *testing.T) {
	games := uint64(3)
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		games = 120
	case testing.Short():
		games = 1
	}
	for _, tag := range words.MustLoad().Tags() {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			seen := &findings{verbs: map[string]int{}}
			for i := range games {
				d := newDrive(t, i, seen)
				d.speaks(tag)
				d.play(60)
			}
			t.Logf("%d messages; the longest has a text of %d characters, or blocks of %d", seen.messages, seen.text, seen.blocks)
			if seen.blocks > maxMessage || seen.shortest {
				t.Errorf("blocks of %d characters, or a message that had to grow shorter", seen.blocks)
			}
		})
	}
}

// speaks sets the language of the place, which is also that of people who tell none.
func (d *drive) speaks(tag string) {
	a := d.typed(pick(d, d.people), "settings language:"+tag)
	a.Moderator = true
	if effects := d.do(a); tag != "en" && (len(effects) == 0 || effects[0].Kind != chat.Post) {
		d.t.Fatalf("the place does not speak %s", tag)
	}
}
