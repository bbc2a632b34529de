package discord

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/bot"
	"othellobot/chat"
)

var update = flag.Bool("update", false, "rewrite the files in testdata/wire")

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is otherwise (-want +got; go test ./adapters/discord -update accepts it):\n%s", file, diff)
	}
}

// TestIncoming decodes files in Discord's format, next to the expected results.
func TestIncoming(t *testing.T) {
	files, err := filepath.Glob("testdata/wire/incoming/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no interactions found: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(file, ".json")
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			in := decode(t, string(raw))
			a, err := in.action(application{ID: appID, Bot: user{ID: botID}}, bot.Commands(catalog()))
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", readable(a, in))
		})
	}
}

func readable(a chat.Action, in interaction) string {
	var text strings.Builder
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&text, "%-10s %s\n", name, value)
		}
	}
	yes := func(b bool) string { return map[bool]string{true: "yes"}[b] }
	line("user", a.User.String())
	line("moderator", yes(a.Moderator))
	line("place", a.Place.String())
	line("direct", yes(a.Direct))
	line("closed", yes(a.Group))
	line("delivery", string(a.Delivery))
	line("locale", a.Locale)
	line("spoken", a.PlaceLocale)
	line("origin", map[chat.Origin]string{chat.OriginUser: "user", chat.OriginCompletion: "completion"}[a.Origin])
	line("verb", a.Verb)
	for _, arg := range a.Args {
		line("  "+arg.Name, readableWord(arg.Value))
	}
	line("focus", a.Focus)
	line("control", a.Control)
	line("message", string(a.Message))
	line("bot there", yes(in.isMember()))
	return text.String()
}

func readableWord(w chat.Token) string {
	who := map[chat.Mentioned]string{
		chat.MentionsPerson: "person", chat.MentionsBot: "this bot", chat.MentionsOtherBot: "another bot",
	}[w.Kind]
	if w.Kind != chat.MentionsNobody {
		who += " " + w.User.String() + ", "
	}
	return fmt.Sprintf("%s%q", who, w.Text)
}

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
