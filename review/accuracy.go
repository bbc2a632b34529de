package review

import "math"

// LeastChoices is how many choices a side must have had to have an accuracy.
const LeastChoices = 10

// AccuracyOf is the accuracy of a side that has lost so many discs a choice: 100 for none,
// and less for each that is lost: 100·e^(−lost/10). The 10 was fitted once, by least
// squares to what the formula of lichess (https://lichess.org/page/accuracy) gave for 160
// sides of tournament games, who lose 1.9 discs a choice and had 82 by it: 10.2, rounded.
// For games of beginners that formula, which goes by chances to win, praised whoever was
// far behind and had none to lose.
func AccuracyOf(lost float64) float64 { return 100 * math.Exp(-max(0, lost)/10) }
