package load

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
)

// Comparison measures a bot, alone or in turns with another program.
type Comparison struct {
	Setup
	Against  string // path of another bot's binary; empty without one
	Baseline bool   // compare with the program that gives a constant answer
	Journal  bool   // the baseline writes to a disk before each answer
	Rate     int    // deliveries per second
	Crowd    int    // concurrent deliveries; 0 sends at Rate instead. A turn always has Rate times Seconds deliveries
	Seconds  int    // per turn
	Pairs    int    // pairs of turns, or turns if the bot is alone
}

// mostPairs limits Pairs. Each pair of turns takes at most one move of every game, and most random games
// have enough moves for this many.
const mostPairs = 40

// Check returns an error if the comparison is invalid.
func (c Comparison) Check() error {
	switch {
	case c.Crowd < 0:
		return errors.New("a crowd has to be above zero")
	case c.Rate < 1 || c.Seconds < 1 || c.Workspaces < 1:
		return errors.New("the rate, the seconds and the workspaces have to be above zero")
	case c.Pairs < 1 || c.Pairs > mostPairs:
		return fmt.Errorf("the pairs have to be between 1 and %d", mostPairs)
	case c.Journal && !c.Baseline:
		return errors.New("only the baseline has a journal")
	case c.Baseline && c.Against != "":
		return errors.New("a bot is compared with one thing at a time: another bot or the baseline")
	case !slices.Contains([]string{"discord", "slack", "both"}, c.Platform):
		return fmt.Errorf("the platform is %q, and should be discord, slack or both", c.Platform)
	case !slices.Contains([]string{"memory", "sqlite", "postgres"}, c.Database):
		return fmt.Errorf("the database is %q, and should be memory, sqlite or postgres", c.Database)
	}
	return nil
}

// Run measures, and writes each turn's figures as soon as they exist. Last, it writes the medians of
// the pairs of turns in which the sender was on time, or of all pairs if there were none.
//
// In each turn, each of Rate times Seconds games gets one delivery. Deliveries start at constant
// intervals regardless of earlier ones or, with a crowd, whenever a delivery has its answer. The fakes of
// the platforms serve the bot's own requests.
//
// The programs run from beginning to end; each bot has its own platforms and database. The programs
// alternate in who goes first. A wrong answer fails the run, unless the sender was late in that pair of
// turns.
func (c Comparison) Run(ctx context.Context, out io.Writer) error {
	if err := c.Check(); err != nil {
		return err
	}
	return inSession(ctx, func(tb testing.TB) { c.measure(tb, out) })
}

func (c Comparison) measure(tb testing.TB, out io.Writer) {
	all := c.contenders(tb)
	fmt.Fprintf(out, "%s", c.name())
	for _, who := range all {
		fmt.Fprintf(out, "; %s: %s", who.name, who.file)
	}
	fmt.Fprintf(out, "\n%s\n", head)
	kept, disturbed := make([][]figures, len(all)), make([][]figures, len(all))
	for pair := range c.Pairs {
		measured, ok := takeTurns(tb, out, all, pair)
		if tb.Context().Err() != nil {
			tb.Fatal("it was told to stop")
		}
		to := disturbed
		if ok {
			to = kept
		}
		for i := range all {
			to[i] = append(to[i], measured[i])
		}
	}
	if len(kept[0]) == 0 {
		fmt.Fprintln(out, "the sender was never in time: ask for less, or where less else runs; what follows is of all pairs")
		kept = disturbed
	}
	fmt.Fprintf(out, "medians of %d of %d, and of the ratios of each pair\n", len(kept[0]), c.Pairs)
	for i, who := range all {
		_, most := who.process.memory(tb)
		fmt.Fprintf(out, "%s %.1f most-MiB\n", medians(kept[i]).result(c.name()+"/"+who.name, len(kept[i])), most)
	}
	if len(all) > 1 {
		fmt.Fprintln(out, medians(ratios(kept[0], kept[1])).ratioResult(c.name()+"/ratio", len(kept[0])))
	}
}

// name names the measurement like a benchmark.
func (c Comparison) name() string {
	name := fmt.Sprintf("Load/%s/%s/rate=%d", c.Platform, c.Database, c.Rate)
	if c.Crowd > 0 {
		name = fmt.Sprintf("Load/%s/%s/crowd=%d", c.Platform, c.Database, c.Crowd)
	}
	if c.Journal {
		name += "/journal"
	}
	return name
}

func (c Comparison) pace() pace {
	if c.Crowd > 0 {
		return concurrently(c.Crowd)
	}
	return atRate(c.Rate)
}

// takeTurns gives each contender a turn, starting with a different one each time. It reports whether
// the sender was on time in all turns. If so, wrong answers are failures.
func takeTurns(tb testing.TB, out io.Writer, all []contender, pair int) (measured []figures, ok bool) {
	tb.Helper()
	deliveries := make([][]delivery, len(all))
	for i, who := range all {
		if deliveries[i] = deliveries[max(i-1, 0)]; who.next != nil {
			deliveries[i] = who.next()
		}
	}
	measured, wrong := make([]figures, len(all)), make([]*failures, len(all))
	for i := range all {
		who := (pair + i) % len(all)
		t := all[who].turn(deliveries[who])
		measured[who], wrong[who] = figuresOf(t), &t.wrong
		fmt.Fprintln(out, measured[who].line(fmt.Sprint(pair+1), all[who].name))
	}
	if slices.ContainsFunc(measured, figures.disturbed) {
		fmt.Fprintf(out, "%-5d is left out: the sender was late\n", pair+1)
		return measured, false
	}
	for _, of := range wrong {
		of.report(tb)
	}
	return measured, true
}

// contender is a program that takes turns with others.
type contender struct {
	name    string
	file    string
	process *process
	next    func() []delivery // prepares the next turn; if nil, the contender gets the previous contender's deliveries
	turn    func([]delivery) *turn
}

// contenders starts the programs to measure.
func (c Comparison) contenders(tb testing.TB) []contender {
	tb.Helper()
	bot, r, games := c.contender(tb, "bot", c.Setup)
	all := []contender{bot}
	if c.Baseline {
		baseline := r.newBaseline(tb, c.Journal, oneOfEach(r, games)...)
		all = append(all, contender{name: "baseline", file: "built here", process: baseline, turn: func(same []delivery) *turn {
			before := baseline.work(tb)
			t := r.send(baseline, same, c.pace())
			t.spent = baseline.work(tb).since(before)
			return t
		}})
	}
	if c.Against != "" {
		of := c.Setup
		of.Bot = c.Against
		other, _, _ := c.contender(tb, "other", of)
		all = append(all, other)
	}
	return all
}

// contender starts a bot and begins games that last for all turns.
func (c Comparison) contender(tb testing.TB, name string, of Setup) (contender, *rig, []*ongoing) {
	tb.Helper()
	r := newRig(tb, of)
	games := r.youngGames(tb, c.Rate*c.Seconds, c.Pairs+1) // the last move is never played
	return contender{
		name: name, file: cmp.Or(of.Bot, "built here"), process: r.bot,
		next: func() []delivery { return nextDeliveries(tb, games) },
		turn: func(all []delivery) *turn { return r.turn(tb, all, games, c.pace()) },
	}, r, games
}
