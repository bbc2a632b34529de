package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

func hintAction() action {
	return command("hint", words.HintHelp{}, (*Bot).hint).harmless().pressing((*Bot).hint)
}

// hint shows good moves in a game. A control on a board works only while that board is current.
func (b *Bot) hint(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.activeGame)
	switch {
	case err != nil:
	case g.Phase == game.Over:
		err = game.ErrOver
	case r.control.Verb != "":
		err = g.In(r.control.At)
	}
	p := g.Position()
	switch {
	case err != nil:
	case g.Mode == game.Voted:
		err = refused(words.NoHintsInVotes{})
	case !card.HintsAllowed(g):
		err = refused(words.NoHintsInDuels{})
	case g.EngineToMove():
		err = &game.TurnError{Color: p.ToMove, Player: game.Engine}
	default:
		err = b.checkHelp(ctx, r.by, p)
	}
	if err == nil && r.trial != nil {
		err = game.ErrTrial
	}
	if err != nil {
		return chat.Response{}, err
	}
	if _, waits := b.waiting.LoadOrStore(r.by, true); waits {
		return chat.Response{}, ErrThinking
	}
	defer b.waiting.Delete(r.by)
	squares, reason, margin, err := b.Engine.Hint(ctx, p)
	if err == nil {
		err = b.checkUnchanged(ctx, g)
	}
	if err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: r.Own.Text(hintStory(p, squares, reason, margin)...)}
	if g.MayPlay(r.by, r.Now) == nil {
		m.Controls = moveOffers(g.ID, g.Moment(), rules.SetOf(squares...))(r)
	}
	return whisper(m), nil
}

func hintStory(p rules.Position, squares []rules.Square, reason Reason, margin int) card.Story {
	if reason != ReasonSearch {
		return card.Story{hintWords(squares[0], reason, margin), otherHints(squares[1:], reason)}
	}
	best := squares[0]
	other, why, ok := review.Against(p, best, p.Legal()&^rules.SetOf(squares...))
	switch {
	case ok && why.Kind == review.CornerAvailable:
		return card.Story{words.HintCorner{Square: best}, otherHints(squares[1:], reason)}
	case ok && why.Kind == review.Mobility && why.Instead < 2:
		return card.Story{answersLeft(p, best), otherHints(squares[1:], reason)}
	case ok && why.Kind == review.Mobility:
		than := words.HintMobility{Best: best, Color: p.ToMove.Opponent(), Less: why.Instead, Square: other, Moves: why.Count}
		return card.Story{than, otherHints(squares[1:], reason)}
	case ok && why.Kind == review.Frontier:
		than := words.HintFrontier{Best: best, Color: p.ToMove, Less: why.Instead, Square: other, Discs: why.Count}
		return card.Story{than, otherHints(squares[1:], reason)}
	case ok:
		than := review.Move{Color: p.ToMove, Square: other, Best: best}
		return card.Story{words.HintTry{Square: best}, card.ReasonWords(than, why), otherHints(squares[1:], reason)}
	case len(squares) > 1:
		return card.Story{words.HintEqual{Moves: squares}}
	default:
		return card.Story{words.HintSearch{Square: best}}
	}
}

func otherHints(squares []rules.Square, reason Reason) words.Message {
	switch {
	case len(squares) > 0:
		return words.HintOthers{Moves: squares}
	case reason == ReasonSolvedLoss:
		return words.HintOthersLose{}
	default:
		return nil
	}
}

func (b *Bot) checkUnchanged(ctx context.Context, before game.Game) error {
	room, _, err := b.Table.Load(ctx, before.Place, "")
	if err != nil {
		return err
	}
	if now, ok := room.Find(before.ID); !ok || now.Turn != before.Turn || now.Phase != before.Phase {
		return game.ErrStale
	}
	return nil
}

func hintWords(square rules.Square, reason Reason, margin int) words.Message {
	switch reason {
	case ReasonOnlyMove:
		return words.HintOnlyMove{Square: square}
	case ReasonSolvedWin:
		return words.HintWin{Square: square, Margin: words.Count(margin)}
	case ReasonSolvedDraw:
		return words.HintDraw{Square: square}
	default:
		lost := max(margin, -margin)
		return words.HintLoss{Square: square, Result: card.Score((64-lost)/2, (64+lost)/2)}
	}
}

func answersLeft(p rules.Position, square rules.Square) words.Message {
	next, _ := p.Play(square) // the move is legal
	switch opponent := p.ToMove.Opponent(); {
	case next.Over():
		return words.HintEnds{Square: square}
	case next.ToMove == p.ToMove:
		return words.HintNoAnswer{Square: square, Opponent: opponent}
	default:
		return words.HintOneAnswer{Square: square, Opponent: opponent, Answer: next.Legal().First()}
	}
}
