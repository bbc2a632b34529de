package game

import "othellobot/rules"

// Notices records the notifications and questions that a side's player has received. Each turn
// has one notification and one question of each kind. Moves are numbered as by [Game.Number], so
// that taking a move back and making another one starts no new turn.
type Notices struct {
	Number uint8              // the move that the player was last notified before, 0 for none
	Post   uint32             // the number of the message that notified them
	Asked  [AskStop + 1]uint8 // by kind, the move before which the other side asked last
}

// Notifies reports whether the message numbered post may notify the player of a side. It allows
// the message that last notified them and older ones: these are only edited, and an edit notifies
// no one.
func (g Game) Notifies(c rules.Color, post uint32) bool {
	n := g.Notices[c]
	return post <= n.Post || int(n.Number) < g.Number()
}

// notify records that a new message in a slot notifies the player whom it waits for.
func (g *Game) notify(by SlotName) {
	if g.Phase != Playing || g.Mode == Voted || g.Mode == Open && by != QuestionSlot {
		return
	}
	c := g.Position().ToMove
	if by == QuestionSlot {
		asker, _ := g.Side(g.Ask.By)
		c = asker.Opponent()
	}
	if p := g.Player(c); p != Engine && p != Nobody && g.Notifies(c, g.Version) {
		g.Notices[c].Number, g.Notices[c].Post = uint8(g.Number()), g.Version
	}
}
