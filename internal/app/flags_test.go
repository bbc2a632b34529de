package app

import (
	"runtime"
	"strings"
	"testing"
)

// Without a revision from Go, the version shows the commit that the linker set.
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
