package bot

import (
	"context"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// placement says where a game is shown after a change.
type placement uint8

const (
	anew  placement = iota // in a new message
	here                   // in the message acted on, which is the board's
	there                  // in the board's message, wherever that is
)

// place decides where a game is shown, by its room before the change: a command has a new
// message, and so has what nobody asked for where the board's cannot be named. A control
// on the board changes that one, and what happens elsewhere the one that is there.
func (r *request) place(room game.Room, id game.ID) placement {
	board, held := room.Slot(id, card.BoardSlot)
	switch {
	case r.typed(), !r.prompted() && board.State == game.Blind:
		return anew
	case r.prompted() && r.note == nil && r.onBoard(room, id):
		return here
	case !held || board.State == game.Gone:
		return anew
	default:
		return there
	}
}

// slots says which messages a game has after a change that shows it, and decides where
// that is. A question is a message of its own and leaves the board alone; once it
// has ended, its message says so. The reminder of the last turn goes with it, and
// comes with the new one if there is one.
func (r *request) slots(room game.Room, before *game.Game, after game.Game) []game.SlotChange {
	var list [4]game.SlotChange
	changes := list[:0]
	change := func(name game.SlotName, act game.SlotAct) {
		changes = append(changes, game.SlotChange{Game: after.ID, Name: name, Act: act, Want: after.Version})
	}
	asked := before != nil && before.Ask != nil
	if after.Ask == nil || before == nil || asked {
		act := game.Revise
		if r.placed = r.place(room, after.ID); r.placed == anew {
			act = game.Reserve
		}
		change(card.BoardSlot, act)
	} else {
		change(card.QuestionSlot, game.Reserve)
	}
	if _, held := room.Slot(after.ID, card.QuestionSlot); held && asked && after.Ask == nil {
		change(card.QuestionSlot, game.Revise)
	}
	if before != nil && before.Turn == after.Turn && before.Phase == after.Phase {
		return changes
	}
	if after.Reminder != game.NoReminder && after.Phase == game.Playing {
		change(card.PingSlot, game.Reserve)
	} else {
		change(card.PingSlot, game.Retire)
	}
	return changes
}

// show is the response that shows a game where that was decided. A person is answered by
// what came of their own change, with the story that draw tells; the message acted on is
// replaced by a note if it is not the board's. What nobody asked for is drawn when it is
// sent.
func (b *Bot) show(r *request, out game.Outcome, draw func() chat.Message) chat.Response {
	board, _ := out.Slot(card.BoardSlot)
	if !r.prompted() {
		return chat.Response{Effects: r.after([]chat.Effect{r.showing(board)}, out)}
	}
	shown := chat.Effect{Kind: chat.Post, Message: draw(), Shows: r.shows(board, board.Want)}
	effects := make([]chat.Effect, 0, 3)
	if r.pressed() && r.placed != here {
		note := r.note
		if note == nil {
			note = card.Elsewhere(out.Game)
		}
		effects = append(effects, chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: r.All.Text(note)}})
	}
	switch {
	case r.placed == here:
		shown.Kind = chat.Edit
	case r.placed == there:
		shown.Kind, shown.Ref = chat.Edit, chat.MessageRef(board.Ref)
	}
	if r.placed != there || board.Ref != "" { // else it is behind when it comes
		effects = append(effects, shown)
	}
	first := effects[0].Shows.Slot == chat.SlotBoard
	return chat.Response{Effects: r.after(effects, out), EngineNext: first && b.queue.MovesSoon(out.Game)}
}

// showHappened shows a game with what happened to it.
func (b *Bot) showHappened(ctx context.Context, r *request, out game.Outcome) chat.Response {
	return b.show(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, out.Game, r.Happened(out.Game, out.Events)) })
}

// showing has the message of a slot drawn when it is sent.
func (r *request) showing(s game.Slot) chat.Effect {
	return chat.Effect{Kind: chat.Show, Shows: r.shows(s, s.Want), Reserved: s.Post == s.Want}
}

// after appends the effects that follow what answers: messages that are retired
// are taken down, a question that has ended says so, and the player to move is
// reminded.
func (r *request) after(effects []chat.Effect, out game.Outcome) []chat.Effect {
	effects = r.removals(effects, out)
	if asked, ok := out.Slot(card.QuestionSlot); ok && out.Game.Ask == nil && !r.answers() {
		effects = append(effects, r.endQuestion(out, asked)...)
	}
	if ping, ok := out.Slot(card.PingSlot); ok && !out.Found { // else somebody may be notified twice
		effects = append(effects, reminder(r, out.Game, ping))
	}
	return effects
}

// removals append what takes down the messages that an outcome has retired, but
// for the one that was acted on, which shows something else now.
func (r *request) removals(effects []chat.Effect, out game.Outcome) []chat.Effect {
	for _, s := range out.Retired {
		if s.Ref != game.Ref(r.Message) {
			effects = append(effects, r.takeDown(s, out.Events))
		}
	}
	return effects
}

