package discord

import (
	"os"
	"testing"

	"othellobot/chat"
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
	for _, tag := range catalog().Tags() {
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			seen := &findings{forms: map[string]int{}, verbs: map[string]int{}, bodies: map[string]bool{}}
			for i := range games {
				d := newDrive(t, i, seen)
				d.speaks(tag)
				d.play(70)
			}
			t.Logf("%d messages, the longest of %d units, cards of at most %d bytes", seen.messages, seen.longest, seen.largest)
		})
	}
}

// speaks sets the language of the place, which is also that of people who tell none.
func (d *drive) speaks(tag string) {
	a := d.command(d.somebody(), "settings", "language", tag)
	a.Moderator = true
	if effects := d.do(a); tag != "en" && (len(effects) == 0 || effects[0].Kind != chat.Post) {
		d.t.Fatalf("the place does not speak %s", tag)
	}
}
