package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// The slots of games, as the table knows them.
const (
	boardSlot     = game.SlotName(chat.SlotBoard)
	challengeSlot = game.SlotName(chat.SlotChallenge)
	pingSlot      = game.SlotName(chat.SlotPing)
)

// slots says which messages a game has after a change that shows it: a command
// posts a new board; a control, and what nobody asked for, changes the one that
// is there. A question leaves the board alone. The reminder of the last turn goes
// with it, and comes with the new one if there is one.
func (r *request) slots(before *game.Game, after game.Game) []game.SlotChange {
	var list [3]game.SlotChange
	changes := list[:0]
	change := func(name game.SlotName, act game.SlotAct) {
		changes = append(changes, game.SlotChange{Game: after.ID, Name: name, Act: act, Want: after.Version})
	}
	if after.Ask == nil || before == nil || before.Ask != nil {
		act := game.Revise
		if r.typed() || r.lost(after.ID) {
			act = game.Reserve
		}
		change(boardSlot, act)
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

// lost reports whether nobody knows the board's message any more: it was to be
// sent so long ago that whoever was to send it cannot tell which it is.
func (r *request) lost(id game.ID) bool {
	board, known := r.room.Slot(id, boardSlot)
	return known && board.Ref == "" && !r.prompted() && r.now.UnixMilli() >= board.Redraw
}

// show is the response that shows a game as it was changed. A command's message
// is new; a control on the game's own message edits that; one elsewhere, and what
// nobody asked for, edits the game's message where it is. The note replaces the
// message of a control that is not the game's own.
func (b *Bot) show(r *request, out game.Outcome, m chat.Message, note chat.Text) chat.Response {
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
			effects = append(effects, chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: note}})
		}
		if board.Ref != "" {
			shown.Kind, shown.Ref = chat.Edit, chat.MessageRef(board.Ref)
		}
		if board.Ref != "" || board.Post == board.Want { // else it is on its way, and behind when it comes
			effects = append(effects, shown)
		}
	}
	return chat.Response{Effects: r.after(effects, out)}
}

// after appends the effects that follow what answers: messages that are retired
// are taken down, and the player to move is reminded.
func (r *request) after(effects []chat.Effect, out game.Outcome) []chat.Effect {
	effects = r.removals(effects, out)
	if ping, ok := out.Slot(pingSlot); ok {
		effects = append(effects, reminder(r, out.Game, ping))
	}
	return effects
}

// removals append what takes down the messages that an outcome has retired, but
// for the one that was acted on, which shows something else now.
func (r *request) removals(effects []chat.Effect, out game.Outcome) []chat.Effect {
	for _, s := range out.Retired {
		if s.Ref != game.Ref(r.Message) {
			effects = append(effects, r.takeDown(s))
		}
	}
	return effects
}

// takeDown removes a reminder, and collapses any other message to one line.
func (r *request) takeDown(s game.Slot) chat.Effect {
	ref := chat.MessageRef(s.Ref)
	if s.Name == pingSlot {
		return chat.Effect{Kind: chat.Remove, Ref: ref}
	}
	before, _ := r.room.Find(s.Game)
	text := summary(before)
	if s.Name == challengeSlot {
		_, challenged := before.Challenge()
		text = chat.Say(name(challenged), " accepted the challenge.")
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
// game now, as far as that is known.
func (r *request) onBoard(board game.Slot) bool {
	return board.Ref == "" || r.Message == "" || board.Ref == game.Ref(r.Message)
}

// redraw edits the board's message to show the game as it stands, nothing if
// nobody knows the message.
func (b *Bot) redraw(ctx context.Context, r *request, g game.Game) []chat.Effect {
	board, _ := r.room.Slot(g.ID, boardSlot)
	if board.Ref == "" {
		return nil
	}
	return []chat.Effect{{
		Kind: chat.Edit, Ref: chat.MessageRef(board.Ref), Message: b.card(ctx, r, g, lastStory(g)),
		Shows: r.shows(board, g.Version),
	}}
}

// again answers what was done already: a press draws its message again, a
// command is only acknowledged, with the board where an answer must be seen.
func (b *Bot) again(ctx context.Context, r *request, g game.Game) chat.Response {
	board, _ := r.room.Slot(g.ID, boardSlot)
	switch {
	case r.pressed() && board.Ref == "": // what was pressed may be the board, or what the board was before
		return chat.Response{}
	case r.pressed() && !r.onBoard(board):
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: chat.Message{Text: elsewhere(g)}}}}
	case r.pressed():
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: b.card(ctx, r, g, lastStory(g)), Shows: r.shows(board, g.Version),
		}}}
	case r.limits.MustAnswer:
		r.limits.MoveButtons, r.limits.Options = 0, 0
		m := b.card(ctx, r, g, lastStory(g))
		m.Controls = nil // the board that is played on is the public one
		return whisper(m)
	default:
		return chat.Response{}
	}
}

// summary is the one line that is left of a board message.
func summary(g game.Game) chat.Text {
	if m, ok := g.Last(); ok {
		return chat.Text{
			{Text: "Move "},
			{Text: decimal(len(g.Moves))},
			{Text: ": "},
			name(m.By),
			{Text: withPlayed[m.Color]},
			{Text: m.Square.String()},
			{Text: "."},
		}
	}
	if g.Phase == game.Playing && g.Loaded == 0 {
		return chat.Say("The game began.")
	}
	return sentenceStart(chat.Say(lastStory(g), "."))
}

// elsewhere is left of a message that no longer shows its game.
func elsewhere(g game.Game) chat.Text {
	if g.Phase == game.Over {
		return chat.Say("The game is over; another message shows its end.")
	}
	return chat.Say("The game goes on in another message.")
}
