package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// changeError reports that a change failed. Its request holds the room as it was then.
type changeError struct {
	error
	request *request
}

func (e *changeError) Unwrap() error { return e.error }

func (r *request) atRefusal(err error) *request {
	if changed, ok := errors.AsType[*changeError](err); ok {
		return changed.request
	}
	return r
}

// proposal also reminds the next player if the place wants immediate pings. A typed command needs no
// reminder, because its answer is a new message.
func (r *request) proposal(id game.ID, operation game.Operation) game.Proposal {
	if r.Settings.Pings == game.PingNow && !r.typed() {
		operation = operation.WithPing()
	}
	return game.Proposal{Game: id, Operation: operation, Display: r.display()}
}

// showFunc returns the answer that shows the outcome of a proposal.
type showFunc func(context.Context, *request, game.Outcome) chat.Response

func (b *Bot) doAndShow(ctx context.Context, r *request, p game.Proposal, show showFunc) (chat.Response, error) {
	r, out, err := b.do(ctx, r, p)
	if err != nil {
		return chat.Response{}, err
	}
	return show(ctx, r, out), nil
}

// do carries out a proposal. The returned request has the room as the table read it just before the
// change. On success, it also has the number of the board's message.
func (b *Bot) do(ctx context.Context, r *request, p game.Proposal) (*request, game.Outcome, error) {
	if err := b.claimDelivery(ctx, r); err != nil {
		return r, game.Outcome{Before: r.room}, err
	}
	p.By, p.Now, p.Delivery, p.Trial = r.by, r.Now, r.delivery(), r.trial != nil
	out, err := b.Table.Do(ctx, r.room, p)
	after := r.withRoom(out.Before)
	if after.target = p.Game; err != nil {
		return after, out, &changeError{err, after}
	}
	board, _ := out.Slot(game.BoardSlot)
	after.Post = board.Post
	b.onEnded(ctx, r, out)
	return after, out, nil
}

// claimDelivery records the delivery in the place where the user sent it, if the game is elsewhere.
func (b *Bot) claimDelivery(ctx context.Context, r *request) error {
	if r.sentFrom == nil || r.trial != nil {
		return nil
	}
	return b.Table.RecordDelivery(ctx, *r.sentFrom, r.delivery(), r.Now)
}

func changeResponse(out game.Outcome, effects ...chat.Effect) chat.Response {
	response := chat.Response{Effects: effects, Players: make([]chat.UserID, 0, 2)}
	for _, g := range []*game.Game{&out.Game, out.Replaced} {
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

// onEnded queues a review of an ended game and updates coaches. Coaches count no game twice.
func (b *Bot) onEnded(ctx context.Context, r *request, out game.Outcome) {
	for _, e := range out.Events {
		if e, ended := e.(game.Ended); !ended || e.Result.Reason > game.TimedOut {
			continue
		}
		if b.reviews.Reviewable(out.Game) && b.mayReveal(ctx, out.Game) {
			b.reviews.Enqueue(out.Game)
		}
		if out.AlreadyStored {
			continue
		}
		if err := people.UpdateCoaching(ctx, b.People, out.Game, r.Now); err != nil {
			b.Log.WarnContext(ctx, "a coach cannot learn", "error", err)
		}
	}
}

func (r *request) changeRefused(id game.ID, err error) error {
	other := *r
	other.target = id
	return &changeError{err, &other}
}

func (r *request) display() game.Display { return game.Display{Game: true, By: r.trigger()} }

func slotDisplay(name game.SlotName, act game.SlotAct) game.Display {
	return game.Display{Changes: []game.SlotChange{{Name: name, Act: act}}}
}

func (r *request) trigger() game.Trigger {
	return game.Trigger{
		ByPerson: r.inPlace(), Pressed: r.pressed(), Reused: r.note != nil,
		Message: game.Ref(r.Message), Turn: r.control.At.Turn, PostMark: r.control.PostMark,
	}
}
