package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMakesTheSameBook makes a book at once, and in parts with a cut in the middle of an
// entry.
func TestMakesTheSameBook(t *testing.T) {
	dir := t.TempDir()
	whole, parts := filepath.Join(dir, "whole"), filepath.Join(dir, "parts")
	if got, err := running(t, "book", "-depth", "2", "-positions", "40", "-out", whole); err != nil || got != "40 positions\n" {
		t.Fatalf("%q, %v", got, err)
	}
	if _, err := running(t, "book", "-depth", "2", "-positions", "15", "-out", parts); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	part, err := os.ReadFile(parts)
	if err != nil || !bytes.HasPrefix(want, part) {
		t.Errorf("a part is not the beginning: %v", err)
	}
	if err := os.WriteFile(parts, part[:len(part)-2], 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := running(t, "book", "-depth", "2", "-positions", "40", "-out", parts); err != nil || got != "40 positions\n" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := os.ReadFile(parts); err != nil || !bytes.Equal(got, want) {
		t.Errorf("in parts the book is another: %v", err)
	}
	if _, err := running(t, "book", "-depth", "4", "-out", parts); err == nil || !strings.Contains(err.Error(), "it was made with") {
		t.Errorf("other settings: %v", err)
	}
}
