package load

import (
	"errors"
	"strings"
	"testing"
)

// fakeTB is a test that records its errors.
type fakeTB struct {
	testing.TB
	said strings.Builder
}

func (t *fakeTB) Helper() {}

func (t *fakeTB) Errorf(format string, _ ...any) { t.said.WriteString(format) }

func TestFailuresFail(t *testing.T) {
	var none, some failures
	none.note(nil)
	some.note(nil)
	some.note(errors.New("one"))
	some.note(errors.New("two"))
	if some.n != 2 || some.first.Error() != "one" {
		t.Errorf("they are %d, with %v first", some.n, some.first)
	}
	for of, want := range map[*failures]bool{&none: false, &some: true} {
		to := fakeTB{TB: t}
		if of.report(&to); (to.said.Len() > 0) != want {
			t.Errorf("of %d failures it tells %q", of.n, to.said.String())
		}
	}
}