// takeDown removes a reminder, and collapses any other message to one line: what it
// showed, unless that was taken back by what happened.
func (r *request) takeDown(s game.Slot, happened []game.Event) chat.Effect {
	ref := chat.MessageRef(s.Ref)
	if s.Name == card.PingSlot {
		return chat.Effect{Kind: chat.Remove, Ref: ref}
	}
	before, _ := r.room.Find(s.Game)
	var text chat.Text
	switch {
	case s.Name == card.ChallengeSlot:
		_, challenged := before.Challenge()
		text = r.All.Text(words.ChallengeAccepted{Player: words.Name(challenged)})
	case s.Name == card.QuestionSlot:
		text = r.All.Text(words.QuestionDropped{})
	default:
		text = r.Summary(before)
		for _, e := range happened {
			if undone, ok := e.(game.Undone); ok {
				text = r.All.Text(words.MoveTakenBack{Player: words.Name(undone.By)})
			}
		}
	}
	return chat.Effect{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: text}}
}

// shows names what a message of a slot shows, for [Bot.Sent].
func (r *request) shows(s game.Slot, version uint32) chat.Shown {
	return chat.Shown{
		Place: r.Place, Game: chat.GameID(s.Game.String()), Slot: chat.Slot(s.Name), Post: s.Post, Version: version,
	}
}

// onBoard reports whether the control pressed is on the message that shows a game of the
// room, as far as that is known: where the message is yet to be named, it is if the
// control was drawn in this turn for the message that holds the slot, or by an earlier
// version for any message.
func (r *request) onBoard(room game.Room, id game.ID) bool {
	board, _ := room.Slot(id, card.BoardSlot)
	if board.Ref != "" {
		return r.Message == "" || board.Ref == game.Ref(r.Message)
	}
	g, _ := room.Find(id)
	drawn := r.control.At.Turn == g.Turn && (r.control.Post == 0 || r.control.Post == control.PostMark(board.Post))
	return drawn && (r.Message == "" || game.Ref(r.Message) != board.Former)
}

// correct has a message show the game as it stands, nothing if there is none.
func (r *request) correct(id game.ID, name game.SlotName) []chat.Effect {
	slot, held := r.room.Slot(id, name)
	if !held {
		return nil
	}
	return []chat.Effect{{Kind: chat.Show, Shows: r.shows(slot, slot.Want)}}
}

// again answers what was done already: a press draws its message again, a
// command is only acknowledged, with the board where an answer must be seen.
func (b *Bot) again(ctx context.Context, r *request, g game.Game) chat.Response {
	board, _ := r.room.Slot(g.ID, card.BoardSlot)
	switch {
	case r.pressed() && board.Ref == "": // what was pressed may be the board, or what the board was before
		return chat.Response{}
	case r.pressed() && !r.onBoard(r.room, g.ID):
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: chat.Message{Text: r.All.Text(card.Elsewhere(g))}}}}
	case r.pressed():
		r.Post = board.Post
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: b.card(ctx, &r.Viewer, g, r.LastStory(g)), Shows: r.shows(board, g.Version),
		}}}
	case r.Limits.MustAnswer:
		r.Limits.MoveButtons, r.Limits.Options = 0, 0
		there := r.Private()
		m := b.card(ctx, there, g, there.LastStory(g))
		m.Controls, m.Picture = nil, nil // the board that is played on, or was, is the public one
		return whisper(m)
	default:
		return chat.Response{}
	}
}

// change does an operation on a game, and shows the game.
func (b *Bot) change(ctx context.Context, r *request, id game.ID, operation game.Operation) (game.Outcome, error) {
	return b.do(ctx, r, game.Proposal{Game: id, Operation: r.reminding(operation), Slots: r.slots})
}

// reminding is the operation, which also reminds the next player if the place
// wants players to be told at once and the change only edits a message: that
// notifies nobody, while a new message does.
func (r *request) reminding(operation game.Operation) game.Operation {
	if r.Settings.Pings != game.PingNow || r.typed() {
		return operation
	}
	return func(g game.Game, by game.Player, now time.Time) (game.Game, []game.Event, error) {
		next, events, err := operation(g, by, now)
		if err == nil {
			if reminded, _, err := next.Ping(by, now); err == nil {
				next = reminded
			}
		}
		return next, events, err
	}
}

// answers reports whether the request is an answer by the question's own control,
// whose message it then ends.
func (r *request) answers() bool {
	return r.pressed() && (r.control.Verb == "agree" || r.control.Verb == "refuse")
}

// endQuestion has the message of a question tell that it has ended, if it can be
// named.
func (r *request) endQuestion(out game.Outcome, slot game.Slot) []chat.Effect {
	if slot.Ref == "" {
		return nil // what is on its way is behind when it comes
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

// reminder notifies the player to move, with all they need to know.
func reminder(r *request, g game.Game, slot game.Slot) chat.Effect {
	return chat.Effect{Kind: chat.Ping, Message: r.FirstReminder(g), Shows: r.shows(slot, slot.Want)}
}
