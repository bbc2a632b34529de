package main

import (
	"time"

	"othellobot/engine"
	"othellobot/engine/weightfile"
)

// budget are the flags that say how much thought a move is worth.
type budget struct {
	level        *int
	positions    *uint64
	milliseconds *int
}

// addBudget adds the flags to those of a command.
func addBudget(c *call) budget {
	return budget{
		level:        c.flags.Int("level", 0, "the level, 1 to 10, as in the bot; 0 for full strength"),
		positions:    c.flags.Uint64("positions", 0, "at full strength: positions for a move, the same on every machine"),
		milliseconds: c.flags.Int("ms", 0, "at full strength: milliseconds for a move; 1000 if nothing else is said"),
	}
}

// player is one with this budget. Its error is of usage, or of reading the weights.
func (b budget) player(weightsFile string) (player, error) {
	set := 0
	for _, is := range []bool{*b.level != 0, *b.positions != 0, *b.milliseconds != 0} {
		if is {
			set++
		}
	}
	if set > 1 || *b.level < 0 || *b.level > engine.Levels || *b.milliseconds < 0 {
		return player{}, usagef("one of -level 1 to %d, -positions and -ms", engine.Levels)
	}
	weights, err := weightfile.Read(weightsFile)
	if err != nil {
		return player{}, err
	}
	p := newPlayer(weights)
	p.level = *b.level
	switch {
	case *b.positions != 0:
		p.limit(engine.Limits{Nodes: *b.positions}, 0)
	case *b.milliseconds != 0:
		p.limit(engine.Limits{}, time.Duration(*b.milliseconds)*time.Millisecond)
	case *b.level == 0:
		p.limit(engine.Limits{}, time.Second)
	}
	return p, nil
}
