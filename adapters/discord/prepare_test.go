package discord

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/fake"
	"othellobot/bot"
	"othellobot/internal/logtest"
	"othellobot/render"
)

const (
	theApplication = "/applications/" + appID
	theCommands    = theApplication + "/commands"
	theEmoji       = theApplication + "/emojis"
)

type account struct {
	commands string // JSON
	emoji    []string
	fails    map[string]*http.Response // keyed by method and path
}

func (s *account) answer(line string) (*http.Response, error) {
	switch r := s.fails[line]; {
	case r != nil:
		return r, nil
	case strings.HasSuffix(line, "/@me"):
		return reply(200, `{"id":"`+appID+`","name":"Othello","bot":{"id":"`+botID+`","bot":true}}`), nil
	case strings.HasPrefix(line, "GET") && strings.Contains(line, "/commands"):
		return reply(200, s.commands), nil
	case strings.HasPrefix(line, "PUT"):
		return reply(200, `[{"id":"`+commandID+`","type":1,"name":"othello"}]`), nil
	case line == "GET "+theEmoji:
		items := []string{}
		for i, name := range s.emoji {
			items = append(items, fmt.Sprintf(`{"id":"%d","name":%q,"animated":false}`, 1234567890123456700+i, name))
		}
		return reply(200, `{"items":[`+strings.Join(items, ",")+`]}`), nil
	case line == "POST "+theEmoji:
		return reply(201, `{"id":"1234567890123456789","name":"new"}`), nil
	default:
		return reply(404, `{"code":0}`), nil
	}
}

func tileNames() (names []string) {
	render.TileTheme(func(name string) string {
		names = append(names, name)
		return ""
	})
	return names
}

func registered(t *testing.T, change func(map[string]any)) string {
	t.Helper()
	body := encode(commandsOf(bot.Root(catalog()), bot.Commands(catalog()), ""))
	var commands []map[string]any
	if err := json.Unmarshal(body, &commands); err != nil {
		t.Fatal(err)
	}
	for i, c := range commands {
		c["id"], c["application_id"], c["version"], c["nsfw"], c["default_member_permissions"] = fmt.Sprint(1234567890123456790+i), appID, "1", false, nil
		c["contexts"], c["integration_types"] = []int{2, 0, 1}, []int{1, 0}
		c["dm_permission"], c["name_localizations"] = true, nil
		if c["description"] == nil {
			c["description"] = ""
		}
	}
	change(commands[0])
	slices.Reverse(commands)
	all, err := json.Marshal(commands)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

func begin(t *testing.T, a *Adapter) error {
	t.Helper()
	a.self = application{}
	a.encoder.command.Store(&commandFormatter{})
	a.encoder.tiles.Store(nil)
	if err := a.Prepare(t.Context()); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	return a.Run(ctx, answers())
}

func TestPrepare(t *testing.T) {
	unchanged := registered(t, func(map[string]any) {})
	option := func(c map[string]any, i int) map[string]any { return c["options"].([]any)[i].(map[string]any) }
	read, write := "GET "+theCommands+"?with_localizations=true", "PUT "+theCommands
	for name, c := range map[string]struct {
		commands string
		want     []string
	}{
		"as it is":            {unchanged, []string{read}},
		"nothing registered":  {`[]`, []string{read, write}},
		"another one as well": {strings.Replace(unchanged, "[", `[{"name":"old"},`, 1), []string{read, write}},
		"another help":        {registered(t, func(c map[string]any) { option(c, 0)["description"] = "old" }), []string{read, write}},
		"one option less":     {registered(t, func(c map[string]any) { delete(option(c, 0), "options") }), []string{read, write}},
		"another order":       {registered(t, func(c map[string]any) { slices.Reverse(c["options"].([]any)) }), []string{read, write}},
		"for servers alone":   {registered(t, func(c map[string]any) { c["contexts"] = []int{0} }), []string{read, write}},
		"false written out":   {registered(t, func(c map[string]any) { option(c, 0)["required"] = false }), []string{read}},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			var log logtest.Buffer
			discord := &recorder{answer: (&account{commands: c.commands, emoji: tileNames()}).answer}
			a := prepared(&log, discord)
			if err := begin(t, a); err != nil || log.String() != "" {
				t.Errorf("%v; %s", err, &log)
			}
			discord.sent(t, append(append([]string{"GET /applications/@me"}, c.want...), "GET "+theEmoji)...)
			command, tiles := a.encoder.command.Load().id, a.encoder.tiles.Load()
			if a.self.ID != appID || a.self.Bot.ID != botID || command != commandID || tiles.Symbols[0] != "<:emp:1234567890123456700>" {
				t.Errorf("it knows itself as %v, the command as %q, and the tiles %v", a.self, command, tiles)
			}
		})
	}
}

