package bot

import (
	"context"
	"strconv"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// showAnswer shows what came of an undo or a stop: the question to the other
// side, or what was done.
func (b *Bot) showAnswer(ctx context.Context, r *request, out game.Outcome) chat.Response {
	if slot, asked := out.Slot(card.QuestionSlot); asked && out.Game.Ask != nil {
		return chat.Response{
			Effects: []chat.Effect{{Kind: chat.Post, Message: r.Question(out.Game, slot.Post), Shows: r.shows(slot, slot.Want)}},
			Done:    r.Own.Text(words.DoneAsked{}),
		}
	}
	var note words.Message
	if r.answers() {
		note = words.Agreed{Player: words.Name(r.by)}
	}
	response := b.show(r, out, b.card(ctx, &r.Viewer, out.Game, r.Happened(out.Game, out.Events)), note)
	if slot, held := out.Slot(card.QuestionSlot); held && note != nil && r.onMessage(slot) {
		response.Effects[0].Shows = r.shows(slot, slot.Want)
	}
	return response
}

// onMessage reports whether the control pressed is on the message of a slot, as far as
// that is known. If it is on another, the slot's own is drawn in time.
func (r *request) onMessage(s game.Slot) bool {
	if s.Ref == "" {
		return r.Message == "" || game.Ref(r.Message) != s.Former
	}
	return s.Ref == game.Ref(r.Message)
}

// answers reports whether the request is an answer by the question's own control,
// whose message it then ends.
func (r *request) answers() bool {
	return r.pressed() && (r.control.Verb == "agree" || r.control.Verb == "refuse")
}

// endQuestion has the message of a question tell that it has ended, if it can be
// named.
func (r *request) endQuestion(out game.Outcome, slot game.Slot) []chat.Effect {
	if slot.Ref == "" && r.prompted() && r.pressed() {
		return nil // an edit without a name is for what was pressed; what is on its way is behind when it comes
	}
	text := r.All.Text(words.QuestionDropped{})
	if before, _ := r.room.Find(out.Game.ID); before.Ask != nil && before.Ask.By != r.by && does(*before.Ask, out.Events) {
		text = r.All.Text(words.Agreed{Player: words.Name(r.by)})
	}
	return []chat.Effect{{
		Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Message: chat.Message{Text: text}, Shows: r.shows(slot, slot.Want),
	}}
}

// does reports whether the events carry out the ask.
func does(ask game.Ask, events []game.Event) bool {
	for _, e := range events {
		switch e := e.(type) {
		case game.Undone:
			return ask.Kind == game.AskUndo && e.By == ask.By
		case game.Ended:
			return ask.Kind == game.AskStop && e.Result.Reason == game.Stopped && e.Result.By == ask.By
		}
	}
	return false
}

// ofQuestion fails with [game.ErrNothingAsked] if the control pressed is of another
// question than the one that is open: a message may tell late that its own has ended. A
// control without a number, as they once were, is of any question of its turn.
func (r *request) ofQuestion() error {
	post, err := strconv.ParseUint(strings.TrimPrefix(r.control.Arg, control.Aside), 10, 32)
	if err != nil {
		return nil
	}
	if open, _ := r.room.Slot(r.control.Game, card.QuestionSlot); uint64(open.Post) != post {
		return game.ErrNothingAsked
	}
	return nil
}
