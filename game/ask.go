package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// askOtherSide opens a question. If both sides ask to stop, the second question counts as agreement.
// askOtherSide fails with [ErrAskPending] while another question is open, and with [ErrAskedBefore] if
// the side has already asked the same question in this turn.
func (g Game) askOtherSide(question Question, now time.Time) (Game, []Event, error) {
	side, _ := g.Side(question.By)
	last := &g.Notices[side.Opponent()].Asked[question.Kind]
	switch {
	case g.Ask == nil && int(*last) >= g.Number():
		return g, nil, ErrAskedBefore
	case g.Ask == nil:
		g.Ask, *last = &question, uint8(g.Number())
		return g, []Event{QuestionAsked{Ask: question}}, nil
	case g.Ask.Kind == AskStop && question.Kind == AskStop && g.mayAnswer(question.By):
		return g.Agree(question.By, now)
	}
	return g, nil, ErrAskPending
}

// Agree carries out the open question. An undo makes a rated game friendly. Agree fails with
// [ErrNothingAsked], or with [ErrNotAsked] unless by plays for the side that was asked.
func (g Game) Agree(by Player, now time.Time) (Game, []Event, error) {
	if err := g.CanAnswer(by); err != nil {
		return g, nil, err
	}
	if g.Ask.Kind == AskStop {
		return g.end(Result{Reason: Stopped, By: g.Ask.By}, now)
	}
	ply, ok := g.lastPly(g.Ask.By)
	if !ok {
		return g, nil, ErrNoMoves
	}
	rated := g.Rated
	g.Notices = [2]Notices{} // the turns are played again, so each may have a new notification
	g, events, err := g.rewind(g.Ask.By, ply, now)
	if rated {
		g.Rated = false
		events = append(events, BecameFriendly{})
	}
	return g, events, err
}

// MovesToUndo returns the moves that the open question asks to take back, in playing order, or nil.
func (g Game) MovesToUndo() []rules.Square {
	if g.Ask == nil || g.Ask.Kind != AskUndo {
		return nil
	}
	ply, ok := g.lastPly(g.Ask.By)
	if !ok {
		return nil
	}
	return slices.Clone(g.Moves[ply:])
}

// Refuse drops the open question. The errors are those of [Game.Agree].
func (g Game) Refuse(by Player, _ time.Time) (Game, []Event, error) {
	if err := g.CanAnswer(by); err != nil {
		return g, nil, err
	}
	refused := QuestionRefused{By: by, Ask: *g.Ask}
	g.Ask = nil
	return g, []Event{refused}, nil
}

// CanAnswer returns the error of [Game.Agree] and [Game.Refuse], or nil.
func (g Game) CanAnswer(by Player) error {
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

func (g Game) mayAnswer(by Player) bool {
	asker, _ := g.Side(g.Ask.By)
	side, seated := g.Side(by)
	return seated && side != asker
}
