package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// showGame shows a game in the message that out.Target selects. It draws at once for a waiting user.
// Otherwise [Bot.Draw] draws the message later. A note replaces a pressed message that is not the board.
func (b *Bot) showGame(r *request, out game.Outcome, draw func() chat.Message) chat.Response {
	board, _ := out.Slot(game.BoardSlot)
	if !r.inPlace() {
		return changeResponse(out, r.appendFollowUps([]chat.Effect{r.showLater(board)}, out)...)
	}
	shown := chat.Effect{Kind: chat.Post, Message: draw(), Subject: r.shownState(board, board.Want)}
	effects := make([]chat.Effect, 0, 3)
	if r.pressed() && out.Target != game.ActedMessage {
		note := r.note
		if note == nil {
			note = card.ShownElsewhere(out.Game)
		}
		effects = append(effects, chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: r.All.Text(note)}})
	}
	switch {
	case out.Target == game.ActedMessage:
		shown.Kind = chat.Edit
	case out.Target == game.BoardMessage:
		shown.Kind, shown.Ref = chat.Edit, chat.MessageRef(board.Ref)
	}
	if out.Target != game.BoardMessage || board.Ref != "" { // otherwise the message is still being sent, and [Bot.Sent] redraws it
		effects = append(effects, shown)
	}
	first := effects[0].Subject.Slot == chat.SlotBoard
	response := changeResponse(out, r.appendFollowUps(effects, out)...)
	response.EngineNext = first && b.queue.MovesSoon(out.Game)
	return response
}

func (b *Bot) showHappened(ctx context.Context, r *request, out game.Outcome) chat.Response {
	return b.showGame(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, out.Game, r.Happened(out.Game, out.Events)) })
}

func (b *Bot) showLast(ctx context.Context, r *request, out game.Outcome) chat.Response {
	return b.showGame(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, out.Game, r.LastStory(out.Game)) })
}

func (b *Bot) showBoard(ctx context.Context, r *request, g game.Game) (chat.Response, error) {
	return b.doAndShow(ctx, r, game.Proposal{Game: g.ID, Display: r.display()}, b.showLast)
}

func (r *request) showLater(s game.Slot) chat.Effect {
	return chat.Effect{Kind: chat.Refresh, Subject: r.shownState(s, s.Want), Reserved: s.Post == s.Want}
}

// appendFollowUps removes retired messages, marks an ended question, and reminds the player to move.
func (r *request) appendFollowUps(effects []chat.Effect, out game.Outcome) []chat.Effect {
	effects = r.appendRemovals(effects, out)
	if asked, ok := out.Slot(game.QuestionSlot); ok && out.Game.Ask == nil && !r.answersQuestion() {
		effects = append(effects, r.endQuestion(out, asked)...)
	}
	if ping, ok := out.Slot(game.PingSlot); ok && !out.AlreadyStored { // if another process stored the change, it may have sent the reminder
		effects = append(effects, chat.Effect{Kind: chat.Ping, Message: r.FirstReminder(out.Game), Subject: r.shownState(ping, ping.Want)})
	}
	return effects
}

// appendRemovals removes the retired messages, except the pressed one, which the answer replaces.
func (r *request) appendRemovals(effects []chat.Effect, out game.Outcome) []chat.Effect {
	for _, s := range out.Retired {
		if s.Ref != game.Ref(r.Message) {
			effects = append(effects, r.removeSlot(s, out.Events))
		}
	}
	return effects
}

// removeSlot removes a reminder. It collapses any other message to one line.
func (r *request) removeSlot(s game.Slot, happened []game.Event) chat.Effect {
	before, _ := r.room.Find(s.Game)
	var text chat.Text
	switch {
	case s.Name == game.PingSlot:
	case s.Name == game.ChallengeSlot:
		_, challenged := before.Challenge()
		text = r.All.Text(words.ChallengeAccepted{Player: words.Name(challenged)})
	case s.Name == game.QuestionSlot:
		text = r.All.Text(words.QuestionDropped{})
	default:
		text = r.Summary(before)
		for _, e := range happened {
			if undone, ok := e.(game.Undone); ok {
				text = r.All.Text(words.MoveTakenBack{Player: words.Name(undone.By)})
			}
		}
	}
	return removal(s.Name, s.Ref, text)
}

func (r *request) removeDisplaced(g game.Game, name game.SlotName, ref game.Ref) chat.Effect {
	why := card.ShownElsewhere(g)
	if name == game.QuestionSlot {
		why = card.QuestionClosed(g)
	}
	return removal(name, ref, r.All.Text(why))
}

func removal(name game.SlotName, ref game.Ref, text chat.Text) chat.Effect {
	if name == game.PingSlot {
		return chat.Effect{Kind: chat.Remove, Ref: chat.MessageRef(ref)}
	}
	return chat.Effect{Kind: chat.Collapse, Ref: chat.MessageRef(ref), Message: chat.Message{Text: text}}
}

