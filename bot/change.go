package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// changeError is why a change was refused, with the request as it then stood.
type changeError struct {
	error
	request *request
}

// Unwrap returns why the change was refused.
func (e *changeError) Unwrap() error { return e.error }

// refusedBy returns the request as it stood when a change was refused.
func (r *request) refusedBy(err error) *request {
	if changed, ok := errors.AsType[*changeError](err); ok {
		return changed.request
	}
	return r
}

// change does an operation on a game, and shows the game.
func (b *Bot) change(ctx context.Context, r *request, id game.ID, operation game.Operation) (*request, game.Outcome, error) {
	return b.do(ctx, r, game.Proposal{Game: id, Operation: r.reminding(operation), Display: r.display()})
}

// do makes a proposal of the request's. The request that it returns sees the room from before the
// change, and draws for the new message of the board.
func (b *Bot) do(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	if err := b.claim(ctx, r); err != nil {
		return r, game.Outcome{Room: r.room}, err
	}
	p.By, p.Now, p.Delivery, p.Trial = r.by, r.Now, r.delivery(), r.trial != nil
	out, err := b.Table.Do(ctx, r.room, p)
	after := r.seeing(out.Room)
	if after.about = p.Game; err != nil {
		return after, out, &changeError{err, after}
	}
	board, _ := out.Slot(game.BoardSlot)
	after.Post = board.Post
	b.ended(ctx, r, out)
	return after, out, nil
}

// claim has a repetition of the request do nothing, if its game is in another place than it came from.
func (b *Bot) claim(ctx context.Context, r *request) error {
	if r.from == nil || r.trial != nil {
		return nil
	}
	return b.Table.Claim(ctx, *r.from, r.delivery(), r.Now)
}

// answered is a response to a change, which names whose games it has changed.
func answered(out game.Outcome, effects ...chat.Effect) chat.Response {
	response := chat.Response{Effects: effects, Players: make([]chat.UserID, 0, 2)}
	for _, g := range []*game.Game{&out.Game, out.Aside} {
		if g == nil {
			continue
		}
		var few [4]game.Player
		for _, p := range g.AppendPlayers(few[:0]) {
			if user, err := chat.ParseUserID(string(p)); err == nil {
				response.Players = append(response.Players, user)
			}
		}
	}
	return response
}

// ended has a game reviewed that has just ended with a result, and a coach learn from it, though
// rather not at all than twice.
func (b *Bot) ended(ctx context.Context, r *request, out game.Outcome) {
	for _, e := range out.Events {
		if e, ended := e.(game.Ended); !ended || e.Result.Reason > game.TimedOut {
			continue
		}
		if b.reviews.Reviewable(out.Game) && b.mayTell(ctx, out.Game) {
			b.reviews.Later(out.Game)
		}
		if out.Found {
			continue
		}
		if err := people.Learn(ctx, b.People, out.Game, r.Now); err != nil {
			b.Log.WarnContext(ctx, "a coach cannot learn", "error", err)
		}
	}
}

// refusing returns the error with the request that it refuses, to change a game.
func (r *request) refusing(id game.ID, err error) error {
	other := *r
	other.about = id
	return &changeError{err, &other}
}

// display shows the game that a request changes, where that is to be, with what else becomes
// of its messages.
func (r *request) display(acts ...game.SlotChange) game.Display {
	return game.Display{Game: true, By: r.act(), Acts: acts}
}

// acting does something to one slot of the game that is changed, and leaves the others.
func acting(name game.SlotName, act game.SlotAct) game.Display {
	return game.Display{Acts: []game.SlotChange{{Name: name, Act: act}}}
}

// act is what the request does, as far as it matters for where a game is shown.
func (r *request) act() game.Act {
	return game.Act{
		Prompted: r.prompted(), Pressed: r.pressed(), Moved: r.note != nil,
		Message: game.Ref(r.Message), Turn: r.control.At.Turn, Mark: r.control.Post,
	}
}

// reminding is the operation, which also reminds the next player if the place
// wants players to be told at once and the change only edits a message: that
// notifies nobody, while a new message does.
func (r *request) reminding(operation game.Operation) game.Operation {
	if r.Settings.Pings != game.PingNow || r.typed() {
		return operation
	}
	return operation.Reminding()
}
