package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestStrayReproducible values strays with one worker, with three, and with an
// interruption: the bytes are the same.
func TestStrayReproducible(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games")
	if _, err := running(t, "selfplay", "-games", "6", "-depth", "2", "-exact", "6", "-out", games); err != nil {
		t.Fatal(err)
	}
	value := func(name string, flags ...string) []byte {
		t.Helper()
		file := filepath.Join(folder, name)
		args := append([]string{"stray", "-depth", "2", "-exact", "6", "-out", file}, flags...)
		if _, err := running(t, append(args, games)...); err != nil {
			t.Fatal(err)
		}
		return read(t, file)
	}
	whole := value("whole")
	if !bytes.Equal(value("workers", "-workers", "3"), whole) {
		t.Error("three workers write another file")
	}
	if part := value("part", "-games", "3"); !bytes.HasPrefix(whole, part) || len(part) >= len(whole) {
		t.Error("strays of fewer games are not the beginning of those of more")
	}
	if err := os.WriteFile(filepath.Join(folder, "broken"), whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(value("broken"), whole) {
		t.Error("going on writes another file")
	}
	if bytes.Equal(value("other", "-seed", "2"), whole) {
		t.Error("another seed writes the same file")
	}
}
