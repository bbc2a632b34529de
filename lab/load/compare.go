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

// Comparison measures a bot, alone or by turns with something else.
type Comparison struct {
	Setup
	Against  string // another bot that was built before; empty for none
	Baseline bool   // against the program that gives a constant answer, in place of another bot
	Rate     int    // deliveries a second
	Seconds  int    // of a turn
	Pairs    int    // of turns, or how many turns if the bot is alone
}

// mostPairs is how many turns there are moves for in the games of most seeds.
const mostPairs = 40

// Check says what is wrong with the comparison, if anything is.
func (c Comparison) Check() error {
	switch {
	case c.Rate < 1 || c.Seconds < 1 || c.Workspaces < 1:
		return errors.New("the rate, the seconds and the workspaces have to be above zero")
	case c.Pairs < 1 || c.Pairs > mostPairs:
		return fmt.Errorf("the pairs have to be between 1 and %d", mostPairs)
	case c.Baseline && c.Against != "":
		return errors.New("a bot is compared with one thing at a time: another bot or the baseline")
	case !slices.Contains([]string{"discord", "slack", "both"}, c.Platform):
		return fmt.Errorf("the platform is %q, and should be discord, slack or both", c.Platform)
	case !slices.Contains([]string{"memory", "sqlite", "postgres"}, c.Database):
		return fmt.Errorf("the database is %q, and should be memory, sqlite or postgres", c.Database)
	}
	return nil
}

// Run measures, writes the figures of each turn as soon as there are any, and at the
// end the medians of all whose sender was in time. In every turn each of Rate times
// Seconds games is played on by one delivery, at constant intervals whatever becomes
// of those before; all that a bot calls then is answered by the platforms' fakes.
// The bots run from the beginning to the end, each with platforms and a database of
// its own, and the one that goes first is another in every pair. Anything that is
// not answered as it should be fails the run.
func (c Comparison) Run(ctx context.Context, out io.Writer) error {
	if err := c.Check(); err != nil {
		return err
	}
	return inSession(ctx, func(tb testing.TB) { c.measure(tb, out) })
}

func (c Comparison) measure(tb testing.TB, out io.Writer) {
	all := c.contenders(tb)
	fmt.Fprintf(out, "%s, %s, %d a second for %d s", c.Platform, c.Database, c.Rate, c.Seconds)
	for _, who := range all {
		fmt.Fprintf(out, "; %s: %s", who.name, who.file)
	}
	fmt.Fprintf(out, "\n%s\n", head)
	kept := make([][]figures, len(all))
	for pair := range c.Pairs {
		measured, ok := takeTurns(tb, out, all, pair)
		if tb.Context().Err() != nil {
			tb.Fatal("it was told to stop")
		}
		for i := range all {
			if ok {
				kept[i] = append(kept[i], measured[i])
			}
		}
	}
	if len(kept[0]) == 0 {
		tb.Fatal("the sender was never in time: ask for less, or where less else runs")
	}
	fmt.Fprintf(out, "medians of %d of %d\n", len(kept[0]), c.Pairs)
	for i, who := range all {
		_, most := who.process.memory(tb)
		fmt.Fprintf(out, "%s, %.0f MiB at most\n", medians(kept[i]).line("", who.name), most)
	}
	if len(all) > 1 {
		fmt.Fprintln(out, medians(ratios(kept[0], kept[1])).ratioLine(all[0].name+" to "+all[1].name))
	}
}

// takeTurns gives everybody a turn, each time beginning with another, and reports
// whether the sender was in time in all of them. If it was, what is not answered as
// it should be is a failure.
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
		return nil, false
	}
	for _, of := range wrong {
		of.tell(tb)
	}
	return measured, true
}

// contender is one of those that are measured by turns.
type contender struct {
	name    string
	file    string
	process *process
	next    func() []delivery // has its next turn ready; nil: it gets what the one before it gets
	turn    func([]delivery) *turn
}

// contenders starts all that is measured.
func (c Comparison) contenders(tb testing.TB) []contender {
	tb.Helper()
	bot, r, games := c.contender(tb, "bot", c.Setup)
	all := []contender{bot}
	if c.Baseline {
		baseline := r.newBaseline(tb, oneOfEach(r, games)...)
		all = append(all, contender{name: "baseline", file: "built here", process: baseline, turn: func(same []delivery) *turn {
			before := baseline.work(tb)
			t := r.send(baseline, same, c.Rate)
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

// contender starts a bot, and has games begun that last until the end.
func (c Comparison) contender(tb testing.TB, name string, of Setup) (contender, *rig, []*underWay) {
	tb.Helper()
	r := newRig(tb, of)
	games := r.youngGames(tb, c.Rate*c.Seconds, c.Pairs+1) // the last move is not made
	return contender{
		name: name, file: cmp.Or(of.Bot, "built here"), process: r.bot,
		next: func() []delivery { return upNext(tb, games) },
		turn: func(all []delivery) *turn { return r.turn(tb, all, games, c.Rate) },
	}, r, games
}
