package game

import "othellobot/rules"

// Notifies reports whether the message numbered post may mention the player of a side: a player gets
// one notification per turn. Earlier messages may, because they are only edited, and edits notify no
// user.
func (g Game) Notifies(c rules.Color, post uint32) bool {
	n := g.Notices[c]
	return post <= n.Post || int(n.Number) < g.Number()
}

// notify records that a new message in a slot notifies the player whose move or answer it waits for.
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
