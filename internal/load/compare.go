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
	names, prepare := c.contenders(tb)
	fmt.Fprintf(out, "%s, %s, %d a second for %d s; bot: %s", c.Platform, c.Database, c.Rate, c.Seconds, cmp.Or(c.Bot, "built here"))
	if c.Against != "" {
		fmt.Fprintf(out, "; other: %s", c.Against)
	}
	fmt.Fprintf(out, "\n%s\n", head)
	kept := make([][]figures, len(names))
	for pair := range c.Pairs {
		measured := make([]figures, len(names))
		take := prepare()
		for i := range names {
			who := (pair + i) % len(names)
			measured[who] = figuresOf(take(who))
			fmt.Fprintln(out, measured[who].line(fmt.Sprint(pair+1), names[who]))
			if tb.Context().Err() != nil {
				tb.Fatal("it was told to stop")
			}
		}
		if slices.ContainsFunc(measured, figures.disturbed) {
			fmt.Fprintf(out, "%-5d is left out: the sender was late\n", pair+1)
			continue
		}
		for i, f := range measured {
			kept[i] = append(kept[i], f)
		}
	}
	if len(kept[0]) == 0 {
		tb.Fatal("the sender was never in time: ask for less, or where less else runs")
	}
	fmt.Fprintf(out, "medians of %d of %d\n", len(kept[0]), c.Pairs)
	for i, name := range names {
		fmt.Fprintln(out, medians(kept[i]).line("", name))
	}
	if len(names) > 1 {
		fmt.Fprintln(out, medians(ratios(kept[0], kept[1])).ratioLine(names[0]+" to "+names[1]))
	}
}

// contenders starts all that is measured. The function makes a pair ready, and gives
// the function that takes the turn of one of the contenders.
func (c Comparison) contenders(tb testing.TB) (names []string, prepare func() (take func(who int) turn)) {
	bot, games := c.begin(tb, c.Setup)
	switch {
	case c.Baseline:
		baseline := bot.newBaseline(tb, oneOfEach(bot, games)...)
		return []string{"bot", "baseline"}, func() func(int) turn {
			all := upNext(tb, games) // which both get
			return func(who int) turn {
				if who == 0 {
					return bot.turnOf(tb, all, games, c.Rate)
				}
				before := baseline.work(tb)
				samples := bot.send(tb, baseline, all, c.Rate)
				return turn{samples, interval(c.Rate), baseline.work(tb).since(before)}
			}
		}
	case c.Against != "":
		of := c.Setup
		of.Bot = c.Against
		other, othersGames := c.begin(tb, of)
		return []string{"bot", "other"}, func() func(int) turn {
			return func(who int) turn {
				if who == 0 {
					return bot.turn(tb, games, c.Rate)
				}
				return other.turn(tb, othersGames, c.Rate)
			}
		}
	default:
		return []string{"bot"}, func() func(int) turn {
			return func(int) turn { return bot.turn(tb, games, c.Rate) }
		}
	}
}

// begin starts a bot, and has games begun that last until the end.
func (c Comparison) begin(tb testing.TB, of Setup) (*rig, []*underWay) {
	tb.Helper()
	r := newRig(tb, of)
	return r, r.youngGames(tb, c.Rate*c.Seconds, c.Pairs+1) // the last move is not made
}
