package logtest_test

import (
	"testing"

	"othellobot/internal/logtest"
)

func TestBuffer(t *testing.T) {
	var b logtest.Buffer
	go func() {
		for _, line := range []string{"one", "two", "three"} {
			_, _ = b.Write([]byte("line=" + line + "\n"))
		}
	}()
	if found := b.Await(t, `line=(t\w+)\nline=(\w+)`); found[1] != "two" || found[2] != "three" {
		t.Errorf("it finds %q", found)
	}
	if got := b.String(); got != "line=one\nline=two\nline=three\n" {
		t.Errorf("it has %q", got)
	}
}
