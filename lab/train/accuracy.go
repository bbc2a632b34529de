package train

import (
	"math"

	"othellobot/engine"
)

// Accuracy is the error of static evaluation for a group of positions, in discs. Without
// positions all fields are 0.
type Accuracy struct {
	Positions int
	Error     float64 // mean of the absolute differences
	Bias      float64 // mean of the differences; above 0, the side to move is overvalued

	// Gain is the reduction of Error compared with other weights. GainDeviation is the
	// standard error of Gain, computed over whole games, since the positions of a game are
	// alike.
	Gain, GainDeviation float64
}

// Measure compares evaluations by w and by other with the values of the samples of games.
// groupOf returns the group of a sample, from 0 to groups-1.
func Measure(w, other *engine.Weights, games [][]Sample, groups int, groupOf func(Sample) int) []Accuracy {
	all := make([]Accuracy, groups)
	perGame := make([][]gameGain, groups)
	for _, game := range games {
		gains := make([]gameGain, groups)
		for _, s := range game {
			group := groupOf(s)
			a := &all[group]
			off := w.Value(s.Own, s.Opp) - float64(s.Value)
			gain := math.Abs(other.Value(s.Own, s.Opp)-float64(s.Value)) - math.Abs(off)
			a.Positions++
			a.Error += math.Abs(off)
			a.Bias += off
			a.Gain += gain
			gains[group].positions++
			gains[group].sum += gain
		}
		for group, g := range gains {
			perGame[group] = append(perGame[group], g)
		}
	}
	for group := range all {
		a := &all[group]
		n := max(1, float64(a.Positions))
		a.Error, a.Bias, a.Gain = a.Error/n, a.Bias/n, a.Gain/n
		squares := 0.0
		for _, g := range perGame[group] {
			unlike := g.sum - a.Gain*g.positions
			squares += unlike * unlike
		}
		a.GainDeviation = math.Sqrt(squares) / n
	}
	return all
}

// gameGain is the gain in one game.
type gameGain struct{ positions, sum float64 }
