package sim

import (
	"context"
	"time"

	"othellobot/bot"
	"othellobot/rules"
)

// Choose implements [bot.Engine].
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
	n := int(seed % uint64(p.Legal().Len()))
	for s := range p.Legal().Squares() {
		if n--; n < 0 {
			return s, nil
		}
	}
	panic("the engine is asked where nothing can be played")
}

// Hint implements [bot.Engine].
func (e engine) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	return []rules.Square{p.Legal().First()}, "", 0, nil
}
