package app

import (
	"runtime"
	"strings"
	"testing"
)

// A program that Go cannot tell the commit of says the one that the linker was given.
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
