package main

import (
	"context"
	"fmt"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// bench measures move generation, a search in the middle of a game and an
// endgame, on one core.
func bench(ctx context.Context, c call) error {
	if err := c.parse(0, 0); err != nil {
		return err
	}
	begun := time.Now()
	leaves := engine.Perft(rules.Start(), 11, rules.PassIsPly)
	report(c, "perft 11", leaves, time.Since(begun))

	begun = time.Now()
	searcher := engine.NewSearcher(engine.Trained(), 64<<20)
	fmt.Fprintf(c.stdout, "%-22s %8.3f s\n", "weights read", time.Since(begun).Seconds())

	for _, line := range []string{
		"--------O-X------OOOOOO-XXOXOO--XOXOOOX-XXOXOXXXXX-OO----OX-O---",
		"------------X------OXXO--OOXXOX---XOXOXX-XXOOOOO---OOOXO-----O--",
	} {
		p, err := rules.ParseBoard(line, rules.Black)
		if err != nil {
			return err
		}
		begun = time.Now()
		found := searcher.Think(ctx, p, engine.Limits{Depth: 12})
		report(c, fmt.Sprintf("%d empty, 12 plies", p.Empties().Len()), found.Nodes, time.Since(begun))
	}

	// The first of the FForum's problems for programs, 20 squares empty.
	p, err := rules.ParseBoard("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", rules.Black)
	if err != nil {
		return err
	}
	begun = time.Now()
	found := searcher.Solve(ctx, p, engine.Margin, engine.Limits{})
	report(c, "20 empty, solved", found.Nodes, time.Since(begun))
	return ctx.Err()
}

func report(c call, what string, nodes uint64, took time.Duration) {
	fmt.Fprintf(c.stdout, "%-22s %8.3f s %12d positions %6.1f million/s\n", what, took.Seconds(), nodes, float64(nodes)/took.Seconds()/1e6)
}
