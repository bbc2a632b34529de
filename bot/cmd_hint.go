package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func hintAction() action {
	return action{
		Command: parse.Command{
			Name: "hint", Help: words.HintHelp{}, Harmless: true,
		},
		run: (*Bot).hint, press: (*Bot).pressHint,
	}
}

func (b *Bot) hint(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return b.hintFor(ctx, r, g)
}

// pressHint is hint by a control of the board, for that board only.
func (b *Bot) pressHint(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlled()
	switch {
	case err != nil:
		return chat.Response{}, err
	case g.Phase == game.Over:
		return chat.Response{}, game.ErrOver
	}
	if err := g.In(r.control.At); err != nil {
		return chat.Response{}, err
	}
	return b.hintFor(ctx, r, g)
}

func (b *Bot) hintFor(ctx context.Context, r *request, g game.Game) (chat.Response, error) {
	if g.Mode == game.Voted {
		return chat.Response{}, refused(words.NoHintsInVotes{})
	}
	if !card.HintsAllowed(g) {
		return chat.Response{}, refused(words.NoHintsInDuels{})
	}
	if g.EngineToMove() {
		return chat.Response{}, &game.TurnError{Color: g.Position().ToMove, Player: game.Engine}
	}
	if _, waits := b.hinted.LoadOrStore(r.by, true); waits {
		return chat.Response{}, ErrThinking
	}
	defer b.hinted.Delete(r.by)
	p := g.Position()
	squares, reason, margin, err := b.Engine.Hint(ctx, p)
	if err != nil {
		return chat.Response{}, err
	}
	if err := b.unmoved(ctx, g); err != nil {
		return chat.Response{}, err
	}
	return whisper(chat.Message{
		Text:     r.Own.Text(hintSaid(p, squares, reason, margin)...),
		Controls: playing(g.ID, g.Moment(), rules.SetOf(squares...))(r),
	}), nil
}

// hintSaid names good moves, the best first. How many answers a move leaves is told only
// of one that is better than all others.
func hintSaid(p rules.Position, squares []rules.Square, reason Reason, margin int) card.Story {
	counts := reason == ReasonMobility || reason == ReasonForced || reason == ReasonSearch
	if len(squares) > 1 && counts {
		return card.Story{words.HintEqual{Moves: squares}}
	}
	return card.Story{hintWords(p, squares[0], reason, margin), others(squares[1:], reason)}
}

// others names further good moves, or says that there are none where that is known; else
// it is nil.
func others(squares []rules.Square, reason Reason) words.Message {
	switch {
	case len(squares) > 0:
		return words.HintOthers{Moves: squares}
	case reason == ReasonSolvedLoss:
		return words.HintOthersLose{}
	default:
		return nil
	}
}

// unmoved is [game.ErrStale] if a game is not at the turn any more at which it was.
func (b *Bot) unmoved(ctx context.Context, before game.Game) error {
	room, _, err := b.Table.Load(ctx, before.Place, "")
	if err != nil {
		return err
	}
	if now, ok := room.Find(before.ID); !ok || now.Turn != before.Turn || now.Phase != before.Phase {
		return game.ErrStale
	}
	return nil
}

// hintWords says why a move is good.
func hintWords(p rules.Position, square rules.Square, reason Reason, margin int) words.Message {
	switch reason {
	case ReasonOnlyMove:
		return words.HintOnlyMove{Square: square}
	case ReasonCorner:
		return words.HintCorner{Square: square}
	case ReasonSolvedWin:
		return words.HintWin{Square: square, Margin: words.Count(margin)}
	case ReasonSolvedDraw:
		return words.HintDraw{Square: square}
	case ReasonSolvedLoss:
		lost := max(margin, -margin)
		return words.HintLoss{Square: square, Result: card.Score((64-lost)/2, (64+lost)/2)}
	case ReasonForced, ReasonMobility:
		return answersLeft(p, square)
	case ReasonParity:
		return words.HintParity{Square: square}
	case ReasonDiscs:
		return words.HintDiscs{Square: square}
	case ReasonSafe:
		return words.HintSafe{Square: square}
	default:
		return words.HintSearch{Square: square}
	}
}

// answersLeft says what the other side can do after a move.
func answersLeft(p rules.Position, square rules.Square) words.Message {
	next, err := p.Play(square)
	if err == nil && next.Over() {
		return words.HintEnds{Square: square}
	}
	if err != nil || next.ToMove == p.ToMove {
		return words.HintNoAnswer{Square: square, Opponent: p.ToMove.Opponent()}
	}
	answers := next.Legal()
	if answers.Len() == 1 {
		return words.HintOneAnswer{Square: square, Opponent: next.ToMove, Answer: answers.First()}
	}
	return words.HintAnswers{Square: square, Opponent: next.ToMove, Answers: words.Count(answers.Len())}
}
