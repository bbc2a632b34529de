package sim

import (
	"context"
	"slices"
	"time"

	"othellobot/bot"
	"othellobot/rules"
)

func (e engine) Choose(ctx context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	_, err := e.await(ctx, request{label: e.label(ctx, "choose", "", uint32(seed)), begin: func(reply func(any)) {
		e.world.after(e.world.between(time.Millisecond, e.world.thinking), func() {
			e.world.mayCrash(e.process)
			reply(nil)
		})
	}})
	if err != nil {
		return rules.NoSquare, err
	}
	return legalMove(p, func(n int) int { return int(seed % uint64(n)) }), nil
}

// legalMove returns the legal move with the number that draw returns.
func legalMove(p rules.Position, draw func(moves int) int) rules.Square {
	legal := slices.Collect(p.Legal().Squares())
	return legal[draw(len(legal))]
}

func (e engine) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	return []rules.Square{p.Legal().First()}, "", 0, nil
}
