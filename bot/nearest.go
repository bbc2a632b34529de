package bot

import "math"

// nearest is the verb that a mistyped word was most likely meant for.
func nearest(typed string) string {
	best, least := "help", math.MaxInt
	for _, v := range verbs() {
		if d := distance(typed, v.Name); d < least {
			best, least = v.Name, d
		}
	}
	return best
}

// distance is the Levenshtein distance of two words: how many letters to
// insert, delete or replace.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
