package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// ask puts the question. Who asks to stop when the other side has asked for it already
// agrees; any other question fails with [ErrAskPending] while one is open. One that the side has
// asked in this turn already fails with [ErrAskedBefore].
func (g Game) ask(ask Ask, now time.Time) (Game, []Event, error) {
	side, _ := g.Side(ask.By)
	last := &g.Notices[side.Opponent()].Asked[ask.Kind]
	if g.Ask == nil && int(*last) >= g.Number() {
		return g, nil, ErrAskedBefore
	}
	if g.Ask == nil {
		g.Ask, *last = &ask, uint8(g.Number())
		return g, []Event{Asked{Ask: ask}}, nil
	}
	if g.Ask.Kind == AskStop && ask.Kind == AskStop && g.mayAnswer(ask.By) {
		return g.Agree(ask.By, now)
	}
	return g, nil, ErrAskPending
}

// Agree does what was asked. A rated game in which a move is taken back so is friendly from
// then on. It fails with [ErrNothingAsked], or with [ErrNotAsked]
// unless by is a player of the side that was asked.
func (g Game) Agree(by Player, now time.Time) (Game, []Event, error) {
	if err := g.MayAnswer(by); err != nil {
		return g, nil, err
	}
	if g.Ask.Kind == AskStop {
		return g.end(Result{Reason: Stopped, By: g.Ask.By}, now)
	}
	ply, ok := g.decision(g.Ask.By)
	if !ok {
		return g, nil, ErrNoMoves
	}
	rated := g.Rated
	g.Notices = [2]Notices{} // both want to play these turns again
	g, events, err := g.rewind(g.Ask.By, ply, now)
	if rated {
		g.Rated = false
		events = append(events, Befriended{})
	}
	return g, events, err
}

// Asked are the moves that an open question asks to take back, in the order in which they
// were made; none if it asks for something else.
func (g Game) Asked() []rules.Square {
	if g.Ask == nil || g.Ask.Kind != AskUndo {
		return nil
	}
	ply, ok := g.decision(g.Ask.By)
	if !ok {
		return nil
	}
	return slices.Clone(g.Moves[ply:])
}

// Refuse drops what was asked. The errors are those of [Game.Agree].
func (g Game) Refuse(by Player, _ time.Time) (Game, []Event, error) {
	if err := g.MayAnswer(by); err != nil {
		return g, nil, err
	}
	refused := Refused{By: by, Ask: *g.Ask}
	g.Ask = nil
	return g, []Event{refused}, nil
}

// MayAnswer is nil if the player may [Game.Agree] or [Game.Refuse].
func (g Game) MayAnswer(by Player) error {
	if err := g.playing(); err != nil {
		return err
	}
	if g.Ask == nil {
		return ErrNothingAsked
	}
	if !g.mayAnswer(by) {
		return ErrNotAsked
	}
	return nil
}

// mayAnswer reports whether by is on the side that was asked.
func (g Game) mayAnswer(by Player) bool {
	asker, _ := g.Side(g.Ask.By)
	side, seated := g.Side(by)
	return seated && side != asker
}
