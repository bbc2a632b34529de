package fair

import (
	"slices"
	"testing"
)

// Nested parties take turns, and a new party goes before the one just served.
func TestQueueIsFair(t *testing.T) {
	var q Queue[int]
	for n := range 4 {
		q.Add(n, "big", "ana")
	}
	q.Add(10, "big", "bo")
	q.Add(20, "small", "cy")
	var got []int
	for q.Len() > 0 {
		what, _ := q.Take()
		got = append(got, what)
		if what == 0 {
			q.Add(30, "new", "di")
		}
	}
	if want := []int{0, 20, 30, 10, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("taken in the order %v, want %v", got, want)
	}
	if _, ok := q.Take(); ok || len(q.root.parties) != 0 || len(q.root.order) != 0 {
		t.Errorf("an empty queue holds %+v", q.root)
	}
}

// A party at its limit lets other parties pass, and loses no item.
func TestQueueIsLimited(t *testing.T) {
	q := Queue[string]{Limits: []int{3, 2, 1}}
	for _, what := range []string{"a1", "a2", "b1", "c1"} {
		q.Add(what, "t", what[:1])
	}
	q.Add("z1", "u", "z")
	take := func(want string) {
		t.Helper()
		if got, ok := q.Take(); got != want || ok != (want != "") {
			t.Errorf("taken is %q, %t; want %q", got, ok, want)
		}
	}
	take("a1")
	take("z1")
	take("b1")
	take("") // three are taken, the limit for all parties together
	if q.Count("t", "a") != 2 || q.Count("t") != 4 || q.Count("x") != 0 {
		t.Errorf("%d, %d and %d are counted", q.Count("t", "a"), q.Count("t"), q.Count("x"))
	}
	q.Done("u", "z")
	take("") // two of t are taken, the limit for a party
	q.Done("t", "b")
	take("c1") // one of t's a is still taken, so a2 must wait
	q.Done("t", "c")
	take("")
	q.Done("t", "a")
	take("a2")
	q.Done("t", "a")
	if q.Len() != 0 || q.root.taken != 0 || len(q.root.parties) != 0 {
		t.Errorf("in the end it holds %+v", q.root)
	}
}
