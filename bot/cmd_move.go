package bot

import (
	"context"
	"errors"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

func moveAction() action {
	a := command("move", words.MoveHelp{}, (*Bot).move,
		parse.Parameter{Parameter: chat.Parameter{Name: "square", Required: true, Complete: true}, About: words.MoveSquareHelp{}})
	a.complete = moveChoices
	return a.pressedBy((*Bot).pressMove, chat.OriginUser, chat.OriginEngine).redirecting()
}

func (b *Bot) move(ctx context.Context, r *request) (chat.Response, error) {
	square, err := r.square()
	if err != nil {
		return chat.Response{}, err
	}
	g, err := r.activeGame()
	if r.hasNoGame() && rules.Start().Legal().Has(square) {
		err = errNoGame(words.OpenWithButton{Square: square}, square.String())
	}
	if err != nil {
		return chat.Response{}, err
	}
	response, err := b.play(ctx, r, g.ID, nil)
	return b.confirmElsewhere(ctx, r, response, g, square), err
}

// pressMove plays the square of a control, if the game has not changed since the control was drawn.
func (b *Bot) pressMove(ctx context.Context, r *request) (chat.Response, error) {
	response, err := b.play(ctx, r, r.control.Game, &r.control.At)
	if errors.Is(err, game.ErrOtherPosition) && r.fromUser() {
		return b.replaced(ctx, r)
	}
	return response, err
}

// replaced answers a press on a board that shows a position which a restored backup has undone. It
// draws the current board and explains the refusal.
func (b *Bot) replaced(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledGame()
	if err != nil {
		return chat.Response{}, err
	}
	r = b.withChoices(ctx, r)
	response := b.answerRepeat(ctx, r, g)
	explanation := whisper(gameRefusal(r, game.ErrOtherPosition).message(r))
	response.Effects = append(response.Effects, explanation.Effects...)
	return response, nil
}

// play makes the request's move, or votes for it in a voted game. If at is set, the move counts only
// at that moment of the game.
func (b *Bot) play(ctx context.Context, r *request, id game.ID, at *game.Moment) (chat.Response, error) {
	square, err := r.square()
	if err != nil {
		return chat.Response{}, err
	}
	if err := b.checkHandOver(ctx, r, id, square); err != nil {
		return chat.Response{}, err
	}
	if g, ok := r.room.Find(id); ok && g.Mode == game.Voted && r.fromUser() {
		return b.vote(ctx, r, id, square, at)
	}
	if err := b.lookAgain(ctx, r, id, square); err != nil {
		return chat.Response{}, err
	}
	move := game.Play(square)
	if at != nil {
		move = game.PlayIn(*at, square)
	}
	r, out, err := b.change(ctx, r, id, move)
	if err != nil {
		return chat.Response{}, r.illegalMove(id, err)
	}
	return b.showMove(ctx, r, out), nil
}

// pressPlay plays the square of a control on a private message. A control without a game works like
// the typed square.
func (b *Bot) pressPlay(ctx context.Context, r *request) (chat.Response, error) {
	id := r.control.Game
	if id == 0 {
		return b.move(ctx, r)
	}
	response, err := b.play(ctx, r, id, &r.control.At)
	g, _ := r.room.Find(id)
	square, _ := r.square() // on an error, the square is not shown
	return b.confirmElsewhere(ctx, r, response, g, square), err
}

func (b *Bot) pressAnyway(ctx context.Context, r *request) (chat.Response, error) {
	square, _ := r.square() // play refuses an invalid square
	return b.play(ctx, r.withNote(words.DonePlayed{Square: square}), r.control.Game, &r.control.At)
}

// pressType shows a form for a move, for users who prefer typing to a long list.
func (b *Bot) pressType(_ context.Context, r *request) (chat.Response, error) {
	if _, err := r.activeGame(); err != nil {
		return chat.Response{}, err
	}
	return r.showForm(chat.Form{
		Verb: "move", Argument: "square", Title: r.Own.String(words.MoveFormTitle{}),
		Label: r.Own.String(words.MoveFormLabel{}), Submit: r.Own.String(words.MoveFormSubmit{}),
	}, words.WhichSquare{})
}

// showForm shows the actor a form. Where the platform has no forms, it refuses with instead, which
// says what the user can type.
func (r *request) showForm(f chat.Form, instead words.Message) (chat.Response, error) {
	if !r.Limits.Forms {
		return chat.Response{}, refused(instead)
	}
	m := chat.Message{Text: r.Own.Text(instead)}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenForm, Form: &f, Message: m}}}, nil
}