// The command that opens an activity is sent back, because Discord refuses to delete it.
func TestEntryPointIsSentAlong(t *testing.T) {
	const entry = `{"id":"1234567890123456791","application_id":"` + appID + `","version":"1","type":4,"name":"launch",
		"name_localizations":{"de":"starten"},"description":"","description_localizations":null,"handler":2,
		"contexts":[0,1],"integration_types":[0,1],"default_member_permissions":null,"dm_permission":true,"nsfw":false}`
	discord := &recorder{answer: (&account{commands: "[" + entry + "]"}).answer}
	r := clientOf(discord)
	if id, err := r.register(t.Context(), appID, "", bot.Root(catalog()), bot.Commands(catalog())); err != nil || id != commandID {
		t.Fatalf("registered is %q: %v", id, err)
	}
	sent := discord.calls[len(discord.calls)-1]
	checkCall(t, sent)
	var all []map[string]any
	if err := json.Unmarshal([]byte(sent.body), &all); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"id": "1234567890123456791", "type": 4.0, "name": "launch", "name_localizations": map[string]any{"de": "starten"},
		"description": "", "handler": 2.0, "contexts": []any{0.0, 1.0}, "integration_types": []any{0.0, 1.0}, "nsfw": false,
	}
	if diff := cmp.Diff(want, all[len(all)-1]); diff != "" {
		t.Errorf("the entry point is sent otherwise (-want +got):\n%s", diff)
	}
}

// The bot works without its commands and tiles, but not without its identity.
func TestRegistrationFails(t *testing.T) {
	for name, c := range map[string]struct {
		line   string
		status int
		log    string
		theme  string
		fatal  bool
	}{
		"an identity":          {"GET /applications/@me", 401, "refuses the bot's token", "moon", true},
		"another identity":     {"GET /applications/@me", 404, "", "moon", true},
		"commands":             {"GET " + theCommands + "?with_localizations=true", 403, "cannot register the commands", "tiles", false},
		"new commands":         {"PUT " + theCommands, 400, "cannot register the commands", "tiles", false},
		"a list of emoji":      {"GET " + theEmoji, 500, "cannot have the tiles", "moon", false},
		"a gateway's patience": {"GET " + theEmoji, 502, "cannot have the tiles", "moon", false},
		"new emoji":            {"POST " + theEmoji, 400, "cannot have the tiles", "moon", false},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			var log logtest.Buffer
			s := &account{commands: "[]", emoji: tileNames()[1:]}
			a := prepared(&log, &recorder{answer: func(line string) (*http.Response, error) {
				if line == c.line {
					return reply(c.status, `{"code":7}`), nil
				}
				return s.answer(line)
			}})
			err := begin(t, a)
			if (err != nil) != c.fatal || c.status == 401 && !errors.Is(err, gateway.ErrUnauthorized) {
				t.Errorf("it ends with %v", err)
			}
			if !strings.Contains(log.String(), c.log) || c.log == "" && log.String() != "" {
				t.Errorf("the log says %q, want %q", &log, c.log)
			}
			if got := a.encoder.tiles.Load() != nil; got != (c.theme == "tiles") {
				t.Errorf("has tiles: %t, want the theme %s", got, c.theme)
			}
		})
	}
}

