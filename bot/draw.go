package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// Draw implements [chat.Handler]: it draws the message of a slot from the stored game. It posts a
// new message only if due is Reserved. It draws nothing if a newer message has taken the slot.
func (b *Bot) Draw(ctx context.Context, due chat.Effect) (chat.Response, error) {
	response, err := b.draw(ctx, due)
	if due.Silent {
		silence(response.Effects)
	}
	return response, err
}

// silence marks effects of the clock as Silent, except messages that mention a user.
func silence(effects []chat.Effect) {
	for i, e := range effects {
		effects[i].Silent = !slices.ContainsFunc(e.Message.Text, func(s chat.Span) bool { return s.Kind == chat.SpanMention })
	}
}

func (b *Bot) draw(ctx context.Context, due chat.Effect) (chat.Response, error) {
	r, g, err := b.loadShown(ctx, due.Subject)
	if err != nil {
		return chat.Response{}, unlessForgotten(err)
	}
	slot, _ := r.room.Slot(g.ID, game.SlotName(due.Subject.Slot))
	e := chat.Effect{Kind: chat.Edit, Ref: chat.MessageRef(slot.Ref), Subject: r.shownState(slot, g.Version), Redraw: due.Redraw}
	if slot.Ref == "" {
		e.Kind = chat.Post
	}
	switch {
	case slot.Post == 0, slot.Post != due.Subject.Post, e.Kind == chat.Post && !due.Reserved:
		return chat.Response{}, nil
	case due.Redraw:
		return b.drawAgain(ctx, &r, g, slot, e)
	case slot.State == game.Behind && slot.Shown >= g.Version, e.Kind == chat.Post && slot.State != game.Sending:
		return chat.Response{}, nil
	}
	m, ok := r.Slot(g, slot, b.extras(ctx, g))
	if e.Message = m; !ok {
		return chat.Response{}, nil
	}
	return chat.Response{Effects: []chat.Effect{e}}, nil
}

// loadShown finds the game even if the room no longer holds it.
func (b *Bot) loadShown(ctx context.Context, shown chat.Subject) (r request, g game.Game, err error) {
	r = b.request(chat.Action{Place: shown.Place, Origin: chat.OriginPlatform}, game.Nobody)
	id, invalid := game.ParseID(string(shown.Game))
	room, _, err := b.Table.Load(ctx, game.Place(shown.Place.String()), "")
	if err = cmp.Or(invalid, err); err != nil {
		return r, g, err
	}
	g, known := room.FindStored(id)
	if !known {
		g, room.Slots, err = b.Table.FindGame(ctx, room.Place, id)
	}
	r.setRoom(room)
	b.setLanguages(&r, room.Settings)
	return r, g, err
}

// redraw notifies no user, because an earlier attempt may have done so.
func (b *Bot) redraw(_ context.Context, r *request) (chat.Response, error) {
	s, held := r.room.Slot(r.control.Game, game.SlotName(r.control.Arg))
	if !held || !s.Due() {
		return chat.Response{}, nil
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Refresh, Subject: r.shownState(s, s.Want), Reserved: true, Redraw: true}}}, nil
}

func (b *Bot) drawAgain(ctx context.Context, r *request, g game.Game, s game.Slot, e chat.Effect) (chat.Response, error) {
	if !r.redrawable(s) {
		return chat.Response{}, nil
	}
	m, ok := r.Quiet().Slot(g, s, b.extras(ctx, g))
	if !ok {
		return b.giveUp(ctx, r, s)
	}
	card.Unmention(m.Text)
	e.Message, e.OtherMessages = m, r.otherMessages(s)
	return chat.Response{Effects: append([]chat.Effect{e}, r.removeFormer(g, s)...)}, nil
}

// redrawable reports whether the process that claimed a slot should still redraw it. The adapter looks
// for the message in the channel. It could find the wrong one while another message of the game has no
// stored reference. So the other slots wait until the board has a reference, and the board waits only
// for their first redraw.
func (r *request) redrawable(s game.Slot) bool {
	for _, other := range r.room.Slots {
		unreferenced := other.Game == s.Game && other.Name != s.Name && other.Pending() && other.Ref == ""
		switch {
		case !unreferenced, other.Name == game.PingSlot: // no redraw looks for a reminder
		case other.Name == game.BoardSlot, s.Name == game.BoardSlot && other.Tries == 0:
			return false
		}
	}
	return s.Pending()
}

