package bot

// MaxBuckets is how many counts a [Flood] keeps.
const MaxBuckets = maxBuckets

// Size is how many counts the flood keeps now.
func (f *Flood) Size() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.buckets)
}
