package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/review"
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

func (b *Bot) pressMove(ctx context.Context, r *request) (chat.Response, error) {
	response, err := b.play(ctx, r, r.control.Game, &r.control.At)
	if errors.Is(err, game.ErrOtherPosition) && r.fromUser() {
		return b.replaced(ctx, r)
	}
	return response, err
}

// replaced answers a press on a position that a restored backup has undone.
func (b *Bot) replaced(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledGame()
	if err != nil {
		return chat.Response{}, err
	}
	r = b.withChoices(ctx, r)
	return withWhisper(b.answerRepeat(ctx, r, g), gameRefusal(r, game.ErrOtherPosition).message(r)), nil
}

// play moves or votes. If at is set, the move counts only at that moment of the game.
func (b *Bot) play(ctx context.Context, r *request, id game.ID, at *game.Moment) (chat.Response, error) {
	return b.playAndShow(ctx, r, id, at, b.showMove)
}

func (b *Bot) playAndShow(ctx context.Context, r *request, id game.ID, at *game.Moment, show showFunc) (chat.Response, error) {
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
	response, err := b.doAndShow(ctx, r, r.proposal(id, move), show)
	return response, r.atRefusal(err).illegalMove(id, err)
}

// pressPlay treats a control without a game like a typed square.
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

func (b *Bot) pressType(_ context.Context, r *request) (chat.Response, error) {
	if _, err := r.activeGame(); err != nil {
		return chat.Response{}, err
	}
	return r.showForm(chat.Form{
		Verb: "move", Argument: "square", Title: r.Own.String(words.MoveFormTitle{}),
		Label: r.Own.String(words.MoveFormLabel{}), Submit: r.Own.String(words.MoveFormSubmit{}),
	}, words.WhichSquare{})
}

// showForm opens a form. If the platform has no forms, it says what the user can type instead.
func (r *request) showForm(f chat.Form, instead words.Message) (chat.Response, error) {
	if !r.Limits.Forms {
		return chat.Response{}, refused(instead)
	}
	m := chat.Message{Text: r.Own.Text(instead)}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenForm, Form: &f, Message: m}}}, nil
}

const anyway = "anyway"

// doubleClickTime is the time after a warning in which the coach warns again, in case of a double click.
const doubleClickTime = 3 * time.Second

// lookAgain warns a coached player of a bad move, once a turn. It does not warn if the judge takes too
// long or a rated game forbids help.
func (b *Bot) lookAgain(ctx context.Context, r *request, id game.ID, square rules.Square) error {
	g, _ := r.room.Find(id)
	p := g.Position()
	switch {
	case !g.Coached, !r.fromUser(), r.trial != nil, g.Phase != game.Playing, g.Player(p.ToMove) != r.by, b.Solver == nil,
		r.control.Verb == anyway, r.control.Game != 0 && g.In(r.control.At) != nil, !p.Legal().Has(square):
		return nil
	}
	key := control.For(g, anyway, "")
	at, warned := b.warned.Get(key)
	if warned && r.Now.Sub(at) >= doubleClickTime {
		return nil
	}
	judging, cancel := context.WithTimeout(ctx, explainWithin)
	defer cancel()
	var m review.Move
	var found review.Moment
	var much bool
	err := b.Solver(judging, func(judge review.Judge) (err error) {
		m, found, much, err = review.Warn(judging, judge, p, square, b.Review)
		return err
	})
	if err != nil || !much || b.checkHelp(ctx, r.by, p) != nil {
		return nil
	}
	if !warned {
		b.warned.Put(key, r.Now)
	}
	return refused(lookAgainAt(m, found.Reason)).offer(words.PlayAnywayButton{}, control.For(g, anyway, square.String()))
}

// lookAgainAt names the reason, but no better move.
func lookAgainAt(m review.Move, why review.Reason) words.Message {
	opponent := m.Color.Opponent()
	switch why.Kind {
	case review.Thrown:
		return words.LookAgainWin{}
	case review.WipedOut:
		return words.LookAgainAll{Color: opponent}
	case review.CornerGiven, review.CornerOpened, review.CornerLost:
		return words.LookAgainCorner{Color: opponent, Corner: why.At}
	case review.CornerAvailable, review.CornerMissed:
		return words.LookAgainYourCorner{}
	case review.Greedy:
		return words.LookAgainDiscs{}
	case review.Mobility:
		return words.LookAgainMoves{Color: opponent}
	case review.FewMoves:
		return words.LookAgainFewMoves{}
	case review.NextToCorner:
		return words.LookAgainBeside{Corner: why.At}
	default:
		return words.LookAgain{Lost: words.Count(m.Discs())}
	}
}

// moveChoices offers the moves of the games where the actor has the turn, else the place's game.
func moveChoices(ctx context.Context, b *Bot, r *request) (list []chat.Choice) {
	games, _ := b.threadedGames(ctx, r) // after an error, only the place's game offers moves
	for _, u := range games {
		if _, seated := u.Game.Side(r.by); seated && u.Game.MayPlay(r.by, r.Now) == nil {
			list = append(list, r.legalIn(u.Game)...)
		}
	}
	if len(list) == 0 {
		return legalChoices(ctx, b, r)
	}
	slices.SortStableFunc(list, func(a, b chat.Choice) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(list, func(a, b chat.Choice) bool { return a.Value == b.Value })
}
