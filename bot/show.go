package bot

import (
	"context"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// The slots of games, as the table knows them.
const (
	boardSlot     = game.SlotName(chat.SlotBoard)
	challengeSlot = game.SlotName(chat.SlotChallenge)
	questionSlot  = game.SlotName(chat.SlotQuestion)
	pingSlot      = game.SlotName(chat.SlotPing)
)

// slots says which messages a game has after a change that shows it: a command
// posts a new board; a control, and what nobody asked for, changes the one that
// is there. A question is a message of its own and leaves the board alone; once it
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
		if r.typed() || r.nameless(room, after.ID) {
			act = game.Reserve
		}
		change(boardSlot, act)
	} else {
		change(questionSlot, game.Reserve)
	}
	if _, held := room.Slot(after.ID, questionSlot); held && asked && after.Ask == nil {
		change(questionSlot, game.Revise)
	}
	if before != nil && before.Turn == after.Turn && before.Phase == after.Phase {
		return changes
	}
	if after.Reminder != game.NoReminder && after.Phase == game.Playing {
		change(pingSlot, game.Reserve)
	} else {
		change(pingSlot, game.Retire)
	}
	return changes
}

// nameless reports whether the board's message is out but cannot be named, so that
// what nobody asked for needs another one.
func (r *request) nameless(room game.Room, id game.ID) bool {
	board, known := room.Slot(id, boardSlot)
	return known && board.State == game.Blind && !r.prompted()
}

// show is the response that shows a game as it was changed. A command's message
// is new; a control on the game's own message edits that; one elsewhere, and what
// nobody asked for, edits the game's message where it is. The note replaces the
// message of a control that is not the game's own.
func (b *Bot) show(r *request, out game.Outcome, m chat.Message, note words.Message) chat.Response {
	board, _ := out.Slot(boardSlot)
	shown := chat.Effect{Kind: chat.Post, Message: m, Shows: r.shows(board, board.Want)}
	effects := make([]chat.Effect, 0, 3)
	switch {
	case r.typed():
		effects = append(effects, shown)
	case r.prompted() && note == nil && r.onBoard(board):
		shown.Kind = chat.Edit
		effects = append(effects, shown)
	default:
		if r.prompted() {
			if note == nil {
				note = elsewhere(out.Game)
			}
			effects = append(effects, chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: r.all(note)}})
		}
		if board.Ref != "" {
			shown.Kind, shown.Ref = chat.Edit, chat.MessageRef(board.Ref)
		}
		switch {
		case board.Ref != "" || board.Post == board.Want:
			effects = append(effects, shown)
		case !r.prompted(): // for the message that is on its way
			shown.Kind = chat.Edit
			effects = append(effects, shown)
		} // else that is behind when it comes
	}
	first := effects[0].Shows.Slot == chat.SlotBoard
	return chat.Response{
		Effects: r.after(effects, out), EngineNext: first && r.prompted() && b.movesSoon(out.Game),
	}
}

