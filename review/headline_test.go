package review_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// TestCausesOfBeginners plays games of scripted beginners, and finds by plain counting which mistakes of the loser a
// beginner can see. In 95 % of the games the cause that the review names must be one of them that cost most. Every
// reason in a review must be true, and in 95 % of the moments the better move must be better by a longer search, too. It
// plays 10 games, or 300 with OTHELLO_LONG.
func TestCausesOfBeginners(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	games := 10
	if os.Getenv("OTHELLO_LONG") != "" {
		games = 300
	}
	w := newWitness(t)
	for n := range games {
		transcript, players := beginnersTranscript(t, n)
		w.hear(fmt.Sprintf("game %d, %s", n, players), transcript)
	}
	w.conclude()
}

// TestCausesOfBlunders reads games that were played well, except for one blunder of the loser, made to measure: it
// gives a corner away, is beside a corner, throws a win away near the end, turns over too many discs early, or leaves
// hardly any move. The review must name that move and its reason in 95 % of the games. It reads 10 games, or 60 with
// OTHELLO_LONG.
func TestCausesOfBlunders(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	games := 10
	if os.Getenv("OTHELLO_LONG") != "" {
		games = 60
	}
	file, err := os.Open("testdata/blunders.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w := newWitness(t)
	lines := bufio.NewScanner(file)
	lines.Scan() // a comment
	for w.games < games && lines.Scan() {
		fields := strings.Fields(lines.Text())
		number, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		w.hearBlunder(fields[0], number, fields[2])
	}
	w.conclude()
}

// witness compares reviews with what it knows from its own rules and searches.
type witness struct {
	t        *testing.T
	searcher *engine.Searcher
	judge    review.Judge

	games, named int
	reasons      int
	doubtful     int                 // moments whose better move may be no better
	said         map[review.Kind]int // in moments, and causes in headlines
	headlines    map[review.Kind]int
}

func newWitness(t *testing.T) *witness {
	return &witness{
		t: t, searcher: engine.NewSearcher(engine.Trained(), 8<<20), judge: engine.NewJudge(),
		said: make(map[review.Kind]int), headlines: make(map[review.Kind]int),
	}
}

func (w *witness) conclude() {
	w.t.Helper()
	w.t.Logf("%d of %d causes named: %v; %d reasons: %v; %d doubtful", w.named, w.games, w.headlines, w.reasons, w.said, w.doubtful)
	if 20*w.doubtful > w.reasons {
		w.t.Errorf("in %d of %d moments the better move may be no better", w.doubtful, w.reasons)
	}
	if 100*w.named < 95*w.games || w.games == 0 {
		w.t.Errorf("only %d of %d causes named", w.named, w.games)
	}
}

func (w *witness) review(transcript string) (review.Review, []turnFacts) {
	w.t.Helper()
	moves, err := rules.ParseTranscript(transcript)
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := review.Of(w.t.Context(), w.judge, rules.Start(), moves, review.Standard())
	if err != nil {
		w.t.Fatal(err)
	}
	return r, factsOf(w.t, w.searcher, transcript)
}

func (w *witness) hear(name, transcript string) {
	w.t.Helper()
	r, facts := w.review(transcript)
	name += " " + transcript
	w.checkMoments(name, r, facts)
	last := facts[len(facts)-1]
	end := last.before.after(last.square)
	for color, side := range allSides {
		if end.margin(side) >= 0 {
			continue
		}
		w.games++
		if fault := w.fault(r, facts, rules.Color(color)); fault != "" {
			w.t.Logf("%s: %s", name, fault)
		} else {
			w.named++
		}
	}
}

func (w *witness) checkMoments(name string, r review.Review, facts []turnFacts) {
	w.t.Helper()
	for _, at := range r.Moments {
		c, m := sceneOf(facts, r, at), r.Moves[at.Number-1]
		w.reasons++
		w.said[at.Reason.Kind]++
		if wrong := c.falsehood(w.t, w.searcher, m, at.Reason) + c.wrongCost(m); wrong != "" {
			w.t.Errorf("%s: move %d, %s, better %s: %s", name, at.Number, named(c.facts.square), named(c.best), wrong)
		}
		if c.doubtful(w.t, w.searcher) {
			w.doubtful++
			w.t.Logf("%s: move %d, %s: %s is no better", name, at.Number, named(c.facts.square), named(c.best))
		}
	}
}

// plainCause is a mistake that its player could have seen.
type plainCause struct {
	what   string
	number int
	cost   float64
	heavy  bool // a corner or a win
}

const (
	leastPlain = 5  // minimum cost of a plain cause, in discs
	lastMoves  = 12 // empty squares of the last moves
)

func (w *witness) plainCauses(facts []turnFacts, side byte) (list []plainCause) {
	w.t.Helper()
	for _, f := range facts {
		if f.side != side || f.cost == 0 || f.keepsWin() {
			continue
		}
		add := func(what string, heavy bool) { list = append(list, plainCause{what, f.number, f.cost, heavy}) }
		if f.throwsWin() && f.empties <= lastMoves {
			add("win thrown away", true)
		}
		switch {
		case f.cost < leastPlain:
		case f.givesTakenCorner():
			add("corner given", true)
		case f.takesTooMany() && !isCorner(f.best):
			add("too many discs", false)
		case f.runsOut(w.t, w.searcher):
			add("no moves left", false)
		}
	}
	return list
}

// costliest returns the plain cause that cost most. A corner or a win comes before the others, unless they cost twice
// as much.
func costliest(list []plainCause) (most plainCause) {
	weight := func(c plainCause) float64 {
		if c.heavy {
			return 2 * c.cost
		}
		return c.cost
	}
	for _, c := range list {
		if weight(c) > weight(most) {
			most = c
		}
	}
	return most
}

// fault returns what is wrong with the cause that a review names for a side, or an empty text.
func (w *witness) fault(r review.Review, facts []turnFacts, color rules.Color) string {
	w.t.Helper()
	list := w.plainCauses(facts, allSides[color])
	want := costliest(list)
	at, ok := r.Cause(color)
	if !ok {
		if want.number > 0 {
			return fmt.Sprintf("names nothing, but there is %+v", want)
		}
		return ""
	}
	w.headlines[at.Reason.Kind]++
	f, m := facts[at.Number-1], r.Moves[at.Number-1]
	says := fmt.Sprintf("names move %d, %s for %v (%.1f, here %.1f)", at.Number, named(f.square), at.Reason.Kind, m.Lost(), f.cost)
	light := at.Reason.Kind == review.Mobility || at.Reason.Kind == review.FewMoves || at.Reason.Kind == review.Greedy || at.Reason.Kind == review.NoReason
	switch {
	case f.throwsWin() && f.empties <= lastMoves && at.Reason.Kind == review.Thrown:
		return ""
	case want.number == 0 || want.number == at.Number && (!light || !want.heavy):
		return ""
	case light && want.heavy, w.cost(f)+max(3, want.cost/4) < want.cost && (light || want.heavy || 2*w.cost(f) < want.cost):
		return fmt.Sprintf("%s, but there is %s by move %d, %s (%.1f)", says, want.what, want.number, named(facts[want.number-1].square), want.cost)
	}
	return ""
}

// cost returns what a move costs by a longer search.
func (w *witness) cost(f turnFacts) float64 {
	w.t.Helper()
	if f.exact() {
		return f.cost
	}
	return max(f.cost, valuedLonger(w.t, w.searcher, &f.before, f.best)-valuedLonger(w.t, w.searcher, &f.before, f.square))
}

// hearBlunder checks that a review names a blunder whose reason is known.
func (w *witness) hearBlunder(kind string, number int, transcript string) {
	w.t.Helper()
	r, facts := w.review(transcript)
	w.checkMoments(kind+" "+transcript, r, facts)
	f := facts[number-1]
	w.checkBlunder(kind, f, facts)
	w.games++
	at, ok := r.Cause(f.before.position().ToMove)
	right := map[string][]review.Kind{
		"corner":  {review.CornerGiven},
		"beside":  {review.CornerOpened, review.NextToCorner, review.CornerGiven, review.CornerLost},
		"thrown":  {review.Thrown},
		"greedy":  {review.Greedy, review.Mobility, review.FewMoves},
		"blocked": {review.FewMoves, review.Mobility, review.Greedy},
	}[kind]
	if f.before.besideEmpty(f.square) >= 0 {
		right = append(right, review.CornerOpened, review.NextToCorner)
	}
	w.headlines[at.Reason.Kind]++
	for _, k := range right {
		if ok && at.Number == number && at.Reason.Kind == k {
			w.named++
			return
		}
	}
	w.t.Logf("%s by move %d, %s (%.1f, better %s), but the review names %d for %+v: %s", kind, number, named(f.square), f.cost, named(f.best), at.Number, at.Reason, transcript)
}

// checkBlunder checks that a blunder is what it is said to be, and by far the costliest mistake of its side.
func (w *witness) checkBlunder(kind string, f turnFacts, facts []turnFacts) {
	w.t.Helper()
	is := map[string]bool{
		"corner":  len(f.before.cornersGiven(f.square, f.best)) > 0,
		"beside":  f.before.besideEmpty(f.square) >= 0,
		"thrown":  f.throwsWin() && f.empties <= 14,
		"greedy":  f.takesTooMany(),
		"blocked": f.best != f.square && f.before.movesNext(w.t, w.searcher, f.square)+3 <= f.before.movesNext(w.t, w.searcher, f.best),
	}[kind]
	for _, other := range facts {
		is = is && (other.side != f.side || other.number == f.number || 2*other.cost <= f.cost)
	}
	if !is || f.cost < leastPlain {
		w.t.Errorf("move %d is no blunder of the kind %s: %.1f", f.number, kind, f.cost)
	}
}
