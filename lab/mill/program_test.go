package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMatchAgainstProgram plays the engine against itself, in this process and as another
// program. Both matches must have the same games.
func TestMatchAgainstProgram(t *testing.T) {
	program := filepath.Join(t.TempDir(), "engine")
	if out, err := exec.Command("go", "build", "-o", program, "othellobot/cmd/engine").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var games [2]string
	for i, other := range []string{"nodes=2000", "program=" + program + " gtp -positions 2000"} {
		file := filepath.Join(t.TempDir(), "games")
		got, err := running(t, "match", "-pairs", "1", "-transcripts", file, "nodes=1000", other)
		if err != nil || !strings.HasPrefix(got, "2 games: ") || !strings.HasSuffix(got, " s of processor a game\n") {
			t.Fatalf("%v\n%s", err, got)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		games[i] = string(text)
	}
	if games[0] != games[1] {
		t.Errorf("games\n%swant\n%s", games[1], games[0])
	}
}

// TestProgramFails plays against programs that give no answer or an error.
func TestProgramFails(t *testing.T) {
	for _, commandLine := range []string{"/dev/null", "true", "echo ? no\n\n"} {
		if _, err := running(t, "match", "-pairs", "1", "level=1", "program="+commandLine); err == nil {
			t.Errorf("%q has played", commandLine)
		}
	}
}
