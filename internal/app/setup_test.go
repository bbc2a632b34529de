package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack/slacktest"
	"othellobot/internal/app/config"
)

// setupTrial is a run of setup with prepared answers.
type setupTrial struct {
	file    string
	env     map[string]string
	said    bytes.Buffer
	prompts []string // the keys of the prompts that hide the answer
	answers []string // an answer "^C" ends the input
	secret  func()   // called at each prompt that hides the answer; may be nil
}

func newSetup(t *testing.T, before string) *setupTrial {
	t.Helper()
	s := &setupTrial{file: filepath.Join(t.TempDir(), ".env"), env: map[string]string{}}
	if before != "" {
		write(t, s.file, before)
	}
	return s
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *setupTrial) next(string) (string, error) {
	if len(s.answers) == 0 || s.answers[0] == "^C" {
		return "", io.EOF
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	return answer, nil
}

func (s *setupTrial) run(ctx context.Context, answers ...string) error {
	s.answers = answers
	p := program{getenv: func(key string) string { return s.env[key] }, stdin: strings.NewReader(""), stdout: &s.said, stderr: &s.said, readLine: s.next}
	p.flags.env = s.file
	p.readSecret = func(prompt string) (string, error) {
		s.prompts = append(s.prompts, strings.Fields(prompt)[0])
		if s.secret != nil {
			s.secret()
		}
		return s.next(prompt)
	}
	return p.setup(ctx)
}

func (s *setupTrial) written(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile(s.file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(s.file), ".env-*")); left != nil {
		t.Errorf("it leaves %v", left)
	}
	return string(content)
}

// Each mistake is named and the question repeated, and the right token is written in the end. No token
// is shown.
func TestSetupOnDiscord(t *testing.T) {
	d := discordtest.New(t)
	s := newSetup(t, "")
	s.env["DISCORD_API_URL"] = d.APIURL()
	token, other := d.Token(), strings.Replace(d.Token(), "GaBcDe", "GaBcDf", 1)
	mistakes := []struct{ typed, says string }{
		{"", "nothing arrived"},
		{`"` + token + `"`, "in quotation marks"},
		{"Bot " + token, `the word "Bot"`},
		{token[:30] + " " + token[30:], "a space"},
		{token[:30] + "\u200b" + token[30:], "U+200B"},
		{"DISCORD_TOKEN=" + token, "leave DISCORD_TOKEN= out"},
		{"abcdefghijABCDEFGHIJ0123456789_-", "it is a secret of an app"},
		{strings.Repeat("0123456789abcdef", 4), "it is a public key of Discord"},
		{"1234567890123456789", "it is an id"},
		{"xoxb-1-2-canary", "it is a bot token of Slack"},
		{other, "refuses the token"},
	}
	answers := []string{"discrod", "", "Discord"}
	for _, m := range mistakes {
		answers = append(answers, m.typed)
	}
	err := s.run(t.Context(), append(answers, " "+token+"\t", "n")...)
	said := s.said.String()
	if err != nil || s.written(t) != "DISCORD_TOKEN="+token+"\n" || len(s.answers) > 0 {
		t.Fatalf("%v, %q is written, %q left; it says\n%s", err, s.written(t), s.answers, said)
	}
	if info, _ := os.Stat(s.file); info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v", info.Mode())
	}
	for _, m := range mistakes {
		if !strings.Contains(said, m.says) {
			t.Errorf("of %q it does not say %q", m.typed, m.says)
		}
		if len(m.typed) > 20 && strings.Contains(said, m.typed[:20]) && !strings.HasPrefix(m.typed, "DISCORD_TOKEN=") {
			t.Errorf("it shows %q", m.typed)
		}
	}
	for _, want := range []string{discord.InviteURL(d.ApplicationID()), `application "Othello", in about 1 server`, "developers/applications", "The tokens are in " + s.file, "OPERATIONS.md"} {
		if strings.Count(said, want) != 1 {
			t.Errorf("%q stands there %d times", want, strings.Count(said, want))
		}
	}
	if strings.Contains(said, token[30:]) {
		t.Error("it shows the token")
	}
}