func (r *request) otherMessages(than game.Slot) (refs []chat.MessageRef) {
	for _, s := range r.room.Slots {
		for _, ref := range []game.Ref{s.Ref, s.Former} {
			if s.Game == than.Game && s.Name != than.Name && ref != "" {
				refs = append(refs, chat.MessageRef(ref))
			}
		}
	}
	return refs
}

// removeFormer removes a message that a process may have left in the channel when it stopped too early.
func (r *request) removeFormer(g game.Game, s game.Slot) []chat.Effect {
	if s.Ref != "" || s.Former == "" {
		return nil
	}
	e := r.removeDisplaced(g, s.Name, s.Former)
	if s.Name == game.BoardSlot && s.Post == g.Version { // the old message most likely showed the game before its last move
		e.Message.Text = r.SummaryBefore(g)
	}
	return []chat.Effect{e}
}

// giveUp removes the message of a slot that has nothing left to show, and stops further redraws.
func (b *Bot) giveUp(ctx context.Context, r *request, s game.Slot) (chat.Response, error) {
	_, err := b.Table.Note(ctx, game.Note{
		Place: game.Place(r.Place.String()), Game: s.Game, Slot: s.Name, Post: s.Post, Fate: game.FateDormant, Now: r.Now,
	})
	if s.Ref == "" || err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{r.removeSlot(s, nil)}}, nil
}

// Sent implements [chat.Handler]: it records the fate of a message. If the game has changed since the
// message was drawn, Sent redraws or removes the message.
func (b *Bot) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	id, err := game.ParseID(string(shown.Game))
	fate, noted := fates[o.Fate]
	if err != nil || !noted {
		return chat.Response{}, err
	}
	daily := slices.Contains([]chat.Slot{chat.SlotPuzzle, chat.SlotWeek, chat.SlotSeason}, shown.Slot)
	switch {
	case daily && o.Fate != chat.Unknown:
		return chat.Response{}, b.dailySent(ctx, shown)
	case daily:
		return chat.Response{}, nil
	case o.Fate == chat.Unknown:
		shown.Version = 0 // the message may show any version
	}
	at, now := game.Place(shown.Place.String()), b.Clock.Now()
	standing, err := b.Table.Note(ctx, game.Note{
		Place: at, Game: id, Slot: game.SlotName(shown.Slot), Post: shown.Post, Shown: shown.Version,
		Ref: game.Ref(o.Ref), Fate: fate, Now: now, Instead: game.Ref(o.Replaced),
	})
	switch {
	case err != nil || standing == game.NotedCurrent || o.Fate != chat.Delivered:
		return chat.Response{}, unlessForgotten(err)
	case standing == game.NotedBehind:
		shown.Version++ // the stored version is newer
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Refresh, Subject: shown}}}, nil
	case o.Ref == "":
		return chat.Response{}, nil // without a reference the message cannot be removed
	}
	r, g, err := b.loadShown(ctx, shown)
	if err != nil {
		return chat.Response{}, unlessForgotten(err)
	}
	board, held := r.room.Slot(id, game.BoardSlot)
	becameBoard := held && (board.Ref == game.Ref(o.Ref) || board.Ref == "" && board.State == game.Sending)
	if shown.Slot == chat.SlotChallenge && becameBoard { // the message is the board now, or may be
		return chat.Response{}, nil
	}
	for _, slot := range r.room.Slots {
		if slot.Game == id && slot.Ref == game.Ref(o.Ref) { // the message now belongs to this slot
			return chat.Response{Effects: r.redrawSlot(id, slot.Name)}, nil
		}
	}
	return chat.Response{Effects: []chat.Effect{r.removeDisplaced(g, game.SlotName(shown.Slot), game.Ref(o.Ref))}}, nil
}

func unlessForgotten(err error) error {
	if errors.Is(err, game.ErrUnknown) || errors.Is(err, game.ErrNewer) {
		return nil
	}
	return err
}

var fates = map[chat.Fate]game.SendResult{chat.Delivered: game.FateOut, chat.Unknown: game.FateOut, chat.Dormant: game.FateDormant, chat.Removed: game.FateGone}
