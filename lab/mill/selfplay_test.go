package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSelfplayReproducible plays the same games with one worker, with three, and with
// interruptions after every few bytes: the files are the same.
func TestSelfplayReproducible(t *testing.T) {
	folder := t.TempDir()
	play := func(name string, flags ...string) []byte {
		t.Helper()
		file := filepath.Join(folder, name)
		args := append([]string{"selfplay", "-seed", "9", "-games", "12", "-depth", "2", "-exact", "6", "-branches", "2", "-out", file}, flags...)
		if _, err := running(t, args...); err != nil {
			t.Fatal(err)
		}
		return read(t, file)
	}
	whole := play("whole")
	if !bytes.Equal(play("workers", "-workers", "3"), whole) {
		t.Error("three workers write another file")
	}
	if part := play("five", "-games", "5"); !bytes.HasPrefix(whole, part) || len(part) >= len(whole) {
		t.Error("fewer games are not the beginning of more")
	}
	for length := 0; length < len(whole); length += 1999 {
		broken := filepath.Join(folder, "broken")
		header := bytes.IndexByte(whole, '\n') + 1
		if length > 0 && length < header {
			continue // the header is written at once
		}
		if err := os.WriteFile(broken, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(play("broken"), whole) {
			t.Errorf("going on behind %d bytes writes another file", length)
		}
	}
	five := read(t, filepath.Join(folder, "five"))
	if err := os.WriteFile(filepath.Join(folder, "more"), whole[:len(five)+40], 0o600); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(play("more", "-games", "5"), five) {
		t.Error("half a game is kept behind all that are wanted")
	}
	before := read(t, filepath.Join(folder, "whole"))
	_, err := running(t, "selfplay", "-seed", "8", "-out", filepath.Join(folder, "whole"))
	if err == nil || !strings.Contains(err.Error(), "seed 9") || !bytes.Equal(read(t, filepath.Join(folder, "whole")), before) {
		t.Errorf("games of other settings are added: %v", err)
	}
}

// TestSelfplayStops cancels self-play: whole games are kept.
func TestSelfplayStops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "samples")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	err := run(ctx, []string{"selfplay", "-out", file}, &out, &out)
	if !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("%v, %s", err, out.String())
	}
	if games, err := readGames(file); err != nil || len(games) != 0 {
		t.Errorf("%d games, %v", len(games), err)
	}
}
