package puzzle

// Grade is the difficulty of a puzzle: how far ahead the player must look.
type Grade uint8

const (
	Easy   Grade = iota // at most three moves near the end, and a one-ply search finds the best
	Medium              // a one-ply search fails, a four-ply search succeeds
	Hard                // searches of one, four and six plies fail
)

// Grades is the number of grades. Grades are the values from 0 to Grades-1.
const Grades = 3

const gradeLetters = "smh" // the first letter of an ID, by grade

// String returns "easy", "medium" or "hard".
func (g Grade) String() string { return [Grades]string{"easy", "medium", "hard"}[g] }

// ParseGrade parses the result of [Grade.String].
func ParseGrade(text string) (Grade, bool) {
	for g := range Grade(Grades) {
		if g.String() == text {
			return g, true
		}
	}
	return 0, false
}
