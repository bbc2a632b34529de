package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A quick run of one section measures that section and leaves the others without figures.
func TestQuickRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the bot and a test")
	}
	out := filepath.Join(t.TempDir(), "out.md")
	var told strings.Builder
	if err := run(t.Context(), []string{"-quick", "-only", "^Inside", "-out", out}, &told); err != nil {
		t.Fatalf("%v\n%s", err, told.String())
	}
	file, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if err := writtenBy(text, string(file)); err != nil {
		t.Error(err)
	}
	for _, s := range sections(string(file)) {
		if measured := !strings.Contains(s.text, notMeasured); strings.Contains(s.text, "```sh") && measured != strings.HasPrefix(s.heading, "Inside") {
			t.Errorf("%s is measured: %v", s.heading, measured)
		}
	}
}

func TestWrongFlags(t *testing.T) {
	for _, args := range []string{"-only (", "-slow"} {
		if err := run(t.Context(), strings.Fields(args), io.Discard); err == nil {
			t.Errorf("%s is understood", args)
		}
	}
}

func TestQuicker(t *testing.T) {
	for command, want := range map[string]string{
		"go run ./load/cmd -rate 500 -seconds 3 -pairs 3":        "go run ./load/cmd -rate 500 -seconds 1 -pairs 1",
		"LOAD_GAMES=5 LOAD_VOTERS=1000 go test -benchtime 2000x": "LOAD_GAMES=10 LOAD_VOTERS=10 go test -benchtime 9x",
	} {
		if got := quicker(command); got != want {
			t.Errorf("%s becomes %s, want %s", command, got, want)
		}
	}
}
