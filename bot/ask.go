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

// showAnswer shows what came of an undo or a stop: the question to the other
// side, or what was done.
func (b *Bot) showAnswer(ctx context.Context, r *request, out game.Outcome) chat.Response {
	if slot, asked := out.Slot(game.QuestionSlot); asked && out.Game.Ask != nil {
		return chat.Response{
			Effects: []chat.Effect{{Kind: chat.Post, Message: r.Question(out.Game, slot.Post), Shows: r.shows(slot, slot.Want)}},
			Done:    r.Own.Text(words.DoneAsked{}),
		}
	}
	response := b.showHappened(ctx, r, out)
	if slot, held := out.Slot(game.QuestionSlot); held && r.answers() && r.onMessage(slot) {
		response.Effects[0].Shows = r.shows(slot, slot.Want)
	}
	return response
}

// putTo makes a request that was typed one of a control of the question that is put to its
// actor here, and reports whether there is one.
func (b *Bot) putTo(r *request, verb string) bool {
	g := r.room.Active
	if g == nil || g.MayAnswer(r.by) != nil || r.args.Has("challenger") {
		return false
	}
	r.action, r.control = b.actions[verb], control.Control{Verb: verb, Game: g.ID, At: g.Moment()}
	return true
}

// onMessage reports whether the control pressed is on the message of a slot, as far as
// that is known. If it is on another, the slot's own is drawn in time.
func (r *request) onMessage(s game.Slot) bool {
	if s.Ref == "" {
		return r.Message == "" || game.Ref(r.Message) != s.Former
	}
	return s.Ref == game.Ref(r.Message)
}

// ofQuestion fails with [game.ErrNothingAsked] if the control pressed is of another
// question than the one that is open: a message may tell late that its own has ended. A
// control without a number, as they once were, is of any question of its turn.
func (r *request) ofQuestion() error {
	post, err := strconv.ParseUint(strings.TrimPrefix(r.control.Arg, control.Aside), 10, 32)
	if err != nil {
		return nil
	}
	if open, _ := r.room.Slot(r.control.Game, game.QuestionSlot); uint64(open.Post) != post {
		return game.ErrNothingAsked
	}
	return nil
}
