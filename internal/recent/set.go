package recent

// Set is a set bounded like a [Map]. The zero set is empty. Its methods may be called
// concurrently.
type Set[K comparable] struct{ keys Map[K, struct{}] }

// Add adds a key, and reports whether it was new.
func (s *Set[K]) Add(key K) (added bool) {
	s.keys.Change(key, func(_ struct{}, known bool) (now struct{}, keep bool) {
		added = !known
		return now, true
	})
	return added
}

// Has reports whether the key is in the set.
func (s *Set[K]) Has(key K) bool {
	_, has := s.keys.Get(key)
	return has
}

// Take removes a key, and reports whether it was in the set.
func (s *Set[K]) Take(key K) (was bool) {
	s.keys.Change(key, func(none struct{}, known bool) (now struct{}, keep bool) {
		was = known
		return none, false
	})
	return was
}
