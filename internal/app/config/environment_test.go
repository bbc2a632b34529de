package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEnvironment(t *testing.T) {
	dir := t.TempDir()
	file, secret := filepath.Join(dir, ".env"), filepath.Join(dir, "secret")
	write(t, file, 0o600, "LOG_LEVEL=debug\nLOG_FORMAT=json\nIDLE_EXPIRY_FILE="+secret+"\n")
	write(t, secret, 0o600, "24h\n")

	set := map[string]string{"LOG_FORMAT": "text"}
	env, warning, err := environment(file, func(key string) string { return set[key] })
	if err != nil || warning != "" {
		t.Fatal(err, warning)
	}
	for key, want := range map[string]string{
		"LOG_LEVEL":   "debug", // from the file
		"LOG_FORMAT":  "text",  // the environment wins
		"IDLE_EXPIRY": "24h",   // from the file that IDLE_EXPIRY_FILE names
		"RETENTION":   "",      // set nowhere
	} {
		if env[key] != want {
			t.Errorf("%s is %q, want %q", key, env[key], want)
		}
	}

	set["IDLE_EXPIRY"] = "1h"
	if env, _, err := environment(file, func(key string) string { return set[key] }); err != nil || env["IDLE_EXPIRY"] != "1h" {
		t.Errorf("the environment wins over a file named in the file: %q, %v", env["IDLE_EXPIRY"], err)
	}
	set["IDLE_EXPIRY_FILE"] = secret
	if _, _, err := environment(file, func(key string) string { return set[key] }); err == nil || !strings.Contains(err.Error(), "IDLE_EXPIRY_FILE") {
		t.Errorf("a key and its file at once: %v", err)
	}
}

func TestOpenEnvironmentFileIsWarnedAbout(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write(t, file, 0o644, "LOG_LEVEL=debug\n")
	env, warning, err := environment(file, func(string) string { return "" })
	if err != nil || warning == "" || env["LOG_LEVEL"] != "debug" {
		t.Errorf("a file that others may read: %q, %v", warning, err)
	}
	if _, _, err := environment(t.TempDir(), func(string) string { return "" }); err == nil {
		t.Error("a folder is read as a file")
	}
}

func write(t *testing.T, file string, mode os.FileMode, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
}

