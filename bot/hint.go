package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// The reasons an engine can give for a hint.
const (
	ReasonOnlyMove   = "only-move"   // there is no other
	ReasonCorner     = "corner"      // it takes a corner
	ReasonSolvedWin  = "solved-win"  // it wins, by the margin, however the other side plays
	ReasonSolvedDraw = "solved-draw" // it draws
	ReasonSolvedLoss = "solved-loss" // it loses by the least
	ReasonMobility   = "mobility"    // it leaves the other side few moves
	ReasonDiscs      = "discs"       // it gains discs that count at the end
	ReasonSafe       = "safe"        // it gives no corner away
	ReasonSearch     = "search"      // only looking ahead shows why
)

func hintVerb() verb {
	return verb{Command: chat.Command{
		Name: "hint", Help: "A good move, for you alone; not in duels between people",
	}, run: (*Bot).hint}
}

func (b *Bot) hint(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return b.hintFor(ctx, g)
}

// pressHint is hint by a control of the board, for that board only.
func (b *Bot) pressHint(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.pressedGame()
	switch {
	case err != nil:
		return chat.Response{}, err
	case g.Phase == game.Over:
		return chat.Response{}, game.ErrOver
	case g.Turn != r.press.turn:
		return chat.Response{}, game.ErrStale
	}
	return b.hintFor(ctx, g)
}

func (b *Bot) hintFor(ctx context.Context, g game.Game) (chat.Response, error) {
	if !hintsAllowed(g) {
		return chat.Response{}, errNoHints
	}
	if g.EngineToMove() {
		return chat.Response{}, &game.TurnError{Color: g.Position().ToMove, Player: game.Engine}
	}
	p := g.Position()
	square, reason, margin, err := b.Engine.Hint(ctx, p)
	if err != nil {
		return chat.Response{}, err
	}
	return whisperText("Try ", chat.BoldOf(square.String()), " for ", p.ToMove, ": ", hintWords(p, square, reason, margin), "."), nil
}

// hintsAllowed reports whether nobody is wronged by a hint.
func hintsAllowed(g game.Game) bool {
	return g.Phase == game.Playing && (g.Mode == game.Open || g.AgainstEngine())
}

// hintWords says why a move is good.
func hintWords(p rules.Position, square rules.Square, reason string, margin int) string {
	switch reason {
	case ReasonOnlyMove:
		return "it is the only move"
	case ReasonCorner:
		return "a corner can never be taken back"
	case ReasonSolvedWin:
		return "it wins by " + discs(margin) + " if both play on without a mistake"
	case ReasonSolvedDraw:
		return "it holds the draw if both play on without a mistake"
	case ReasonSolvedLoss:
		return "it loses by only " + discs(max(margin, -margin)) + " if both play on without a mistake"
	case ReasonMobility:
		next, err := p.Play(square)
		if err == nil && next.ToMove != p.ToMove {
			return "it leaves " + next.ToMove.String() + " only " + plural(next.Legal().Len(), "move")
		}
		return "it leaves " + p.ToMove.Opponent().String() + " without a move"
	case ReasonDiscs:
		return "it gains discs that count at the end"
	case ReasonSafe:
		return "it gives no corner away"
	default:
		return "it looks best some moves ahead"
	}
}
