package logging

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"othellobot/internal/app/config"
)

// hidden is part of every secret, and must never be logged.
const hidden = "CANARY0123456789canaryCANARY"

// secretTexts are texts with one secret each, and their redacted forms.
var secretTexts = []struct{ name, text, redacted string }{
	{"a bot token of Slack", "xoxb-263594206564-2343594206574-" + hidden, "[redacted]"},
	{"a user token of Slack", "xoxp-1-2-3-" + hidden, "[redacted]"},
	{"a legacy token of Slack", "xoxs-" + hidden, "[redacted]"},
	{"a workspace token of Slack", "xoxa-2-" + hidden, "[redacted]"},
	{"a refresh token of Slack", "xoxe-1-" + hidden, "[redacted]"},
	{"a rotating token of Slack", "xoxe.xoxb-1-" + hidden, "[redacted]"},
	{"an app token of Slack", "xapp-1-A0123-456-" + hidden, "[redacted]"},
	{"an answer's address at Slack", "https://hooks.slack.com/commands/T1/2/" + hidden, "https://hooks.slack.com/[redacted]"},
	{"a webhook of Slack", "hooks.slack.com/services/T1/B2/" + hidden, "hooks.slack.com/[redacted]"},
	{"a socket of Slack", "wss://wss-primary.slack.com/link/?ticket=" + hidden + "&app_id=1", "wss://wss-primary.slack.com/link/?ticket=[redacted]&app_id=1"},
	{"the page of a game", "https://bot.example/g/" + hidden + "-_x", "https://bot.example/g/[redacted]"},
	{"what a page asks", "/g/" + hidden + "/live", "/g/[redacted]/live"},
	{"a bot token of Discord", "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe." + hidden, "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe.[redacted]"},
	{"an old bot token of Discord", "Nzk5MjgxNDk0NDc2NDU1OTg3.YABS5g." + hidden, "Nzk5MjgxNDk0NDc2NDU1OTg3.YABS5g.[redacted]"},
	{"a follow-up of Discord", "https://discord.com/api/v10/webhooks/1234/" + hidden + "/messages/@original", "https://discord.com/api/v10/webhooks/[redacted]"},
	{"an answer of Discord", "https://discord.com/api/v10/interactions/1234/" + hidden + "/callback", "https://discord.com/api/v10/interactions/[redacted]"},
	{"a database", "postgres://bot:" + hidden + "@db:5432/othello", "postgres://bot:[redacted]@db:5432/othello"},
	{"a database by its long name", "postgresql://bot:" + hidden + "@db/othello", "postgresql://bot:[redacted]@db/othello"},
	{"a database with a difficult password", `postgres://bot:/@:` + hidden + "@/#@db/othello", "postgres://bot:[redacted]@db/othello"},
	{"a database with the password behind", "postgres://db/othello?user=bot&password=" + hidden + "&sslmode=require", "postgres://db/othello?user=bot&password=[redacted]&sslmode=require"},
	{"a database in words", "host=db user=bot password=" + hidden + " dbname=othello", "host=db user=bot password=[redacted] dbname=othello"},
	{"a database in words with quotes", "host=db password='a " + hidden + "' dbname=othello", "host=db password=[redacted] dbname=othello"},
}

func TestScrubberHidesSecrets(t *testing.T) {
	for _, c := range secretTexts {
		t.Run(c.name, func(t *testing.T) {
			for _, around := range []string{"%s", "it is %s it says", `Post "%s": EOF`, "\n%s\n", "a=%s b=c"} {
				var out strings.Builder
				text := fmt.Sprintf(around, c.text)
				n, err := Redact(&out).Write([]byte(text))
				got, want := out.String(), fmt.Sprintf(around, c.redacted)
				if got != want || n != len(text) || err != nil {
					t.Errorf("%q becomes %q (%d, %v), want %q", text, got, n, err, want)
				}
			}
		})
	}
}