// Discord may be unreachable when the bot starts.
func TestPrepareWaitsForDiscord(t *testing.T) {
	for name, answer := range map[string]func(*http.Request) (*http.Response, error){
		"away": failing(syscall.ECONNREFUSED), "down": always(503, ""), "busy": always(429, `{"retry_after":600}`), "unreadable": always(200, "<html>"),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log logtest.Buffer
				back := time.Now().Add(10 * time.Minute)
				s := &account{commands: "[]", emoji: tileNames()}
				a := prepared(&log, &recorder{answer: func(line string) (*http.Response, error) {
					if time.Now().Before(back) {
						return answer(nil)
					}
					return s.answer(line)
				}})
				a.self = application{}
				err := a.Prepare(t.Context())
				if late := time.Since(back); err != nil || a.self.ID != appID || late < 0 || late > 2*time.Minute {
					t.Errorf("%v, %v after Discord came back", err, late)
				}
				// The shortest pauses last 0.5 s, 1 s, … 16 s, then 30 s each.
				if lines := strings.Count(log.String(), "level=WARN"); lines < 5 || lines > 26 {
					t.Errorf("%d lines in the log: %s", lines, &log)
				}
			})
			synctest.Test(t, func(t *testing.T) {
				a := prepared(&logtest.Buffer{}, wire(answer))
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Hour, cancel)
				began := time.Now()
				if err := a.Prepare(ctx); err == nil || time.Since(began) != time.Hour {
					t.Errorf("it gives up with %v after %v", err, time.Since(began))
				}
			})
		})
	}
}

// Two processes that start together upload each tile once, and both draw with the tiles.
func TestTilesAreUploadedByTwo(t *testing.T) {
	for uploaded := range len(tileNames()) + 1 { // by the other process, before this one's first upload
		other := &account{}
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			if line == "POST "+theEmoji && other.emoji == nil {
				other.emoji = append([]string{}, tileNames()[:uploaded]...)
				return reply(400, `{"code":50035,"message":"Invalid Form Body"}`), nil
			}
			return other.answer(line)
		}}
		theme, err := clientOf(discord).tiles(t.Context(), appID)
		if refused := uploaded == 0; (err != nil) != refused || !refused && theme.Name != "tiles" {
			t.Errorf("once another process has uploaded %d, the theme is %+v, %v", uploaded, theme, err)
		}
		if want := 3 + len(tileNames()) - uploaded; uploaded > 0 && len(discord.calls) != want {
			t.Errorf("once another process has uploaded %d, there are %d requests, want %d", uploaded, len(discord.calls), want)
		}
	}
}

func TestTilesAreUploaded(t *testing.T) {
	there := append([]string{"somebody's own"}, tileNames()[:5]...)
	discord := &recorder{answer: (&account{emoji: there}).answer}
	theme, err := clientOf(discord).tiles(t.Context(), appID)
	if err != nil {
		t.Fatal(err)
	}
	if theme.Name != "tiles" || theme.Symbols[0] != "<:emp:1234567890123456701>" || theme.Symbols[7] != "<:new:1234567890123456789>" {
		t.Errorf("the theme is %+v", theme)
	}
	if want := 1 + len(tileNames()) - 5; len(discord.calls) != want {
		t.Fatalf("%d requests, want %d", len(discord.calls), want)
	}
	for i, c := range discord.calls[1:] {
		checkCall(t, c)
		var upload struct{ Name, Image string }
		if err := json.Unmarshal([]byte(c.body), &upload); err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(upload.Image, "data:image/png;base64,"))
		if err != nil || upload.Name != tileNames()[5+i] {
			t.Errorf("the picture of %s cannot be read: %v", upload.Name, err)
		}
		if picture, err := png.Decode(bytes.NewReader(data)); err != nil || picture.Bounds().Dx() != 128 {
			t.Errorf("the picture of %s is none: %v", upload.Name, err)
		}
	}
}