// after appends the effects that follow what answers: messages that are retired
// are taken down, a question that has ended says so, and the player to move is
// reminded.
func (r *request) after(effects []chat.Effect, out game.Outcome) []chat.Effect {
	effects = r.removals(effects, out)
	if asked, ok := out.Slot(questionSlot); ok && out.Game.Ask == nil && !r.answers() {
		effects = append(effects, r.endQuestion(out, asked)...)
	}
	if ping, ok := out.Slot(pingSlot); ok && !out.Found { // else somebody may be notified twice
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
	if s.Name == pingSlot {
		return chat.Effect{Kind: chat.Remove, Ref: ref}
	}
	before, _ := r.room.Find(s.Game)
	var text chat.Text
	switch {
	case s.Name == challengeSlot:
		_, challenged := before.Challenge()
		text = r.all(words.ChallengeAccepted{Player: words.Name(challenged)})
	case s.Name == questionSlot:
		text = r.all(words.QuestionDropped{})
	default:
		text = r.summary(before)
		for _, e := range happened {
			if undone, ok := e.(game.Undone); ok {
				text = r.all(words.MoveTakenBack{Player: words.Name(undone.By)})
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

// onBoard reports whether the control pressed is on the message that shows the
// game now, as far as that is known: where the message is yet to be named, it is if
// the control was drawn for that message in the turn in which it was pressed.
func (r *request) onBoard(board game.Slot) bool {
	if board.Ref == "" {
		return r.drawnFor(board) && (r.Message == "" || game.Ref(r.Message) != board.Former)
	}
	return r.Message == "" || board.Ref == game.Ref(r.Message)
}

// drawnFor reports whether the control pressed was drawn in this turn for the message
// that holds the slot of the board, or by an earlier version for any message.
func (r *request) drawnFor(board game.Slot) bool {
	g, _ := r.room.Find(board.Game)
	before, _ := r.room.Slot(board.Game, boardSlot)
	return r.control.At.Turn == g.Turn && (r.control.Post == 0 || r.control.Post == control.PostMark(before.Post))
}

// correct edits the message of a slot to show the game as it stands, nothing if
// nobody knows the message.
func (b *Bot) correct(ctx context.Context, r *request, g game.Game, name game.SlotName) []chat.Effect {
	slot, _ := r.room.Slot(g.ID, name)
	m, ok := b.drawing(ctx, r, g, slot)
	if slot.Ref == "" || !ok {
		return nil
	}
	return []chat.Effect{{Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Message: m, Shows: r.shows(slot, g.Version)}}
}

// again answers what was done already: a press draws its message again, a
// command is only acknowledged, with the board where an answer must be seen.
func (b *Bot) again(ctx context.Context, r *request, g game.Game) chat.Response {
	board, _ := r.room.Slot(g.ID, boardSlot)
	switch {
	case r.pressed() && board.Ref == "": // what was pressed may be the board, or what the board was before
		return chat.Response{}
	case r.pressed() && !r.onBoard(board):
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: chat.Message{Text: r.all(elsewhere(g))}}}}
	case r.pressed():
		r.post = board.Post
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: b.card(ctx, r, g, r.lastStory(g)), Shows: r.shows(board, g.Version),
		}}}
	case r.limits.MustAnswer:
		r.limits.MoveButtons, r.limits.Options = 0, 0
		there := r.private()
		m := b.card(ctx, there, g, there.lastStory(g))
		m.Controls, m.Picture = nil, nil // the board that is played on, or was, is the public one
		return whisper(m)
	default:
		return chat.Response{}
	}
}

// summary is the one line that is left of a board message.
func (r *request) summary(g game.Game) chat.Text {
	if m, ok := g.Last(); ok {
		return r.numbered(len(g.Moves), m.By, m.Square)
	}
	if g.Phase == game.Playing && g.Loaded == 0 && g.Start == rules.Start() {
		return r.all(words.GameBegan{})
	}
	return r.all(r.lastStory(g)...)
}

// summaryBefore is the summary of the game as it was before its last move, as far as
// that was made here.
func (r *request) summaryBefore(g game.Game) chat.Text {
	switch last := len(g.Movers) - 2; {
	case g.Phase != game.Playing || last < -1 || last < 0 && (g.Loaded > 0 || g.Start != rules.Start()):
		return r.all(elsewhere(g))
	case last < 0:
		return r.all(words.GameBegan{})
	default:
		n := len(g.Moves) - 1
		return r.numbered(n, g.Seats[g.Movers[last]].Player, g.Moves[n-1])
	}
}

// numbered tells of one move.
func (r *request) numbered(number int, by game.Player, square rules.Square) chat.Text {
	return r.all(words.MoveMade{Number: number, Player: r.name(by), Square: square})
}

// elsewhere is left of a message that no longer shows its game.
func elsewhere(g game.Game) words.Message {
	if g.Phase == game.Over {
		return words.EndElsewhere{}
	}
	return words.GameElsewhere{}
}
