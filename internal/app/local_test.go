package app

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"othellobot/words"
)

// The -web flag refuses addresses that other machines could reach.
func TestPageAddress(t *testing.T) {
	for _, address := range []string{"0.0.0.0:8321", ":8321", "[::]:8321", "192.168.1.2:8321", "example.org:8321", "localhost.example.org:80", "8321", ""} {
		var stderr bytes.Buffer
		err := Run(t.Context(), []string{"-web=" + address}, func(string) string { return "" }, nil, io.Discard, &stderr)
		if code := Exit(err, &stderr); code != 2 || !strings.Contains(stderr.String(), defaultWeb) {
			t.Errorf("-web=%s ends with %d and %q", address, code, &stderr)
		}
	}
	for args, want := range map[string]string{
		"-web": defaultWeb, "-web=localhost:1": "localhost:1", "-web=[::1]:1": "[::1]:1", "-web=127.1.2.3:1": "127.1.2.3:1",
		"-web 127.0.0.1:9000": "127.0.0.1:9000", "--web localhost:1 -play x": "localhost:1", "-play x -web [::1]:1": "[::1]:1",
		"-web -play x": defaultWeb, "-web check": defaultWeb,
	} {
		if o, err := parseFlags(strings.Fields(args), io.Discard); err != nil || o.web != want {
			t.Errorf("%s is %q, %v", args, o.web, err)
		}
	}
	for _, args := range []string{"-web :9000", "-web 9000", "-web 0.0.0.0:9000", "-web localhost", "-web example.org:80"} {
		if _, err := parseFlags(strings.Fields(args), io.Discard); err == nil || !strings.Contains(err.Error(), defaultWeb) {
			t.Errorf("%s: %v", args, err)
		}
	}
	for _, args := range []string{"-play x.chat", "-env= -web -play none.chat"} {
		if err := Run(t.Context(), strings.Fields(args), func(string) string { return "" }, nil, io.Discard, io.Discard); Exit(err, io.Discard) != 2 {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// browse runs the program with a page, and returns a function that fetches a path.
func browse(t *testing.T, args ...string) (get func(path string) string) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Run(ctx, append([]string{"-env", "", "-web=127.0.0.1:0"}, args...), func(string) string { return "" }, nil, in, os.Stderr)
		_ = in.CloseWithError(err)
		ended <- err
	}()
	said := make([]byte, 200)
	n, err := out.Read(said)
	found := regexp.MustCompile(`(http://127\.0\.0\.1:\d+)(/\?token=\w+)`).FindSubmatch(said[:n])
	if err != nil || found == nil {
		t.Fatalf("it says %q, %v", said[:n], err)
	}
	jar, _ := cookiejar.New(nil) // never fails
	client := &http.Client{Jar: jar, Transport: &http.Transport{}}
	t.Cleanup(func() {
		client.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Errorf("it ends with %v", err)
		}
	})
	get = func(path string) string {
		r, err := client.Get(string(found[1]) + path)
		must(t, err)
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s is answered %d, %v", path, r.StatusCode, err)
		}
		return string(text)
	}
	get(string(found[2]))
	return get
}

// The page begins with a game, in the visitor's language and with either platform's limits. The page
// and all files that it loads are small.
func TestPage(t *testing.T) {
	get := browse(t)
	text, size := get("/"), 0
	for _, want := range []string{`aria-label="d3 can be played"`, ">Discord<", ">Slack<", ">Deutsch<", "Your move."} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q on\n%s", want, text)
		}
	}
	for _, address := range append(regexp.MustCompile(`(?:src|href)="(/[^"?]+)"`).FindAllStringSubmatch(text, -1), regexp.MustCompile(`url\((/[^)]+)\)`).FindAllStringSubmatch(get("/page.css"), -1)...) {
		size += len(get(address[1]))
	}
	if size += len(text); size > 60_000 {
		t.Errorf("the page and what it needs are %d bytes", size)
	}
	if len(get("/page.js")) > 10<<10 || len(get("/page.css")) > 8<<10 {
		t.Error("the script has more than 12 KB, or the style more than 8")
	}
	if text := get("/?on=local-2&lang=ja"); !strings.Contains(text, `value="local-2" selected`) || !strings.Contains(text, "あなたの名前") {
		t.Errorf("as on Slack and in Japanese the page is\n%s", text)
	}
	if got := get("/complete?typed=move+"); !strings.Contains(got, `value="move d3"`) {
		t.Errorf("a move is completed by %s", got)
	}
}

