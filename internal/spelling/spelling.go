// Package spelling measures how far two words differ, so that callers can recognize a typing
// error: see [Distance]. It must never know what the words mean.
package spelling

// Distance returns how many letters to insert, delete, replace or swap with a neighbour to turn
// a into b (the optimal string alignment distance). Letters are bytes.
func Distance(a, b string) int {
	width := len(b) + 1
	last, before, row := make([]int, width), make([]int, width), make([]int, width)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last, before, row = before, row, last
		row[0] = i + 1
		for j := range len(b) {
			cost := before[j]
			if a[i] != b[j] {
				cost++
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, last[j-1]+1)
			}
			row[j+1] = min(cost, before[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
