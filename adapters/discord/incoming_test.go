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

// golden compares a text with a file, or writes the file if -update is set.
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

// TestIncoming decodes interactions of every kind. Each is a file in Discord's format, next to
// a file with the expected result.
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

// readable describes an interaction's action, without its empty fields.
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

// TestDocumentedInteractions decodes the interactions in Discord's documentation. They belong
// to other bots, so none is an action.
func TestDocumentedInteractions(t *testing.T) {
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skip("OTHELLO_DATA is not set: it names the folder that holds platforms/discord/docs/incoming-interaction")
	}
	want := map[string]struct {
		user, place string
		moderator   bool
		err         error
	}{
		"interactions_application-commands_L500_example-interaction.json": {
			"53908232506183680", "discord/290926798626357999/645027906669510667/", true, errNotOurs,
		},
		"interactions_application-commands_L854_example-interaction.json": {
			"167348773423415296", "discord/772904309264089089/772908445358620702/", true, errNotOurs,
		},
		"interactions_application-commands_L948_example-interaction.json": {
			"167348773423415296", "discord/772904309264089089/772908445358620702/", true, errNotOurs,
		},
		"tutorials_developing-a-user-installable-app_L246_understanding-metadata-for-interactions.json": {
			"", "discord//1234563982236504123/", false, errNoUser,
		},
	}
	files, err := filepath.Glob(filepath.Join(dir, "platforms/discord/docs/incoming-interaction/*.json"))
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d interactions found, want %d: %v", len(files), len(want), err)
	}
	for _, file := range files {
		w := want[filepath.Base(file)]
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := decode(t, string(raw))
		a, err := in.action(application{}, nil)
		if err != w.err {
			t.Errorf("%s is read with %v, want %v", file, err, w.err)
		}
		if a.User.ID != w.user || in.place().String() != w.place || a.Moderator != w.moderator {
			t.Errorf("%s is of %q (moderator %t) in %q, want %q (%t) in %q", file, a.User.ID, a.Moderator, in.place(), w.user, w.moderator, w.place)
		}
	}
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
