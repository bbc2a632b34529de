package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func moveVerb() verb {
	return verb{Command: chat.Command{
		Name: "move",
		Help: "Play a square",
		Parameters: []chat.Parameter{
			{Name: "square", Help: "Column a to h and row 1 to 8, for example d3", Required: true, Complete: true},
		},
	}, run: (*Bot).move}
}

func (b *Bot) move(ctx context.Context, r request) (chat.Response, error) {
	square, err := r.args.square()
	if err != nil {
		return chat.Response{}, err
	}
	g, err := r.active()
	if err != nil {
		return chat.Response{}, &noGameError{Move: square}
	}
	return b.play(ctx, r, g.ID, square, func(g game.Game) (game.Game, []game.Event, error) {
		return g.Play(r.by, square, r.now)
	})
}

// pressMove plays the square of a control, if the board is still the one that
// the control was drawn for.
func (b *Bot) pressMove(ctx context.Context, r request) (chat.Response, error) {
	square, err := rules.ParseSquare(r.press.arg)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	return b.play(ctx, r, r.press.game, square, func(g game.Game) (game.Game, []game.Event, error) {
		if g.Turn != r.press.turn {
			return g, nil, repeated(g, r.by, r.press.turn, square)
		}
		return g.Play(r.by, square, r.now)
	})
}

// repeated is [game.ErrDuplicate] if the move made in that turn was the same by
// the same player, else [game.ErrStale].
func repeated(g game.Game, by game.Player, turn uint32, square rules.Square) error {
	if played, mover, ok := g.MoveAt(turn); ok && played == square && mover == by {
		return game.ErrDuplicate
	}
	return game.ErrStale
}

func (b *Bot) play(
	ctx context.Context, r request, id game.ID, square rules.Square,
	operation game.Operation,
) (chat.Response, error) {
	g, events, err := b.update(ctx, r, id, operation)
	if errors.Is(err, game.ErrDuplicate) {
		return b.again(ctx, r, g), nil
	}
	if illegal := (*rules.IllegalMoveError)(nil); errors.As(err, &illegal) {
		return chat.Response{}, &illegalError{Verdict: g.Position().Check(illegal.Color, square), Legal: g.Position().Legal()}
	}
	if err != nil {
		return chat.Response{}, err
	}
	response, err := b.show(ctx, r, g, b.card(ctx, r, g, story(g, events)), nil)
	response.Done = chat.Say(square, " played.")
	return response, err
}

// again answers what was done already: a press draws its message again, a
// command is only acknowledged, with the board where an answer must be seen.
func (b *Bot) again(ctx context.Context, r request, g game.Game) chat.Response {
	switch {
	case r.pressed() && r.prompted() && !r.onBoard(g):
		return chat.Response{Effects: []chat.Effect{collapsed(g, game.Posted{Ref: string(r.Message)})}}
	case r.pressed() && r.prompted():
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: b.card(ctx, r, g, lastStory(g)),
			Game: gameID(g), Slot: chat.SlotBoard, Version: uint64(g.Version),
		}}}
	case r.prompted() && r.limits.MustAnswer:
		r.limits.MoveButtons, r.limits.Options = 0, 0
		m := b.card(ctx, r, g, lastStory(g))
		m.Controls = nil // the board that is played on is the public one
		return whisper(m)
	default:
		return chat.Response{}
	}
}

// onBoard reports whether the control pressed is on the message that shows the
// game now, as far as that is known.
func (r request) onBoard(g game.Game) bool {
	posted, known := r.room.Posted(g.ID, string(chat.SlotBoard))
	return !known || r.Message == "" || posted.Ref == string(r.Message)
}
