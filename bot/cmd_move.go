package bot

import (
	"context"
	"errors"
	"strings"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func moveAction() action {
	return action{
		Command: chat.Command{
			Name: "move",
			Help: "Play a square",
			Parameters: []chat.Parameter{
				{Name: "square", Help: "Column a to h and row 1 to 8, for example d3", Required: true, Complete: true},
			},
		},
		run: (*Bot).move, press: (*Bot).pressMove, by: originsOf(chat.OriginUser, chat.OriginEngine),
		complete: legalChoices,
	}
}

func (b *Bot) move(ctx context.Context, r *request) (chat.Response, error) {
	square, err := r.square()
	if err != nil {
		return chat.Response{}, err
	}
	g, err := r.active()
	if err != nil && len(r.room.Unreadable) == 0 && rules.Start().Legal().Has(square) {
		err = errNoGame("Start with "+square.String(), square.String())
	}
	if err != nil {
		return chat.Response{}, err
	}
	return b.play(ctx, r, g.ID, game.Play(square))
}

// pressMove plays the square of a control, if the board is still the one that
// the control was drawn for.
func (b *Bot) pressMove(ctx context.Context, r *request) (chat.Response, error) {
	square, err := rules.ParseSquare(r.control.arg)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	return b.play(ctx, r, r.control.game, game.PlayIn(r.control.turn, square))
}

func (b *Bot) play(ctx context.Context, r *request, id game.ID, move game.Operation) (chat.Response, error) {
	out, err := b.change(ctx, r, id, move)
	if err != nil {
		return chat.Response{}, r.illegal(id, err)
	}
	g := out.Game
	response := b.show(r, out, b.card(ctx, r, g, story(g, out.Events)), nil)
	response.Done = chat.Say(g.Moves[len(g.Moves)-1], " played.")
	return response, nil
}

// illegal puts the error of an illegal move into words; others stay as they are.
func (r *request) illegal(id game.ID, err error) error {
	var illegal *rules.IllegalMoveError
	if !errors.As(err, &illegal) {
		return err
	}
	g, _ := r.room.Find(id)
	p := g.Position()
	legal := squares(p.Legal(), "or")
	if disc, occupied := p.Disc(illegal.Square); occupied {
		return refused(illegal.Square, " already has a ", strings.ToLower(disc.String()), " disc. You can play ", legal, ".")
	}
	own, opponent := strings.ToLower(illegal.Color.String()), strings.ToLower(illegal.Color.Opponent().String())
	return refused(
		illegal.Square, " flips nothing: no line of ", opponent, " discs from there ends in a ", own, " one. You can play ", legal, ".",
	)
}
