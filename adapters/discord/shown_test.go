package discord

import (
	"encoding/json"
	"testing"
)

func TestShownText(t *testing.T) {
	for message, want := range map[string]string{
		`{"content":"f5d6c3"}`: "f5d6c3",
		`{"content":"","message_snapshots":[{"message":{"content":"f5d6c3","embeds":[{"description":"d3"}]}}]}`:                                            "f5d6c3\nd3",
		`{"content":"Look","embeds":[{"title":"A game","description":"f5d6","fields":[{"name":"then","value":"c3d3"}],"footer":{"text":"c4"}}]}`:           "Look\nA game\nf5d6\nthen\nc3d3\nc4",
		`{"content":"","components":[{"type":17,"components":[{"type":10,"content":"f5d6c3"},{"type":1,"components":[{"type":2,"label":"d3"}]}]}]}`:        "f5d6c3\nd3",
		`{"content":"","components":[{"type":1,"components":[{"type":3,"options":[{"label":"d3","value":"play:d3"},{"label":"c4","value":"play:c4"}]}]}]}`: "d3\nc4",
		`{"content":"<:emp:12345678901234567><:bkl:12345678901234567><:leg:12345678901234567><:cat:12345678901234567>"}`:                                   "-X. ",
		`{"content":"<@80351110224678912>: </othello load:1234567890123456789> moves:f5d6 <t:1700000000:t>"}`:                                              " : /othello load moves:f5d6  ",
		`{"content":"f5d6c3","embeds":{"of":2030}}`: "f5d6c3",
		`[]`: "", `null`: "",
	} {
		if got := shownText(json.RawMessage(message)); got != want {
			t.Errorf("%s shows %q, want %q", message, got, want)
		}
	}
	if got := shownText(nil); got != "" {
		t.Errorf("no message shows %q", got)
	}
}
