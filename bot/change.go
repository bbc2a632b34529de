package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// changeError reports that the table refused a change. Its request holds the room at that time.
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

func (b *Bot) change(ctx context.Context, r *request, id game.ID, operation game.Operation) (*request, game.Outcome, error) {
	return b.do(ctx, r, game.Proposal{Game: id, Operation: r.withReminder(operation), Display: r.display()})
}

// do carries out a proposal. The returned request has the room as the table read it just before the
// change, and the number of the board's new message.
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

// claimDelivery records the delivery in the room where the user sent the request, if the game is in
// another place. If the platform repeats the delivery, the bot then recognizes it.
func (b *Bot) claimDelivery(ctx context.Context, r *request) error {
	if r.sentFrom == nil || r.trial != nil {
		return nil
	}
	return b.Table.RecordDelivery(ctx, *r.sentFrom, r.delivery(), r.Now)
}

// changeResponse returns a response with the players of the changed games in its Players field.
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

// onEnded queues the review of a game that has just ended with a result, and adjusts the player's
// coach. After a crash the coach may miss a game, but no game counts twice.
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

// changeRefused returns err with the request and the game that the request tried to change.
func (r *request) changeRefused(id game.ID, err error) error {
	other := *r
	other.target = id
	return &changeError{err, &other}
}

func (r *request) display(acts ...game.SlotChange) game.Display {
	return game.Display{Game: true, By: r.act(), Changes: acts}
}

func slotDisplay(name game.SlotName, act game.SlotAct) game.Display {
	return game.Display{Changes: []game.SlotChange{{Name: name, Act: act}}}
}

func (r *request) act() game.Trigger {
	return game.Trigger{
		ByPerson: r.fromUser(), Pressed: r.pressed(), Reused: r.note != nil,
		Message: game.Ref(r.Message), Turn: r.control.At.Turn, PostMark: r.control.Post,
	}
}

// withReminder makes the operation also remind the next player, if the place wants immediate pings
// and the answer edits a message. Platforms do not notify users of an edited message.
func (r *request) withReminder(operation game.Operation) game.Operation {
	if r.Settings.Pings != game.PingNow || r.typed() {
		return operation
	}
	return operation.Reminding()
}
