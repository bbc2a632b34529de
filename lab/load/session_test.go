package load

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"
)

// A session ends like a test: at a fatal error, with cleanups in reverse order, and with every error
// reported.
func TestSessions(t *testing.T) {
	var done []string
	var dir string
	err := inSession(t.Context(), func(tb testing.TB) {
		tb.Cleanup(func() { done = append(done, "first") })
		tb.Cleanup(func() { tb.Fatal("in a cleanup") })
		tb.Cleanup(func() { done = append(done, "last") })
		dir = tb.TempDir()
		tb.Errorf("a number: %d", 1)
		if !tb.Failed() {
			t.Error("it has not failed")
		}
		tb.Fatalf("it is %s", "over")
		done = append(done, "too much")
	})
	if err == nil || err.Error() != "a number: 1\nit is over\nin a cleanup" {
		t.Errorf("it fails with %v", err)
	}
	if !slices.Equal(done, []string{"last", "first"}) {
		t.Errorf("done is %q", done)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its folder is left: %v", err)
	}
	if err := inSession(t.Context(), func(testing.TB) {}); err != nil {
		t.Errorf("nothing fails with %v", err)
	}
}
