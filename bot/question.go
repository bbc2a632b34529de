package bot

import (
	"context"
	"strconv"
	"strings"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func (b *Bot) operate(ctx context.Context, r *request, id game.ID, operation game.Operation) (chat.Response, error) {
	return b.doAndShow(ctx, r, r.proposal(id, operation), b.showAnswer)
}

// showAnswer shows the question that an operation asks the other side, or the changed game.
func (b *Bot) showAnswer(ctx context.Context, r *request, out game.Outcome) chat.Response {
	if slot, asked := out.Slot(game.QuestionSlot); asked && out.Game.Ask != nil {
		response := changeResponse(out, chat.Effect{Kind: chat.Post, Message: r.Question(out.Game, slot.Post), Subject: r.shownState(slot, slot.Want)})
		response.Confirmation = r.Own.Text(words.DoneAsked{})
		return response
	}
	response := b.showHappened(ctx, r, out)
	if slot, held := out.Slot(game.QuestionSlot); held && r.answersQuestion() && r.onSlotMessage(slot) {
		response.Effects[0].Subject = r.shownState(slot, slot.Want)
	}
	return response
}

// asPressed turns a typed answer into a press on a button of the question that the actor can answer.
func (r *request) asPressed(verb string) (*request, bool) {
	g := r.room.Active
	if g == nil || g.CanAnswer(r.by) != nil || r.args.Has("challenger") {
		return r, false
	}
	return r.withOrder(func(o *order) { o.control = control.Control{Verb: verb, Game: g.ID, At: g.Moment()} }), true
}

// onSlotMessage reports whether the action was sent on the slot's message. If the slot has no reference
// yet, any message except the former one matches.
func (r *request) onSlotMessage(s game.Slot) bool {
	if s.Ref == "" {
		return r.Message == "" || game.Ref(r.Message) != s.Former
	}
	return s.Ref == game.Ref(r.Message)
}

// checkQuestion refuses a control of an earlier question, whose message may still look open. Controls
// of old versions have no question number.
func (r *request) checkQuestion() error {
	post, err := strconv.ParseUint(strings.TrimPrefix(r.control.Arg, control.Private), 10, 32)
	if err != nil {
		return nil
	}
	if open, _ := r.room.Slot(r.control.Game, game.QuestionSlot); uint64(open.Post) != post {
		return game.ErrNothingAsked
	}
	return nil
}

// pressAgree agrees to a question in a game, or to the request of another user of the place.
func (b *Bot) pressAgree(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Game == 0 {
		return b.agreeConsent(ctx, r)
	}
	if err := r.checkQuestion(); err != nil {
		return chat.Response{}, err
	}
	if r.pressed() {
		r = r.withNote(words.Agreed{Player: words.Name(r.by)})
	}
	return b.operate(ctx, r, r.control.Game, game.Operation(game.Game.Agree).In(r.control.At))
}

// pressRefuse ends the question with a refusal. Only the question's message changes.
func (b *Bot) pressRefuse(ctx context.Context, r *request) (chat.Response, error) {
	if err := r.checkQuestion(); err != nil {
		return chat.Response{}, err
	}
	r, out, err := b.do(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: game.Operation(game.Game.Refuse).In(r.control.At),
		Display: slotDisplay(game.QuestionSlot, game.Revise),
	})
	if err != nil {
		return chat.Response{}, err
	}
	slot, _ := out.Slot(game.QuestionSlot)
	if !r.pressed() && slot.Ref == "" {
		return changeResponse(out), nil // the message is still being sent; [Bot.Sent] redraws it
	}
	e := chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: r.All.Text(words.QuestionRefused{Player: words.Name(r.by)})}}
	switch {
	case !r.pressed():
		e.Ref, e.Subject = chat.MessageRef(slot.Ref), r.shownState(slot, slot.Want)
	case r.onSlotMessage(slot):
		e.Subject = r.shownState(slot, slot.Want)
	}
	return changeResponse(out, e), nil
}
