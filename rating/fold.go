package rating

import "iter"

// Ladder is what is known of everybody in a log. It is not for concurrent use.
type Ladder struct {
	states map[Seat]State
	last   map[pair][]Result // the last of two people that were not annulled, the latest first
}

type pair struct{ lower, upper Seat }

func pairOf(r Result) pair { return pair{min(r.Black, r.White), max(r.Black, r.White)} }

// Fold is what a log makes of everybody in it.
func Fold(log iter.Seq[Result]) *Ladder {
	l := &Ladder{make(map[Seat]State), make(map[pair][]Result)}
	for r := range log {
		l.Add(r)
	}
	return l
}

// Of is the state of somebody.
func (l *Ladder) Of(s Seat) State {
	if state, ok := l.states[s]; ok {
		return state
	}
	return New()
}

// Last are the last results between the two people of a result, the latest first, as many as
// [Memory].
func (l *Ladder) Last(r Result) []Result { return l.last[pairOf(r)] }

// Add adds an entry to the log, and tells what it is worth; 0 if it is annulled.
func (l *Ladder) Add(r Result) Worth {
	if r.Annulled {
		return 0
	}
	between := pairOf(r)
	earlier := l.last[between]
	black, white, worth := Play(l.Of(r.Black), l.Of(r.White), r, earlier)
	if worth == Counts {
		l.states[r.Black], l.states[r.White] = black, white
	}
	l.last[between] = append([]Result{r}, earlier[:min(len(earlier), Memory-1)]...)
	return worth
}
