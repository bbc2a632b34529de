package exchange

// Set is a bounded set of names, as a [Memory] is. The zero set is empty. Its methods may
// be called concurrently.
type Set struct{ names Memory[string, struct{}] }

// Add puts a name in, and reports whether it is new.
func (s *Set) Add(name string) (added bool) {
	s.names.Change(name, func(_ struct{}, known bool) (now struct{}, keep bool) {
		added = !known
		return now, true
	})
	return added
}

// Has reports whether a name is in it.
func (s *Set) Has(name string) bool {
	_, has := s.names.Get(name)
	return has
}

// Take takes a name out, and reports whether it was in it.
func (s *Set) Take(name string) (was bool) {
	s.names.Change(name, func(none struct{}, known bool) (now struct{}, keep bool) {
		was = known
		return none, false
	})
	return was
}
