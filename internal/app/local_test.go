package app

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

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
