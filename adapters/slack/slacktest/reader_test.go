package slacktest

import (
	"slices"
	"testing"

	slackapi "github.com/slack-go/slack"
)

func newReader() *reader {
	return &reader{name: func(id string) string { return map[string]string{"U1": "ana", "W2": "bo"}[id] }}
}

func TestMarkupIsRead(t *testing.T) {
	for _, c := range []struct {
		markup, want string
	}{
		{"plain", "plain"},
		{"a *bold* b", "a bold b"},
		{"*b*,_i_;~s~", "b,i;s"},
		{"*_both_*", "both"},
		{"2*3 and snake_case", "23 and snakecase"}, // in doubt they are marks
		{"\u2060*\u2060b\u2060*\u2060", "*b*"},
		{"`*c*` &amp; `&lt;d&gt;`", "*c* & <d>"},
		{"a ```\nx\n  y\n``` b", "a \nx\n  y\n b"},
		{"```x", "```x"},
		{"&amp;lt; &lt;@U1&gt;", "&lt; <@U1>"},
		{"<@U1> and <@W2|x> and <@U9>", "@ana and @bo and @unknown-user U9"},
		{"<!date^0^{time}|x> <!date^86400^{date_pretty} {time}|x>", "00:00 January 2, 1970 00:00"},
		{"<https://example.org|a &amp; b> <https://example.org>", "a & b https://example.org"},
		{"<slack://user?team=T1&amp;id=U1|ana>", "ana"},
		{":red_circle::smile: :who-knows: 10:30:00 :\u2060smile:\u2060", "🔴😄 ⟦who-knows⟧ 10:30:00 :smile:"},
	} {
		r := newReader()
		r.mrkdwn(c.markup)
		if got := r.String(); got != c.want {
			t.Errorf("%q is read as %q, want %q", c.markup, got, c.want)
		}
	}
}

func TestBlocksAreRead(t *testing.T) {
	r := newReader()
	var all slackapi.Blocks
	if err := strict(`[
		{"type":"section","text":{"type":"mrkdwn","text":"*one* <@U1>"}},
		{"type":"image","alt_text":"two","image_url":"x"},
		{"type":"data_visualization","title":"three","chart":{"type":"line","series":null,"axis_config":{"categories":null}}},
		{"type":"context","elements":[{"type":"mrkdwn","text":"_four_"}]},
		{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"no text"}}]}
	]`, &all); err != nil {
		t.Fatal(err)
	}
	r.blocks(all.BlockSet)
	if got, want := r.String(), "one @ana\ntwo\nthree\nfour\n"; got != want || !slices.Equal(r.mentioned, []string{"U1"}) {
		t.Errorf("read %q with %q mentioned, want %q", got, r.mentioned, want)
	}
}