func TestScrubberLeavesTheRest(t *testing.T) {
	for _, text := range []string{
		"", "msg=running platform=discord", "take the bot token, it begins with xoxb-", "an app-level token begins with xapp-",
		"GET /discord/interactions", "POST /slack/interactivity", "the host hooks.slack.com", "wrong password", "1 ticket",
		"postgres://db/othello", "postgres://bot@db/othello", "sqlite:data/othello.db", "ana@example.org",
		"goroutine 1 [running]:\nothellobot/adapters/discord.(*exchange).run(0xc000123456)\n\t/src/adapters/discord/exchange.go:48 +0x1d",
		"github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822", "[redacted]", "2026-11-21T15:53:00.123456789Z",
	} {
		var out strings.Builder
		if _, err := Redact(&out, config.Secret{}, config.NewSecret(""), config.NewSecret("short")).Write([]byte(text)); err != nil || out.String() != text {
			t.Errorf("%q becomes %q, %v", text, out.String(), err)
		}
	}
}

// The configured secrets are redacted even if they match no pattern.
func TestScrubberHidesTheConfiguration(t *testing.T) {
	for _, value := range []string{"8f742231b10e8888abcd99yyyzzz85a5", `quo"ted\secret`, "12345678"} {
		for _, format := range []string{"text", "json"} {
			var out strings.Builder
			c := config.Config{LogFormat: format, Slack: &config.Slack{SigningSecret: config.NewSecret(value)}}
			New(c, &out).Info("signed with "+value, "key", value, "error", errors.New(value))
			if got := out.String(); strings.Count(got, config.Redacted) != 3 || strings.Contains(got, value[1:5]) {
				t.Errorf("a log of %s says %s", format, got)
			}
		}
	}
}

type valuer string

func (v valuer) LogValue() slog.Value { return slog.GroupValue(slog.String("inside", string(v))) }

// logged writes text in every part of a log line, and returns the log's lines.
func logged(format, text string) []string {
	var out strings.Builder
	log := New(config.Config{LogLevel: slog.LevelDebug, LogFormat: format}, &out)
	failed := &url.Error{Op: "Post", URL: text, Err: errors.New(text)}
	log.Info(text)
	log.Debug("a value", "key", text)
	log.Warn("a key", text, 1)
	log.Error("an error", "error", errors.New(text))
	log.Error("errors", "error", fmt.Errorf("cannot: %w", errors.Join(failed, errors.New(text))))
	log.Info("groups", slog.Group("outside", slog.Group(text, "key", text), slog.Any("error", failed)))
	log.With("key", text).WithGroup(text).Info("kept", "key", text)
	log.Info("values", "valuer", valuer(text), "struct", struct{ Text string }{text}, "list", []string{text}, "map", map[string]error{text: failed})
	HTTPErrors(log).Print(text)
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func FuzzNoSecretIsLogged(f *testing.F) {
	for i := range secretTexts {
		f.Add("", "", byte(i))
		f.Add("it says \"", "\": EOF", byte(i))
		f.Add("\n", "\x00é\u2028\xff", byte(i))
	}
	f.Add("/webhooks", "", byte(12))
	f.Add("xoxb-", "'", byte(17))
	f.Add("ticket=password='", "' @", byte(14))
	f.Fuzz(func(t *testing.T, before, after string, which byte) {
		text := before + secretTexts[int(which)%len(secretTexts)].text + after
		for _, format := range []string{"text", "json"} {
			for _, line := range logged(format, text) {
				if strings.Contains(line, hidden) {
					t.Errorf("a secret is shown: %s", line)
				}
				if format == "json" && !json.Valid([]byte(line)) {
					t.Errorf("not JSON any more: %s", line)
				}
			}
		}
	})
}

func TestErrorLogNamesNoAddress(t *testing.T) {
	for report, want := range map[string]string{
		"http: TLS handshake error from 192.0.2.7:51234: EOF\n":                   `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: TLS handshake error from [2001:db8::7%eth0]:51234: EOF\n":          `msg="http server" error="http: TLS handshake error from [address]: EOF"`,
		"http: Accept error: accept tcp [::]:8080: too many; retrying in 5ms\n":   `msg="http server" error="http: Accept error: accept tcp [address]: too many; retrying in 5ms"`,
		"http: panic serving 192.0.2.7:51234: secret\ngoroutine 1 [running]:\n\n": `msg="http server" error="http: panic serving [address]: secret"`,
	} {
		var out strings.Builder
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		HTTPErrors(log).Print(report)
		if got := out.String(); !strings.Contains(got, "level=DEBUG") || !strings.HasSuffix(got, want+"\n") {
			t.Errorf("%q becomes %q, want %q", report, got, want)
		}
	}
}
