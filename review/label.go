package review

// Label rates a move.
type Label uint8

// The labels of lichess, by the Win% that a move cost.
const (
	Good       Label = iota
	Inaccuracy       // 5 or more; or 6 discs, even in a decided game
	Mistake          // 10 or more; or a win given away for a draw, or a draw for a loss
	Blunder          // 15 or more; or a win given away for a loss
)

var labelNames = [...]string{"good", "inaccuracy", "mistake", "blunder"}

func (l Label) String() string { return labelNames[l] }

// Label returns the label of the move. A proved change of the result counts for more than
// a likely one.
func (m Move) Label() Label {
	label, cost := Good, m.Cost()
	switch {
	case m.Choices < 2:
		return Good
	case cost >= 15:
		label = Blunder
	case cost >= 10:
		label = Mistake
	case cost >= 5, m.Lost() >= 6:
		label = Inaccuracy
	}
	switch {
	case !m.Exact:
		return label
	case m.BestValue > 0 && m.Value < 0:
		return Blunder
	case m.BestValue > 0 && m.Value == 0, m.BestValue == 0 && m.Value < 0:
		return max(label, Mistake)
	}
	return label
}
