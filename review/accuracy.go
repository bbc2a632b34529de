package review

import "math"

// MinChoices is the number of choices that a side needs to get an accuracy.
const MinChoices = 10

// AccuracyOf returns the accuracy, in percent, of a side that lost the given number of discs
// per choice: 100·e^(−lost/10). A side that lost nothing has 100.
//
// The 10 is 10.2 rounded, fitted by least squares to the formula of lichess
// (https://lichess.org/page/accuracy). The data were 160 sides of tournament games. On
// average they lost 1.9 discs per choice and had an accuracy of 82. The formula of lichess
// compares chances to win. It praised beginners who were far behind and had no chances left
// to lose.
func AccuracyOf(lost float64) float64 { return 100 * math.Exp(-max(0, lost)/10) }
