package recent

// Set is a bounded set, as a [Map] is. The zero set is empty. Its methods may be called
// concurrently.
type Set[K comparable] struct{ keys Map[K, struct{}] }

// Add puts a key in, and reports whether it is new.
func (s *Set[K]) Add(key K) (added bool) {
	s.keys.Change(key, func(_ struct{}, known bool) (now struct{}, keep bool) {
		added = !known
		return now, true
	})
	return added
}

// Has reports whether a key is in it.
func (s *Set[K]) Has(key K) bool {
	_, has := s.keys.Get(key)
	return has
}

// Take takes a key out, and reports whether it was in it.
func (s *Set[K]) Take(key K) (was bool) {
	s.keys.Change(key, func(none struct{}, known bool) (now struct{}, keep bool) {
		was = known
		return none, false
	})
	return was
}
