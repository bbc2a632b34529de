package load

import (
	"errors"
	"strings"
	"testing"
)

// told is a test that notes what it is told.
type told struct {
	testing.TB
	said strings.Builder
}

func (t *told) Helper() {}

func (t *told) Errorf(format string, _ ...any) { t.said.WriteString(format) }

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
		to := told{TB: t}
		if of.tell(&to); (to.said.Len() > 0) != want {
			t.Errorf("of %d failures it tells %q", of.n, to.said.String())
		}
	}
}
