package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"othellobot/engine"
	"othellobot/engine/record"
	"othellobot/internal/progress"
	"othellobot/review"
	"othellobot/rules"
)

// measureReviews reviews games of a file and tells how good the reviews are: what they
// take, whether winners are more accurate, whether Win% is true, whether reasons tell
// mistakes from good moves, and what a reference that takes much longer says instead.
// Games with an even number are for fitting Win%, the others are held out.
func measureReviews(ctx context.Context, c call) error {
	most := c.flags.Int("games", 100, "how many of the games, evenly spread")
	beginners := c.flags.Bool("beginners", false, "no file, but games that the levels 1 to 3 play against themselves")
	fit := c.flags.Bool("fit", false, "fit the worth of a disc to games of even numbers, and measure nothing else")
	reference := c.flags.Uint64("reference", 0, "`positions` of a reference for each move, solved from 20 empty squares on; 0 for none")
	glance := c.flags.Uint64("quick", 0, "`positions` for each move, in a quick pass only; 0 for reviews like the bot's")
	reasons := c.flags.Bool("reasons", false, "explain all moves that are not the best")
	if err := c.parse(0, 1); err != nil {
		return err
	}
	var all []record.Game
	switch {
	case *beginners:
		all = beginnersGames(ctx, 2**most)
	case c.flags.NArg() == 1:
		var err error
		if all, err = record.ReadFile(c.flags.Arg(0)); err != nil {
			return err
		}
	default:
		return usagef("reviews: one of a file and -beginners")
	}
	m := measuring{judge: engine.NewJudge(), told: progress.New(c.stderr, 0, 0), shares: make(map[review.Kind]*share)}
	defer m.told.End()
	games := sampleOf(all, *most, !*fit)
	for n, g := range games {
		begun := processorUsed()
		limits := review.Standard()
		if *glance > 0 {
			limits.Quick, limits.QuickExact = *glance, 14
		}
		quick, err := review.Quick(ctx, m.judge, g.Start, g.Moves, limits)
		if err == nil {
			m.quick = append(m.quick, processorUsed()-begun)
			m.sample(quick)
		}
		switch {
		case err == nil && *glance > 0 && *reasons:
			m.explain(ctx, quick)
		case err == nil && *glance == 0 && !*fit:
			err = m.game(ctx, quick, begun, *reference, *reasons)
		}
		switch {
		case ctx.Err() != nil && n > 0: // an interrupt ends it early
			ctx = context.WithoutCancel(ctx)
			games = games[:n]
		case err != nil:
			return err
		}
		m.told.Tell(n+1, len(games), 0)
		if n == len(games) {
			break
		}
	}
	m.told.Clear()
	if *fit {
		m.printFit(c.stdout)
		return nil
	}
	m.print(c.stdout)
	return nil
}

// beginnersGames are games of the levels 1 to 3 by turns, each against itself.
func beginnersGames(ctx context.Context, n int) (games []record.Game) {
	s := engine.NewSearcher(engine.Trained(), judgeMemory)
	for seed := range uint64(n) {
		g := record.Game{Start: rules.Start()}
		for p := g.Start; !p.Over() && ctx.Err() == nil; {
			square := s.Play(ctx, p, engine.Level(1+int(seed/2%3)), seed)
			g.Moves = append(g.Moves, square)
			p, _ = p.Play(square) // it is legal
		}
		games = append(games, g)
	}
	return games
}

// sampleOf is so many of the games with an odd number, counted from 1, or an even one.
func sampleOf(games []record.Game, most int, odd bool) (sample []record.Game) {
	var list []record.Game
	for i, g := range games {
		if (i%2 == 0) == odd {
			list = append(list, g)
		}
	}
	for i := range min(most, len(list)) {
		sample = append(sample, list[i*len(list)/min(most, len(list))])
	}
	return sample
}

// measuring adds up what is measured.
type measuring struct {
	judge *engine.Judge
	told  *progress.Teller

	quick, whole []time.Duration
	decided      int // games with a winner of whom both sides have an accuracy
	ahead, fewer int // of them those whose winner was more accurate, and lost fewer discs
	samples      []review.Sample
	solid        [4]ratio // agreement with the reference: worst three, labels, values with at most 14 empty squares, worst three after the quick pass
	fine         int      // moves that cost less than 3 Win%
	good, bad    int      // moves that were explained: of those the ones that are not the best, and mistakes
	explained    int      // mistakes with a reason
	shares       map[review.Kind]*share
}