func TestPlay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.chat")
	must(t, os.WriteFile(file, []byte("# Hm.\nana: /othello start\n"), 0o644))
	get := browse(t, "-play", file)
	if text := get("/"); !strings.Contains(text, "a.chat · <code>ana: /othello start</code>") || strings.Contains(text, "<article") {
		t.Errorf("the page is\n%s", text)
	}
}

// Without a revision from Go, the version shows the commit that the linker set.
func TestVersion(t *testing.T) {
	if v := version(); !strings.HasPrefix(v, "othellobot ") || !strings.HasSuffix(v, " "+runtime.Version()) {
		t.Errorf("it says %q", v)
	}
	commit = "0123abc"
	defer func() { commit = "" }()
	if v := version(); !strings.Contains(v, " 0123abc go") {
		t.Errorf("it says %q", v)
	}
	if _, revision, _ := build(); revision != commit {
		t.Errorf("it was built from %q", revision)
	}
}

func TestTerminalsThatShowEmoji(t *testing.T) {
	for env, want := range map[[4]string]bool{
		{"LANG", "en_US.UTF-8", "TERM", "xterm"}:   true,
		{"LANG", "C.utf8", "TERM", "xterm"}:        true,
		{"LANG", "en_US.UTF-8", "TERM", "linux"}:   false,
		{"LANG", "C", "TERM", "xterm"}:             false,
		{"LC_ALL", "C", "LANG", "en_US.UTF-8"}:     false,
		{"TERM", "xterm", "COLORTERM", "anything"}: false,
	} {
		set := map[string]string{env[0]: env[1], env[2]: env[3]}
		if got := showsEmoji(func(key string) string { return set[key] }); got != want {
			t.Errorf("with %v emoji are shown: %v, want %v", set, got, want)
		}
	}
}

// keyboard is a fake terminal: it reads prepared keys, and buffers the output.
type keyboard struct {
	io.Reader
	bytes.Buffer
}

func (k *keyboard) Read(p []byte) (int, error) { return k.Reader.Read(p) }

func TestEditor(t *testing.T) {
	squares := func(word string) (found []string) {
		for _, s := range []string{"c4", "d3", "e6", "f5"} {
			if strings.HasPrefix(s, strings.ToLower(word)) {
				found = append(found, s)
			}
		}
		return found
	}
	for name, c := range map[string]struct{ keys, want string }{
		"a line":                    {"start\r", "start\n"},
		"the line before":           {"d3\r\x1b[A\r", "d3\nd3\n"},
		"a letter taken back":       {"d4\x7f3\r", "d3\n"},
		"a letter put in":           {"3\x1b[Dd\r", "d3\n"},
		"a square completed":        {"move d\t\r", "move d3\n"},
		"alone":                     {"c\t\r", "c4\n"},
		"in a button":               {"[e\t]\r", "[e6]\n"},
		"what nothing completes":    {"move x\t\r", "move x\n"},
		"what several complete":     {"move \t\r", "move \n"},
		"an end in between":         {"start\rd3\x04", "start\n"},
		"letters beyond the Latin":  {"投了\r", "投了\n"},
		"whatever a paste consists": {"\x1b[200~start\x1b[201~\r", "start\n"},
	} {
		e := newEditor(&keyboard{Reader: strings.NewReader(c.keys)}, squares)
		got, err := io.ReadAll(e)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %q is read, %v, want %q", name, got, err, c.want)
		}
	}
}

// TestPageTimes formats durations in each language, and in its plural forms.
func TestPageTimes(t *testing.T) {
	says, seen := PageSentences(words.Load()), make(map[string]string)
	for _, tag := range words.Load().Tags() {
		lasts := says(tag).Lasts
		minute, minutes, hours, week := lasts(time.Minute), lasts(15*time.Minute), lasts(25*time.Hour), lasts(7*24*time.Hour)
		if !strings.Contains(minute, "1") || !strings.Contains(minutes, "15") || !strings.Contains(hours, "25") || !strings.Contains(week, "7") {
			t.Errorf("%s: %q, %q, %q, %q", tag, minute, minutes, hours, week)
		}
		if other, taken := seen[minutes+hours+week]; taken {
			t.Errorf("%s has the words of %s: %q, %q, %q", tag, other, minutes, hours, week)
		}
		seen[minutes+hours+week] = tag
	}
	if l := says("de").Lasts; l(time.Minute) != "1 Minute" || l(time.Hour) != "1 Stunde" || l(26*time.Hour) != "26 Stunden" || l(48*time.Hour) != "2 Tage" {
		t.Errorf("%q, %q, %q, %q", l(time.Minute), l(time.Hour), l(26*time.Hour), l(48*time.Hour))
	}
}
