package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

func runCommand(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), args, strings.NewReader(stdin), &stdout, &stderr)
	return stdout.String(), err
}

func TestUsage(t *testing.T) {
	for _, args := range []string{
		"fly", "perft", "perft x", "perft 0", "perft 1 2", "perft -deep 3", "solve", "gtp now", "match level=1 level=1",
		"gtp -level 17", "gtp -level 3 -ms 5", "gtp -ms -5", "gtp -book maybe", "nboard -book maybe",
		"solve -memory 0 x", "solve -threads 2 x",
	} {
		var usage *usageError
		if _, err := runCommand(t, "", strings.Fields(args)...); !errors.As(err, &usage) || exitCode(err) != 2 {
			t.Errorf("engine %s: %v", args, err)
		}
	}
	if _, err := runCommand(t, "", "solve", "missing.obf"); !errors.Is(err, os.ErrNotExist) || exitCode(err) != 1 {
		t.Errorf("a missing file: %v", err)
	}
}

// TestHelp asks for help in general and on every command. Help goes to standard output
// and names all flags.
func TestHelp(t *testing.T) {
	for _, args := range []string{"", "help", "-h", "-help", "--help"} {
		got, err := runCommand(t, "", strings.Fields(args)...)
		for _, c := range commands() {
			if err != nil || !strings.Contains(got, "engine "+c.name+" ") {
				t.Errorf("engine %s: %v, %q lacks %s", args, err, got, c.name)
			}
		}
	}
	for _, c := range commands() {
		for _, ask := range []string{"-h", "-help", "--help"} {
			var stdout, stderr bytes.Buffer
			err := run(t.Context(), []string{c.name, ask}, nil, &stdout, &stderr)
			if exitCode(err) != 0 || stderr.Len() > 0 || !strings.HasPrefix(stdout.String(), "engine "+c.name+" [flags]") || !strings.Contains(stdout.String(), c.help) {
				t.Errorf("engine %s %s: %v\n%s%s", c.name, ask, err, stdout.String(), stderr.String())
			}
		}
	}
	if got, err := runCommand(t, "", "gtp", "-h"); err != nil || !strings.Contains(got, "-positions") {
		t.Errorf("%v\n%s", err, got)
	}
	var stdout, stderr bytes.Buffer
	if err := run(t.Context(), []string{"solve", "-deep"}, nil, &stdout, &stderr); exitCode(err) != 2 || stdout.Len() > 0 || !strings.Contains(stderr.String(), "-memory") {
		t.Errorf("%v\n%s%s", err, stdout.String(), stderr.String())
	}
}

func TestPerft(t *testing.T) {
	got, err := runCommand(t, "", "perft", "3")
	if err != nil || !regexp.MustCompile(`^ 1 +4 .*\n 2 +12 .*\n 3 +56 .*\n$`).MatchString(got) {
		t.Errorf("%q, %v", got, err)
	}
}

// The first position is the first problem of the FForum. The second has a wrong score.
const endgames = `--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

XXOOOOOOXXOOOOO-XOXXOOOXOOXXOXOXOOOOXXOOXXOOXXO-XXOOOOXXXXXXXX-X O; h2:+2;
`

func TestSolve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endgames.obf")
	if err := os.WriteFile(file, []byte(endgames), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags, want string
		wrong       bool
	}{
		{"-to 1", `g8 \+18 .* ok\n1 solved, 0 wrong`, false},
		{"-to 1 -outcome", `\+1 .* ok\n1 solved, 0 wrong`, false},
		{"-from 3", `h2  \+0 .* WRONG, want \+2\n1 solved, 1 wrong`, true},
		{"", `2 solved, 1 wrong`, true},
	} {
		got, err := runCommand(t, "", append(append([]string{"solve", "-memory", "1"}, strings.Fields(test.flags)...), file)...)
		if !regexp.MustCompile(test.want).MatchString(got) || (err != nil) != test.wrong {
			t.Errorf("solve %s: %v\n%s", test.flags, err, got)
		}
	}
}

// TestPlaysFromTheBook asks for a move in a position that the book has. With the book, the
// program must play the book's move without a search.
func TestPlaysFromTheBook(t *testing.T) {
	p, _ := rules.Start().Play(37)
	known, ok := engine.OwnBook().Choose(p, 1)
	if !ok {
		t.Fatal("not in the book")
	}
	tests := []struct {
		name, talk, args string
		book             bool
	}{
		{"GTP", "play b f5\ngenmove w\n", "gtp -positions 500", true},
		{"GTP without", "play b f5\ngenmove w\n", "gtp -book off -positions 500", false},
		{"NBoard", "move f5\ngo\n", "nboard", true},
		{"NBoard without", "move f5\ngo\n", "nboard -book=off", false},
		{"NBoard, not deep", "set depth 5\nmove f5\ngo\n", "nboard", false},
	}
	for _, test := range tests {
		got, err := runCommand(t, test.talk, strings.Fields(test.args)...)
		if err != nil || !strings.Contains(got, "= ") {
			t.Errorf("%s: %v\n%s", test.name, err, got)
		}
		if searched := strings.Contains(got, "nodestats"); strings.HasPrefix(test.args, "nboard") && searched == test.book {
			t.Errorf("%s: searched %v\n%s", test.name, searched, got)
		}
		if test.book && !strings.Contains(got, known.Square.String()) {
			t.Errorf("%s: the book has %v\n%s", test.name, known.Square, got)
		}
	}
}
