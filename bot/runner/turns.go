package runner

// turns holds what waits of several parties, which may be made of parties themselves,
// and gives one of each in turn.
type turns[T any] struct {
	name    string
	waits   int // how much
	own     []T
	parties map[string]*turns[T] // for whom something waits
	order   []*turns[T]          // of the parties but served, the next first
	served  *turns[T]            // who had the last turn, and lets go first who comes now; or nil
}

// in is how much waits for a party, which is named by the parties around it first.
func (t *turns[T]) in(names ...string) int {
	for _, name := range names {
		if t = t.parties[name]; t == nil {
			return 0
		}
	}
	return t.waits
}

// add lets something wait for a party.
func (t *turns[T]) add(what T, names ...string) {
	t.waits++
	if len(names) == 0 {
		t.own = append(t.own, what)
		return
	}
	party := t.parties[names[0]]
	if party == nil {
		if t.parties == nil {
			t.parties = make(map[string]*turns[T])
		}
		party = &turns[T]{name: names[0]}
		t.parties[party.name] = party
		t.order = append(t.order, party)
	}
	party.add(what, names[1:]...)
}

// take takes that whose turn it is. Something must wait.
func (t *turns[T]) take() T {
	t.waits--
	if len(t.own) > 0 {
		first := t.own[0]
		t.own = t.own[1:]
		return first
	}
	if t.served != nil {
		t.order = append(t.order, t.served)
	}
	party := t.order[0]
	t.order, t.served = t.order[1:], nil
	first := party.take()
	if party.waits > 0 {
		t.served = party
	} else {
		delete(t.parties, party.name)
	}
	return first
}
