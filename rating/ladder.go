package rating

// Ladder holds the states of all players in a log. It is not safe for concurrent use.
type Ladder struct {
	states map[PlayerID]State
	last   map[pair][]Result // the last results of each pair that were not annulled, latest first
}

type pair struct{ lower, upper PlayerID }

func pairOf(r Result) pair { return pair{min(r.Black, r.White), max(r.Black, r.White)} }

// NewLadder returns the ladder after all entries of a log, which must be in their order.
func NewLadder(log ...Result) *Ladder {
	l := &Ladder{make(map[PlayerID]State), make(map[pair][]Result)}
	for _, r := range log {
		l.Add(r)
	}
	return l
}

// Of returns the state of a player, or [New] if none of the player's games counts.
func (l *Ladder) Of(s PlayerID) State {
	if state, ok := l.states[s]; ok {
		return state
	}
	return New()
}

// Last returns up to [Memory] of the last results between the two players of r, latest first.
func (l *Ladder) Last(r Result) []Result { return l.last[pairOf(r)] }

// Add appends an entry to the log and returns its worth, or 0 if the entry is annulled.
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
