package train

import (
	"math"

	"othellobot/engine"
)

// StageError is how far judgement is off in one stage of the game.
type StageError struct {
	FirstPly, LastPly int     // counted from 0, the start position
	Samples           int     // how many there are
	Error             float64 // mean of the absolute differences, in discs; 0 without samples
}

// MeanError compares judgement without looking ahead with the values of samples,
// stage by stage.
func MeanError(w *engine.Weights, samples []Sample) (errors [engine.Stages]StageError) {
	for _, s := range samples {
		e := &errors[engine.StageOf(s.Empties())]
		e.Samples++
		e.Error += math.Abs(w.Value(s.Own, s.Opp) - float64(s.Value))
	}
	for stage := range errors {
		e := &errors[stage]
		e.FirstPly, e.LastPly = engine.StagePlies*stage, engine.StagePlies*(stage+1)-1
		e.Error /= max(1, float64(e.Samples))
	}
	return errors
}
