package render

// Theme is a set of symbols for the squares of an emoji grid.
type Theme struct {
	Name string
}
