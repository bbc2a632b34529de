package puzzle

// Grade says how far one must look ahead to solve a puzzle.
type Grade uint8

// The grades.
const (
	Easy   Grade = iota // at most three moves near the end, and a search of one ply finds the best
	Medium              // one ply misses it, four find it
	Hard                // one, four and six plies miss it
)

// Grades is the number of grades: they are the values below it.
const Grades = 3

// gradeLetters begin the IDs of the grades.
const gradeLetters = "smh"

// String is "easy", "medium" or "hard".
func (g Grade) String() string { return [Grades]string{"easy", "medium", "hard"}[g] }

// ParseGrade reads what [Grade.String] writes.
func ParseGrade(text string) (Grade, bool) {
	for g := range Grade(Grades) {
		if g.String() == text {
			return g, true
		}
	}
	return 0, false
}
