package main

import (
	"os"
	"path/filepath"
	"testing"

	"othellobot/lab/train"
)

func TestSampleFileRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(file, []byte("f5d6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := running(t, "selfplay", "-out", file); err == nil || string(read(t, file)) != "f5d6\n" {
		t.Errorf("another file is written to: %v", err)
	}
	if f, err := openSamples(filepath.Join(t.TempDir(), "new"), "of a test"); err != nil || f.add(train.Game{}) != nil || f.games != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}
