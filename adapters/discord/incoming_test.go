package discord

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/internal/fake"
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

// TestIncoming decodes files in Discord's format, and compares them with expected results.
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

// After a sleep of afterEpoch, the time in a bubble is past the epoch of Discord's ids.
const afterEpoch = 26 * 365 * 24 * time.Hour

func madeAt(t time.Time) string {
	const epoch = 1420070400000 // https://docs.discord.com/developers/reference#snowflakes
	return strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10)
}

// The time for an answer starts when an interaction is made.
func TestLateInteractions(t *testing.T) {
	for name, c := range map[string]struct {
		age      time.Duration // on arrival
		asked    bool
		deferred bool
	}{
		"fresh":                     {age: 100 * time.Millisecond, asked: true},
		"a while on its way":        {age: 1400 * time.Millisecond, asked: true},
		"late":                      {age: 2 * time.Second, asked: true, deferred: true},
		"too late":                  {age: 2900 * time.Millisecond, deferred: true},
		"by a clock that is behind": {age: -time.Minute, asked: true},
		"by a clock that is ahead":  {age: time.Hour, asked: true},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			time.Sleep(afterEpoch)
			arrived := time.Now()
			over := arrived.Add(answerWithin - c.age)
			discord := &recorder{}
			discord.answer = func(line string) (*http.Response, error) {
				time.Sleep(150 * time.Millisecond)
				if strings.Contains(line, "/callback") && c.age > 0 && c.age < answerWithin && time.Now().After(over) {
					return reply(http.StatusNotFound, `{"code":10062}`), nil
				}
				return nil, nil
			}
			h := answers(effect(chat.Whisper, "done"))
			a := endpoint(t, discord, h)
			a.fromGateway([]byte(with(t, typed(), fields{"id": strconv.Quote(madeAt(arrived.Add(-c.age)))})))
			time.Sleep(time.Minute)
			synctest.Wait()
			if got := len(h.Actions()) == 1; got != c.asked {
				t.Errorf("it is acted upon: %t, want %t", got, c.asked)
			}
			if got := slices.ContainsFunc(discord.calls, func(c call) bool { return strings.Contains(c.body, `"type":5`) }); got != c.deferred {
				t.Errorf("it is put off: %t, want %t", got, c.deferred)
			}
		})
	}
}

func TestAcknowledgementsAreObserved(t *testing.T) {
	for name, c := range map[string]struct {
		takes, want time.Duration
		failed      int
	}{
		"at once": {}, "after a second": {time.Second, time.Second, 0}, "deferred": {5 * time.Second, 1500 * time.Millisecond, 0},
		"in vain": {0, 3 * time.Second, 1},
	} {
		for way, take := range map[string]func(*Adapter){
			"gateway": func(a *Adapter) { a.fromGateway([]byte(typed())) },
			"http":    func(a *Adapter) { a.ServeHTTP(httptest.NewRecorder(), signed(typed(), time.Now())) },
		} {
			if c.failed > 0 && way == "http" {
				continue
			}
			fake.Bubble(t, name+" by "+way, func(t *testing.T) {
				discord, w := &recorder{}, &fake.Watch{}
				if c.failed > 0 {
					discord.script = []func(*http.Request) (*http.Response, error){hanging}
				}
				a := endpoint(t, discord, after(c.takes, effect(chat.Post, "hello")))
				a.observer = w.Observer()
				take(a)
				time.Sleep(time.Minute)
				synctest.Wait()
				if !slices.Equal(w.Acks, []time.Duration{c.want}) || w.Failed != c.failed || len(w.Waits) > 0 {
					t.Errorf("the observer got %+v, want an acknowledgement after %v", w, c.want)
				}
			})
		}
	}
}
