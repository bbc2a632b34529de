package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Reason says why an engine finds a move good.
type Reason = string

// The reasons an engine can give for a hint.
const (
	ReasonOnlyMove   = "only-move"   // there is no other
	ReasonCorner     = "corner"      // it takes a corner
	ReasonSolvedWin  = "solved-win"  // it wins, by the margin, however the other side plays
	ReasonSolvedDraw = "solved-draw" // it draws
	ReasonSolvedLoss = "solved-loss" // it loses by the least
	ReasonForced     = "forced"      // it leaves the other side one move at most
	ReasonMobility   = "mobility"    // it leaves the other side few moves
	ReasonParity     = "parity"      // it is where an odd number of squares is empty
	ReasonDiscs      = "discs"       // it gains discs that count at the end
	ReasonSafe       = "safe"        // it gives no corner away
	ReasonSearch     = "search"      // only looking ahead shows why
)

func hintAction() action {
	return action{
		Command: chat.Command{
			Name: "hint", Help: "A good move, for you alone; not in duels between people",
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
	case g.Turn != r.control.turn:
		return chat.Response{}, game.ErrStale
	}
	return b.hintFor(ctx, r, g)
}

func (b *Bot) hintFor(ctx context.Context, r *request, g game.Game) (chat.Response, error) {
	if !hintsAllowed(g) {
		return chat.Response{}, refused("No hints in a duel between people. ", chat.CommandOf("check"), " lists what is legal.")
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
	text := chat.Say("Try ", chat.BoldOf(squares[0].String()), " for ", p.ToMove, ": ", hintWords(p, squares[0], reason, margin), ".")
	if others := squares[1:]; len(others) > 0 {
		text = chat.Say(text, " About as good: ", list(squareNames(others), "and"), ".")
	}
	return whisperText(text), nil
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

// hintsAllowed reports whether nobody is wronged by a hint.
func hintsAllowed(g game.Game) bool {
	return g.Phase == game.Playing && (g.Mode == game.Open || g.AgainstEngine())
}

// hintWords says why a move is good.
func hintWords(p rules.Position, square rules.Square, reason Reason, margin int) string {
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
	case ReasonForced, ReasonMobility:
		return answersLeft(p, square)
	case ReasonParity:
		return "it may give you the last move in that part of the board, where an odd number of squares is empty"
	case ReasonDiscs:
		return "it gains discs that count at the end"
	case ReasonSafe:
		return "it gives no corner away"
	default:
		return "it looks best some moves ahead"
	}
}

// answersLeft says what the other side can do after a move.
func answersLeft(p rules.Position, square rules.Square) string {
	next, err := p.Play(square)
	switch {
	case err == nil && next.Over():
		return "it ends the game"
	case err != nil || next.ToMove == p.ToMove:
		return "it leaves " + p.ToMove.Opponent().String() + " without a move"
	case next.Legal().Len() == 1:
		return next.ToMove.String() + " has no answer but " + next.Legal().String()
	}
	return "it leaves " + next.ToMove.String() + " only " + plural(next.Legal().Len(), "move")
}

func squareNames(squares []rules.Square) []string {
	names := make([]string, len(squares))
	for i, s := range squares {
		names[i] = s.String()
	}
	return names
}
