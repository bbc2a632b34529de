package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
)

// running runs a command line and returns its output.
func running(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), args, &stdout, &stderr)
	return stdout.String(), err
}

func TestUsage(t *testing.T) {
	for _, args := range []string{
		"train", "accuracy", "reviews", "strengths now", "errors -step 0 x", "label -part 0 x", "label -depth 7 x", "selfplay -depth 5", "selfplay -workers 0",
		"book -out x -positions 0", "book", "book -out x -depth 3", "book -out x -depth 0", "book -out x -reach 0.1", "book -out x y",
		"puzzles", "puzzles -out x -count 0", "puzzles -out x -count 65536", "puzzles -out x -workers 0", "puzzles -out x y",
		"match level=1", "match level=1 strong", "match level=x level=1", "match time=5 level=1", "match level=1,time=1s level=1",
		"match depth=2,book=x level=1", "match -pairs 0 level=1 level=1", "match -opening -1 level=1 level=1",
		"match -opening 60 level=1 level=1", "match -balance 0 level=1 level=1", "analyze -after -2 f5",
	} {
		if _, err := running(t, strings.Fields(args)...); err == nil || errors.Is(err, os.ErrNotExist) || errors.Is(err, flag.ErrHelp) {
			t.Errorf("mill %s: %v", args, err)
		}
	}
	if _, err := running(t, "train", "missing.samples"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// TestHelp asks for help in general and on every command.
func TestHelp(t *testing.T) {
	for args, asked := range map[string]bool{"": true, "-h": true, "fly": false} {
		var stdout, stderr bytes.Buffer
		err := run(t.Context(), strings.Fields(args), &stdout, &stderr)
		for _, c := range commands() {
			if errors.Is(err, flag.ErrHelp) != asked || err == nil || !strings.Contains(stderr.String(), "mill "+c.name+" ") {
				t.Errorf("mill %s: %v, %q lacks %s", args, err, stderr.String(), c.name)
			}
		}
	}
	for _, c := range commands() {
		var stdout, stderr bytes.Buffer
		if err := run(t.Context(), []string{c.name, "-h"}, &stdout, &stderr); !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(stderr.String(), "Usage of mill "+c.name+":") {
			t.Errorf("mill %s -h: %v, %q", c.name, err, stderr.String())
		}
	}
}