// ratio is how many of all.
type ratio struct{ part, whole int }

func (r *ratio) add(yes bool) {
	r.whole++
	if yes {
		r.part++
	}
}

func (r ratio) String() string {
	return fmt.Sprintf("%.1f %% (%d of %d)", 100*float64(r.part)/max(1, float64(r.whole)), r.part, r.whole)
}

// share is how often a reason holds, and is the first that does.
type share struct{ good, bad, first int }

// game measures a game after its quick pass.
func (m *measuring) game(ctx context.Context, quick review.Review, begun time.Duration, reference uint64, reasons bool) error {
	deep, err := quick.Deepen(ctx, m.judge)
	if err != nil {
		return err
	}
	m.whole = append(m.whole, processorUsed()-begun)
	m.winner(deep)
	if reference > 0 {
		l := review.Limits{Quick: reference, QuickExact: 20, Solving: 1 << 40}
		sure, err := review.Quick(ctx, m.judge, quick.Start, quick.Squares(), l)
		if err != nil {
			return err
		}
		m.compare(quick, deep, sure)
	}
	if reasons {
		m.explain(ctx, deep)
	}
	return ctx.Err()
}

// sample takes the positions of a game with what came of it, as Black sees them, which
// is how the curve of a review shows them.
func (m *measuring) sample(r review.Review) {
	points := 0.5
	if winner, decided := r.Winner(); decided && winner == rules.Black {
		points = 1
	} else if decided {
		points = 0
	}
	for _, move := range r.Moves {
		discs := move.Most
		if move.Color == rules.White {
			discs = -discs
		}
		m.samples = append(m.samples, review.Sample{Discs: discs, Empties: move.Empties, Points: points})
	}
}

func (m *measuring) winner(r review.Review) {
	winner, decided := r.Winner()
	won, lost := r.Sides[winner], r.Sides[winner.Opponent()]
	if !decided || !won.Rated() || !lost.Rated() {
		return
	}
	m.decided++
	if won.Accuracy > lost.Accuracy {
		m.ahead++
	}
	if won.Lost < lost.Lost {
		m.fewer++
	}
}

func (m *measuring) compare(quick, deep, sure review.Review) {
	for _, side := range []rules.Color{rules.Black, rules.White} {
		want := worstThree(sure, side)
		for _, number := range worstThree(deep, side) {
			m.solid[0].add(slices.Contains(want, number))
		}
		for _, number := range worstThree(quick, side) {
			m.solid[3].add(slices.Contains(want, number))
		}
	}
	for i, move := range deep.Moves {
		m.solid[1].add(move.Label() == sure.Moves[i].Label())
		if move.Empties <= 14 {
			m.solid[2].add(move.Exact && move.Value == sure.Moves[i].Value && move.Most == sure.Moves[i].Most)
		}
	}
}

// worstThree are the indices of the three moves of a side that cost most Win%.
func worstThree(r review.Review, side rules.Color) (indices []int) {
	for i, m := range r.Moves {
		if m.Color == side && m.Cost() > 0 {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return cmp.Compare(r.Moves[b].Cost(), r.Moves[a].Cost()) })
	return indices[:min(3, len(indices))]
}

// explain explains the moves that are mistakes, and as many that are none.
func (m *measuring) explain(ctx context.Context, r review.Review) {
	m.judge.Forget()
	for i, move := range slices.Backward(r.Moves) {
		bad := move.Label() >= review.Mistake
		if move.Choices > 1 && move.Cost() < 3 {
			m.fine++
		}
		if move.Square == move.Best || !bad && move.Cost() >= 3 {
			continue
		}
		found := r.Explain(ctx, m.judge, i+1)
		if bad {
			m.bad++
		} else {
			m.good++
		}
		if bad && len(found.Reasons) > 0 {
			m.explained++
		}
		for n, reason := range found.Reasons {
			s := m.shares[reason.Kind]
			if s == nil {
				s = new(share)
				m.shares[reason.Kind] = s
			}
			switch {
			case !bad:
				s.good++
			case n == 0:
				s.first++
				s.bad++
			default:
				s.bad++
			}
		}
	}
}

