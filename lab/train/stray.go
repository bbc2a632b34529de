package train

import (
	"context"

	"othellobot/engine"
	"othellobot/lab/random"
	"othellobot/rules"
)

// Settings for the moves that lead away from a game.
const (
	mostAstray  = 3   // maximum number of moves; the first is random
	astrayDepth = 1   // depth of the searches for moves that are not random
	randomShare = 0.5 // share of random moves after the first
)

// Stray values positions that searches meet but games do not: for each position of a
// game, one that is some moves away. Late positions are solved. Others get the mean
// value of two searches, to p.Depth plies and to one less, because even and odd depths
// err in opposite directions. The same arguments give the same samples. The error is that
// of ctx.
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
			g.Branches = append(g.Branches, samplesOf([]valuedPosition{now})...)
		}
	}
	return g, ctx.Err()
}