func TestSetupOnSlack(t *testing.T) {
	k := slacktest.New(t)
	s := newSetup(t, "")
	s.env["SLACK_API_URL"] = k.APIURL()
	k.SetScopes("commands", "chat:write.public", "app_mentions:read")
	s.secret = func() {
		if len(s.prompts) == 6 {
			k.SetScopes("commands", "chat:write", "chat:write.public", "app_mentions:read")
		}
	}
	app, bot := k.AppToken(), k.BotToken()
	err := s.run(t.Context(), "slack", bot, app+"x", app, "xoxp-1-2-canary", bot, "", "no")
	said := s.said.String()
	if err != nil || s.written(t) != "SLACK_APP_TOKEN="+app+"\nSLACK_BOT_TOKEN="+bot+"\n" {
		t.Fatalf("%v, %q is written; it says\n%s", err, s.written(t), said)
	}
	for _, want := range []string{
		"it is a bot token of Slack, which belongs in SLACK_BOT_TOKEN", "make a new app-level token with the scope connections:write", "it is a user token of Slack",
		"lacks the scopes chat:write:", "press Enter to try this one once more", `that of "bot" in the workspace "den"`, "https://api.slack.com/apps?new_app=1&manifest_json=%7B",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "canary") || strings.Contains(said, app) || strings.Contains(said, bot) {
		t.Error("it shows a token")
	}
}

// A file keeps its lines, and the tokens that it or the environment sets, unless others are typed.
func TestSetupKeepsTheFile(t *testing.T) {
	d, k := discordtest.New(t), slacktest.New(t)
	onDiscord, onSlack := "DISCORD_API_URL="+d.APIURL()+"\n", "SLACK_API_URL="+k.APIURL()+"\n"
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret")
	write(t, secret, d.Token())
	for name, c := range map[string]struct {
		before  string
		env     map[string]string
		answers []string
		after   string // "" if nothing is written
		says    string
	}{
		"other lines":           {"# mine\nLOG_LEVEL=debug # loud\n\n" + onDiscord, nil, []string{"discord", d.Token()}, "# mine\nLOG_LEVEL=debug # loud\n\n" + onDiscord + "DISCORD_TOKEN=" + d.Token() + "\n", ""},
		"kept":                  {onDiscord + "DISCORD_TOKEN='" + d.Token() + "'\nA=b", nil, []string{"discord", ""}, onDiscord + "DISCORD_TOKEN='" + d.Token() + "'\nA=b", "DISCORD_TOKEN is set. Press Enter to keep it"},
		"replaced":              {onDiscord + "DISCORD_TOKEN=old\nA=b\n", nil, []string{"discord", "", d.Token()}, onDiscord + "DISCORD_TOKEN=" + d.Token() + "\nA=b\n", "refuses the token"},
		"empty":                 {onDiscord + "DISCORD_TOKEN=\n", nil, []string{"discord", d.Token()}, onDiscord + "DISCORD_TOKEN=" + d.Token() + "\n", ""},
		"a byte order mark":     {"\ufeff" + onDiscord, nil, []string{"discord", d.Token()}, onDiscord + "DISCORD_TOKEN=" + d.Token() + "\n", ""},
		"line breaks":           {strings.ReplaceAll(onDiscord, "\n", "\r\n"), nil, []string{"discord", d.Token()}, strings.ReplaceAll(onDiscord, "\n", "\r\n") + "DISCORD_TOKEN=" + d.Token() + "\n", ""},
		"in the environment":    {onDiscord, map[string]string{"DISCORD_TOKEN": d.Token()}, []string{"discord", ""}, onDiscord, "DISCORD_TOKEN is set"},
		"wrong there":           {onDiscord, map[string]string{"DISCORD_TOKEN": "old"}, []string{"discord", d.Token()}, "", "DISCORD_TOKEN: the environment sets another value"},
		"in a file":             {onDiscord + "DISCORD_TOKEN_FILE=" + secret + "\n", nil, []string{"discord", ""}, onDiscord + "DISCORD_TOKEN_FILE=" + secret + "\n", "DISCORD_TOKEN is set"},
		"another line wrong":    {onDiscord + "LOG_LEVEL=loud\nwhat is this\n", nil, []string{"discord"}, "", "correct these first, nothing was written:\nline 3 of FILE: not KEY=value\nLOG_LEVEL: "},
		"the other platform":    {onDiscord + onSlack + "SLACK_BOT_TOKEN=xoxb-1\n", nil, []string{"discord"}, "", "correct these first, nothing was written:\nSLACK_APP_TOKEN: missing"},
		"both":                  {onDiscord + onSlack + "SLACK_BOT_TOKEN=xoxb-1\n", nil, []string{"both", d.Token(), k.AppToken(), k.BotToken()}, onDiscord + onSlack + "SLACK_BOT_TOKEN=" + k.BotToken() + "\nDISCORD_TOKEN=" + d.Token() + "\nSLACK_APP_TOKEN=" + k.AppToken() + "\n", ""},
		"many workspaces":       {onSlack + "SLACK_SIGNING_SECRET=" + k.SigningSecret() + "\nSLACK_CLIENT_ID=1.2\nSLACK_CLIENT_SECRET=" + k.ClientSecret() + "\nPUBLIC_URL=https://example.org\n", nil, []string{"slack", k.AppToken(), k.BotToken()}, "", "nothing was written: SLACK_BOT_TOKEN: it is for one workspace"},
		"UTF-16":                {"\xff\xfeD\x00", nil, []string{"discord"}, "", "FILE: the file is in UTF-16"},
		"ended at the start":    {onDiscord, nil, []string{"^C"}, "", "nothing was written"},
		"ended at the token":    {onDiscord, nil, []string{"discord", "^C"}, "", "nothing was written"},
		"ended after a token":   {onDiscord + onSlack, nil, []string{"both", d.Token(), "^C"}, "", "nothing was written"},
		"ended at the question": {onDiscord, nil, []string{"discord", d.Token(), "^C"}, onDiscord + "DISCORD_TOKEN=" + d.Token() + "\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(t, c.before)
			if c.env != nil {
				s.env = c.env
			}
			if c.after != "" && c.answers[len(c.answers)-1] != "^C" {
				c.answers = append(c.answers, "n")
			}
			err := s.run(t.Context(), c.answers...)
			said := s.said.String()
			if err != nil {
				said += err.Error()
			}
			after := c.after
			if after == "" {
				after = c.before
			}
			if got := s.written(t); (err == nil) != (c.after != "") || got != after {
				t.Errorf("%v, and %q is written, want %q", err, got, after)
			}
			if said = strings.ReplaceAll(said, s.file, "FILE"); !strings.Contains(said, c.says) {
				t.Errorf("it does not say %q:\n%s", c.says, said)
			}
			if strings.Contains(said, d.Token()) {
				t.Error("it shows the token")
			}
		})
	}
}

