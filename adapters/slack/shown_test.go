package slack

import (
	"encoding/json"
	"strings"
	"testing"
)

// The text of a chosen message includes everything that the message shows.
func TestShownText(t *testing.T) {
	for message, want := range map[string]string{
		`{"text":"f5d6c3"}`: "f5d6c3",
		`{"text":"","attachments":[{"fallback":"no","text":"f5 &gt; d6","blocks":[{"type":"section","text":{"type":"mrkdwn","text":"c3d3"}}]}]}`:                                                              "f5 > d6 c3d3",
		`{"text":"","attachments":[{"is_share":true,"message_blocks":[{"message":{"blocks":[{"type":"section","fields":[{"type":"plain_text","text":"f5d6c3"}]}]}}]}]}`:                                       "f5d6c3",
		`{"text":"","blocks":[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[{"type":"emoji","name":"one"},{"type":"emoji","name":"black_circle"},{"type":"text","text":"f5"}]}]}]}`: ":one::black_circle:f5",
		`{"text":"","blocks":[{"type":"actions","elements":[{"type":"button","text":{"type":"plain_text","text":"c3"}}]},{"type":"of_2030","elements":7}]}`:                                                   "c3",
		`{"text":"<@U1> <https://example.org|f5d6> <!date^1^{time}|12:00>","blocks":[null,"f5",true]}`:                                                                                                        "f5d6 12:00 f5",
		`{"text":"f5d6c3","blocks":7,"attachments":"x"}`: "f5d6c3 x",
	} {
		var i interaction
		if err := json.Unmarshal([]byte(`{"type":"message_action","message":`+message+`}`), &i); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(i.delivery().text), " "); got != want {
			t.Errorf("%s shows %q, want %q", message, got, want)
		}
	}
}