// A value in the file is either read exactly as written, or reported with its key and the cause.
func TestEnvironmentFile(t *testing.T) {
	for line, want := range map[string]string{
		`DATABASE_URL=sqlite:d/games.db`:                   `sqlite:d/games.db`,
		`  DATABASE_URL = sqlite:d/games.db `:              `sqlite:d/games.db`,
		`export DATABASE_URL=sqlite:d/games.db`:            `sqlite:d/games.db`,
		`DATABASE_URL: sqlite:d/games.db`:                  `sqlite:d/games.db`,
		"DATABASE_URL=sqlite:d/games.db\r":                 `sqlite:d/games.db`,
		"DATABASE_URL=sqlite:d/games.db\u00a0":             `sqlite:d/games.db`,
		`DATABASE_URL='sqlite:d/pa$27x.db'`:                `sqlite:d/pa$27x.db`,
		`DATABASE_URL='sqlite:C:\data\new.db'`:             `sqlite:C:\data\new.db`,
		`DATABASE_URL=sqlite:C:\data\new.db`:               `sqlite:C:\data\new.db`,
		`DATABASE_URL="sqlite:d/my games.db" # mine`:       `sqlite:d/my games.db`,
		`DATABASE_URL='sqlite:d/my #1 games.db'`:           `sqlite:d/my #1 games.db`,
		`DATABASE_URL="sqlite:d/o'brien.db"`:               `sqlite:d/o'brien.db`,
		`DATABASE_URL=sqlite:d/o'brien.db`:                 `sqlite:d/o'brien.db`,
		`DATABASE_URL=sqlite:d/a"b.db`:                     `sqlite:d/a"b.db`,
		`DATABASE_URL=sqlite:d/a=b:c.db`:                   `sqlite:d/a=b:c.db`,
		`DATABASE_URL=sqlite:d/a#b.db`:                     `sqlite:d/a#b.db`,
		`DATABASE_URL=sqlite:d/pa$word.db`:                 `sqlite:d/pa$word.db`,
		`DATABASE_URL=memory: # see issue #4`:              `memory:`,
		`DATABASE_URL=memory: # one # two`:                 `memory:`,
		`DATABASE_URL= # nowhere yet`:                      ``,
		`DATABASE_URL=""`:                                  ``,
		`# DATABASE_URL=$X`:                                ``,
		`DATABASE_URL=sqlite:d/pa$27x.db`:                  `DATABASE_URL: line 1 of FILE: a $ would be replaced; put the value in single quotes`,
		`DATABASE_URL=sqlite:${HOME}/x.db`:                 `DATABASE_URL: line 1 of FILE: a $ would`,
		`DATABASE_URL="sqlite:$HOME/x.db"`:                 `DATABASE_URL: line 1 of FILE: a $ would`,
		`DATABASE_URL=sqlite:$(pwd)/x.db`:                  `sqlite:$(pwd)/x.db`,
		`DATABASE_URL=sqlite:d/pa\$27x.db`:                 `DATABASE_URL: line 1 of FILE: a $ would`,
		`DATABASE_URL="sqlite:C:\data\x.db"`:               `DATABASE_URL: line 1 of FILE: a backslash would be left out`,
		`DATABASE_URL="sqlite:C:\new.db"`:                  `DATABASE_URL: line 1 of FILE: a backslash`,
		`DATABASE_URL="sqlite:C:\data\"`:                   `DATABASE_URL: line 1 of FILE: there is text after`,
		`DATABASE_URL=sqlite:d/my #1 games.db`:             `DATABASE_URL: line 1 of FILE: a # behind a space`,
		`DATABASE_URL='sqlite:d/it'\''s.db'`:               `DATABASE_URL: line 1 of FILE: there is text after the closing quotation mark`,
		`DATABASE_URL="sqlite:x"LOG_LEVEL=debug`:           `DATABASE_URL: line 1 of FILE: there is text after`,
		`DATABASE_URL="sqlite:x`:                           `DATABASE_URL: line 1 of FILE: the quotation mark at the beginning is not closed`,
		"DATABASE_URL='sqlite:x\nLOG_LEVEL='debug'":        `DATABASE_URL: line 1 of FILE: the quotation mark`,
		"DATABASE_URL=memory:\n\nDATABASE_URL=sqlite:d/x":  `DATABASE_URL: line 3 of FILE: it is set on line 1 too`,
		"LOG_LEVEL=debug\nset DATABASE_URL=memory:":        `line 2 of FILE: not KEY=value`,
		"LOG_LEVEL=debug\nDATABASE_URL":                    `line 2 of FILE: not KEY=value`,
		"DATABASE_URL sqlite:x":                            `line 1 of FILE: not KEY=value`,
		"- DATABASE_URL=memory:":                           `line 1 of FILE: not KEY=value`,
		"\u200bDATABASE_URL=memory:":                       `line 1 of FILE: not KEY=value`,
		"\ufeffDATABASE_URL=memory:":                       `FILE: the file begins with a byte order mark`,
		"\xff\xfeD\x00A\x00":                               `FILE: the file is in UTF-16`,
		"D\x00A\x00T\x00":                                  `FILE: the file is in UTF-16`,
		"DATABASE_URL=sqlite:d/\xe9t\xe9.db":               `FILE: the file is not in UTF-8`,
		"OTHER=$X\nOTHER=\"a\\b\"\nDATABASE_URL=memory:\n": `memory:`, // the key of another program
	} {
		file := filepath.Join(t.TempDir(), ".env")
		write(t, file, 0o600, line)
		env, _, err := environment(file, func(string) string { return "" })
		got := env["DATABASE_URL"]
		if err != nil {
			got, _, _ = strings.Cut(strings.ReplaceAll(err.Error(), file, "FILE"), "\n")
		}
		if isProblem := strings.Contains(want, ": ") || strings.Contains(want, "FILE"); got != want && !(isProblem && err != nil && strings.HasPrefix(got, want)) {
			t.Errorf("%q gives %q, want %q", line, got, want)
		}
		if err != nil && (strings.Contains(err.Error(), "sqlite:") || strings.Contains(err.Error(), "memory:")) {
			t.Errorf("%q: the problem shows the value: %v", line, err)
		}
	}
}

// The value of a key may come from the file that the key with the suffix _FILE names. White space
// around it is dropped. An error about the file or the value does not show the value.
func TestKeyFiles(t *testing.T) {
	const key = "0123456789abcdef0123456789abcd$EF#'\\"
	for content, want := range map[string]string{
		key:                    key,
		key + "\n":             key,
		key + "\r\n":           key,
		"\ufeff" + key:         "SECRET_KEY_FILE: the file begins with a byte order mark",
		"\xfe\xff\x00a":        "SECRET_KEY_FILE: the file is in UTF-16",
		"\xff" + key:           "SECRET_KEY_FILE: the file is not in UTF-8",
		key + "\n" + key:       "SECRET_KEY: it holds a line break",
		`"` + key + "\"\n":     "SECRET_KEY: the value is in quotation marks",
		"SECRET_KEY=" + key:    "SECRET_KEY: the value begins with the key once more",
		"\u201c" + key + "”":   "SECRET_KEY: the value is in quotation marks",
		key + "\u200b" + key:   "SECRET_KEY: it holds an invisible character, U+200B",
		key + "\u00a0" + key:   "SECRET_KEY: it holds an invisible character, U+00A0",
		" \n":                  "SECRET_KEY_FILE: the file is empty",
		key[:31] + "\n" + "\n": "SECRET_KEY: a key of it has fewer than 32 characters",
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "secret"), 0o600, content)
		set := map[string]string{"SECRET_KEY_FILE": filepath.Join(dir, "secret")}
		c, _, err := Load("", func(key string) string { return set[key] }, false)
		got := c.SecretKey.Reveal()
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.HasPrefix(got, want)) {
			t.Errorf("%q gives %q, want %q", content, got, want)
		}
		if err != nil && strings.Contains(got, key[:20]) {
			t.Errorf("the problem shows the value: %s", got)
		}
	}
}