func (m *measuring) print(to io.Writer) {
	fmt.Fprintf(to, "%d games\n", len(m.quick))
	if len(m.whole) > 0 {
		m.printWhole(to)
	}
	m.printCalibration(to)
	if m.bad > 0 {
		m.printReasons(to)
	}
}

func (m *measuring) printWhole(to io.Writer) {
	fmt.Fprintf(to, "processor time: quick %v median, %v p95; whole %v median, %v p95\n",
		quantile(m.quick, .5), quantile(m.quick, .95), quantile(m.whole, .5), quantile(m.whole, .95))
	fmt.Fprintf(to, "the winner is more accurate in %v, loses fewer discs in %v\n", ratio{m.ahead, m.decided}, ratio{m.fewer, m.decided})
	if m.solid[1].whole > 0 {
		fmt.Fprintf(to, "like the reference: worst three %v, after the quick pass %v; labels %v; exact with at most 14 empty squares %v\n",
			m.solid[0], m.solid[3], m.solid[1], m.solid[2])
	}
}

func (m *measuring) printReasons(to io.Writer) {
	fmt.Fprintf(to, "reasons: %v of mistakes have one; %d good moves, of which %d are not the best\n", ratio{m.explained, m.bad}, m.fine, m.good)
	for kind := review.OnlyWin; kind <= review.CornerMissed; kind++ {
		s := m.shares[kind]
		if s == nil {
			s = new(share)
		}
		bad, good := 100*float64(s.bad)/float64(m.bad), 100*float64(s.good)/float64(max(1, m.good))
		all := 100 * float64(s.good) / float64(max(1, m.fine))
		fmt.Fprintf(to, "  %-14v %5.1f %% of mistakes (first in %4.1f %%), %5.2f %% of good moves, lift %.1f; of those that are not the best %.1f %%, lift %.1f\n",
			kind, bad, 100*float64(s.first)/float64(m.bad), all, bad/all, good, bad/good)
	}
}

// printFit tells what a disc is worth, and by how much the judge is wrong about Black.
func (m *measuring) printFit(to io.Writer) {
	worth := review.Fit(m.samples)
	for _, knot := range worth.Knots {
		fmt.Fprintf(to, "{%d, %.3f}, ", knot.Empties, knot.K)
	}
	fmt.Fprintf(to, "fade %.3f\nfitted to %d positions of %d games\nBlack is valued too high, in discs:", worth.Fade, len(m.samples), len(m.quick))
	for _, empties := range [][2]int{{41, 60}, {31, 40}, {21, 30}, {11, 20}, {1, 10}} {
		part := slices.DeleteFunc(slices.Clone(m.samples), func(s review.Sample) bool { return s.Empties < empties[0] || s.Empties > empties[1] })
		fmt.Fprintf(to, " %+.2f with %d to %d empty squares;", worth.Bias(part), empties[0], empties[1])
	}
	fmt.Fprintln(to)
}

// printCalibration tells how often positions were won, by their Win%.
func (m *measuring) printCalibration(to io.Writer) {
	var said, got [10]float64
	var n [10]int
	for _, s := range m.samples {
		percent := review.WinPercent(s.Discs, s.Empties)
		bin := min(int(percent/10), 9)
		said[bin], got[bin], n[bin] = said[bin]+percent, got[bin]+100*s.Points, n[bin]+1
	}
	fmt.Fprintln(to, "Win% said, won, positions:")
	for bin, count := range n {
		if count > 0 {
			fmt.Fprintf(to, "  %5.1f %5.1f %6d  off by %+.1f\n", said[bin]/float64(count), got[bin]/float64(count), count, (got[bin]-said[bin])/float64(count))
		}
	}
}

func quantile(times []time.Duration, part float64) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	at := int(math.Ceil(part*float64(len(sorted)))) - 1
	return sorted[max(0, at)].Round(10 * time.Millisecond)
}