// What would prevent writing is named before anything is asked.
func TestSetupNamesFilesItCannotWrite(t *testing.T) {
	folder := t.TempDir()
	file, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	write(t, file, "")
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"": `"" cannot be replaced`, folder: "not of a folder or a link", link: "not of a folder or a link", file + "/.env": "not a directory",
		folder + "/none/.env": "the folder of", "/proc/.env": "the folder of /proc/.env cannot be written",
	} {
		s := setupTrial{file: name}
		if err := s.run(t.Context()); Exit(err, &s.said) != 2 || !strings.Contains(s.said.String(), want) || s.prompts != nil {
			t.Errorf("%s: %v", name, &s.said)
		}
	}
	if os.Getuid() == 0 {
		if err := os.Chown(file, 4711, -1); err != nil {
			t.Fatal(err)
		}
		s := setupTrial{file: file}
		if err := s.run(t.Context()); Exit(err, &s.said) != 2 || !strings.Contains(s.said.String(), "another user") || s.written(t) != "" {
			t.Errorf("a file of another user: %v", &s.said)
		}
	}
}

// Without an answer of the platform the same token can be tried again.
func TestSetupWithoutNetwork(t *testing.T) {
	d := discordtest.New(t)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Sign in") }))
	defer page.Close()
	for want, fault := range map[string]string{"cannot be reached": "http://127.0.0.1:1", "something else than JSON": page.URL} {
		s := newSetup(t, "DISCORD_API_URL="+fault+"\n")
		err := s.run(t.Context(), "discord", d.Token(), "", "^C")
		if err == nil || strings.Count(s.said.String(), want) != 2 {
			t.Errorf("%v\n%s", err, &s.said)
		}
	}
}

// In a pipe setup neither asks nor writes, and prints the steps.
func TestSetupWithoutTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	var out, errs bytes.Buffer
	err := Run(t.Context(), []string{"setup"}, func(string) string { return "" }, strings.NewReader("discord\n"), &out, &errs)
	if code := Exit(err, &errs); code != 2 || !strings.Contains(errs.String(), "needs a terminal") {
		t.Errorf("it exits with %d and %s", code, &errs)
	}
	for _, want := range []string{"DISCORD_TOKEN=…", "SLACK_APP_TOKEN=…", "SLACK_BOT_TOKEN=…", discord.InviteURL("APPLICATION_ID"), "manifest_json=", "chmod 600 .env"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it does not print %q:\n%s", want, &out)
		}
	}
	if files, _ := os.ReadDir("."); len(files) > 0 {
		t.Errorf("it writes %v", files)
	}
}

// At the end the bot starts with the file that was just written.
func TestSetupStartsTheBot(t *testing.T) {
	d := discordtest.New(t)
	s := newSetup(t, "DATABASE_URL=memory:\nDISCORD_API_URL="+d.APIURL()+"\nADMIN_ADDR=127.0.0.1:0\n")
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Second)
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- s.run(ctx, "discord", d.Token(), "") }()
	d.WaitReady()
	stop()
	if err := <-ended; err != nil || !strings.Contains(s.said.String(), `msg=running platform=discord`) {
		t.Errorf("%v\n%s", err, &s.said)
	}
	if _, _, err := config.Load(s.file, func(string) string { return "" }, false); err != nil {
		t.Error(err)
	}
}