// A variable that is nearly one of the bot's keys is reported, unless the key itself is set.
func TestMisspelledVariable(t *testing.T) {
	t.Setenv("DISCORD_TOKN", "x")
	t.Setenv("LOG_LEVL", "")
	_, _, err := environment("", os.Getenv)
	if err == nil || err.Error() != "DISCORD_TOKN: there is no such key; the nearest is DISCORD_TOKEN" {
		t.Errorf("it says %v", err)
	}
	t.Setenv("DISCORD_TOKEN", "y")
	if _, _, err := environment("", os.Getenv); err != nil {
		t.Errorf("beside the right key it says %v", err)
	}
}

// A proxy that is set only in the file would be ignored silently.
func TestProxyInTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	for _, key := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "no_proxy"} {
		write(t, file, 0o600, key+"=http://me:verysecret@proxy.example:3128\n")
		set := make(map[string]string)
		_, _, err := environment(file, func(key string) string { return set[key] })
		if err == nil || !strings.HasPrefix(err.Error(), key+": it counts in the environment only") || strings.Contains(err.Error(), "verysecret") {
			t.Errorf("it says %v", err)
		}
		set[key] = "http://proxy.example:3128"
		if _, _, err := environment(file, func(key string) string { return set[key] }); err != nil {
			t.Errorf("%s is in the environment too, and it says %v", key, err)
		}
	}
	write(t, file, 0o600, "HTTPS_PROXY=\n")
	if _, _, err := environment(file, func(string) string { return "" }); err != nil {
		t.Errorf("of an empty one it says %v", err)
	}
}

// An empty token is an error. It must not look like a request for the local channel.
func TestEmptyToken(t *testing.T) {
	file := filepath.Join(t.TempDir(), ".env")
	write(t, file, 0o600, "DISCORD_TOKEN=\nLOG_LEVEL=\n")
	set := make(map[string]string)
	load := func(local bool) error {
		_, _, err := Load(file, func(key string) string { return set[key] }, local)
		return err
	}
	if err := load(false); err == nil || !strings.HasPrefix(err.Error(), "DISCORD_TOKEN: it is empty") || strings.Contains(err.Error(), "\n") {
		t.Errorf("it says %v", err)
	}
	if err := load(true); err != nil {
		t.Errorf("the local channel: %v", err)
	}
	t.Setenv("SLACK_BOT_TOKEN", "")
	if err := load(false); err == nil || !strings.Contains(err.Error(), "SLACK_BOT_TOKEN: it is empty") {
		t.Errorf("in the environment: %v", err)
	}
	set["SLACK_BOT_TOKEN"], set["SLACK_APP_TOKEN"] = "xoxb-1", "xapp-1"
	if err := load(false); err != nil {
		t.Errorf("beside another platform: %v", err)
	}
}

func TestMisspelledKeys(t *testing.T) {
	for line, want := range map[string]string{
		"DISCORD_TOKN=x":        "DISCORD_TOKN: there is no such key; the nearest is DISCORD_TOKEN",
		"SLACK_BOT_TOEKN=x":     "SLACK_BOT_TOEKN: there is no such key; the nearest is SLACK_BOT_TOKEN",
		"discord_token=x":       "discord_token: there is no such key; the nearest is DISCORD_TOKEN",
		"DISCORD_TOKN_FILE=x":   "DISCORD_TOKN_FILE: there is no such key; the nearest is DISCORD_TOKEN",
		"LOG_LEVELS=debug":      "LOG_LEVELS: there is no such key; the nearest is LOG_LEVEL",
		"LOG_LEVEL1=debug":      "a key: there is no such key; the nearest is LOG_LEVEL",
		"POSTGRES_PASSWORD=x":   "",
		"LOG_LEVEL=debug":       "",
		"COMPOSE_PROJECT_NAME=": "",
	} {
		file := filepath.Join(t.TempDir(), ".env")
		write(t, file, 0o600, line+"\n")
		_, _, err := environment(file, func(string) string { return "" })
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", line, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}