func (r *request) shownState(s game.Slot, version uint32) chat.Subject {
	return chat.Subject{
		Place: r.Place, Game: chat.GameID(s.Game.String()), Slot: chat.Slot(s.Name), Post: s.Post, Version: version,
	}
}

func (r *request) redrawSlot(id game.ID, name game.SlotName) []chat.Effect {
	slot, held := r.room.Slot(id, name)
	if !held {
		return nil
	}
	return []chat.Effect{{Kind: chat.Refresh, Subject: r.shownState(slot, slot.Want)}}
}

// answerRepeat answers a repeated press by an edit of the pressed message. A repeated command gets only
// a private board, if the platform requires an answer.
func (b *Bot) answerRepeat(ctx context.Context, r *request, g game.Game) chat.Response {
	board, _ := r.room.Slot(g.ID, game.BoardSlot)
	switch {
	case r.pressed() && board.Ref == "": // the pressed message may be the board or its predecessor
		return chat.Response{}
	case r.pressed() && !r.trigger().OnBoard(r.room, g.ID):
		return edit(chat.Message{Text: r.All.Text(card.ShownElsewhere(g))})
	case r.pressed():
		viewer := r.Viewer
		viewer.Post = board.Post
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Edit, Message: b.card(ctx, &viewer, g, r.LastStory(g)), Subject: r.shownState(board, g.Version),
		}}}
	case r.Limits.MustAnswer:
		there := r.Private()
		there.Limits.MoveButtons, there.Limits.Options = 0, 0
		m := b.card(ctx, there, g, there.LastStory(g))
		m.Controls, m.Picture = nil, nil // the public board has the controls and the picture
		return whisper(m)
	default:
		return chat.Response{}
	}
}

// answersQuestion reports whether the answer to the press already edits the question's message.
func (r *request) answersQuestion() bool {
	return r.pressed() && (r.control.Verb == "agree" || r.control.Verb == "refuse")
}

func (r *request) endQuestion(out game.Outcome, slot game.Slot) []chat.Effect {
	if slot.Ref == "" {
		return nil // the message is still being sent; [Bot.Sent] redraws it
	}
	text := r.All.Text(words.QuestionDropped{})
	if before, _ := r.room.Find(out.Game.ID); before.Ask != nil && before.Ask.By != r.by && carriesOut(*before.Ask, out.Events) {
		text = r.All.Text(words.Agreed{Player: words.Name(r.by)})
	}
	return []chat.Effect{{
		Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Message: chat.Message{Text: text}, Subject: r.shownState(slot, slot.Want),
	}}
}

func carriesOut(ask game.Question, events []game.Event) bool {
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

func (b *Bot) card(ctx context.Context, v *card.Viewer, g game.Game, happened card.Story) chat.Message {
	return v.Card(g, happened, b.extras(ctx, g))
}

// extras leaves out data that it cannot read, so that the bot can always show the game.
func (b *Bot) extras(ctx context.Context, g game.Game) (f card.Extras) {
	if g.Counts() {
		f.Finished, _ = b.Table.Finished(ctx, g.ID)
	}
	f.Terms = b.terms(ctx, g)
	if place, err := chat.ParsePlace(string(g.Place)); b.PageURL != nil && err == nil && g.Phase != game.Challenged {
		f.PageURL = b.PageURL(place, chat.GameID(g.ID.String()))
	}
	f.SeatPages = b.SeatURL != nil
	if f.Reviewable = b.reviews.Reviewable(g); f.Reviewable {
		if found, known := b.reviews.Cached(g); known {
			f.Review = &found
		}
	}
	if g.Mode != game.Voted || g.EngineToMove() {
		return f
	}
	if card.NamesBestVoter(g) {
		f.AllVotes, _ = b.Table.AllVotes(ctx, g)
	}
	if g.Phase == game.Playing && !g.Resting() {
		f.Votes, _ = b.Table.Votes(ctx, g)
	}
	return f
}

func (b *Bot) showMove(ctx context.Context, r *request, out game.Outcome) chat.Response {
	g := out.Game
	response := b.showGame(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, g, r.LastMoves(g, out.Events)) })
	response.Confirmation = r.Own.Text(words.DonePlayed{Square: g.Moves[len(g.Moves)-1]})
	return response
}

// terms returns what a rated challenge puts at stake. It returns zero terms if g is not one, or if the
// ratings cannot be read.
func (b *Bot) terms(ctx context.Context, g game.Game) card.Terms {
	if !g.Rated || g.Phase != game.Challenged {
		return card.Terms{}
	}
	in, one, other := g.Place.Tenant(), g.Seats[0].Player, g.Seats[1].Player
	rated, met, err := b.Ladders.Ratings(ctx, in, one, other)
	if err != nil {
		return card.Terms{}
	}
	return card.TermsOf(g, rated, met, b.Clock.Now().UnixMilli())
}
