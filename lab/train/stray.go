package train

import (
	"context"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// How far strays lead off a game.
const (
	mostAstray  = 3   // moves; the first is at random
	astrayDepth = 1   // of the searches for those that are not
	randomShare = 0.5 // of the others
)

// Stray values what searches meet and games do not: for each position of a game another
// one, some moves at random off it. Late ones are solved; others are worth the mean of
// what two searches say, of p.Depth plies and of one less, since those of even and of odd
// depths err to opposite sides. The same arguments give the same samples. The error is
// that of ctx.
func (p *Player) Stray(ctx context.Context, n uint64, line []Sample) (g Game, err error) {
	dice := p.dice(n)
	for _, s := range line {
		position := rules.Position{Black: s.Own, White: s.Opp, ToMove: rules.Black}
		for step := range 1 + dice.IntN(mostAstray) {
			if position.Over() {
				break
			}
			square := rules.NoSquare
			if step == 0 || dice.Float64() < randomShare {
				square = random.Move(dice, position.Legal())
			} else {
				square = p.searcher.Think(ctx, position, engine.Limits{Depth: astrayDepth}).Square
			}
			position, _ = position.Play(square)
		}
		if !position.Over() {
			now, _ := p.think(ctx, position)
			if !now.exact {
				shorter, _ := p.thinkTo(ctx, position, p.Depth-1)
				now.value = (now.value + shorter.value) / 2
			}
			g.Branches = append(g.Branches, samplesOf([]lived{now})...)
		}
	}
	return g, ctx.Err()
}
