package bot

import (
	"context"
	"slices"

	"othellobot/bot/card"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
)

func redrawAction() action {
	return action{Command: parse.Command{Name: "redraw"}, press: (*Bot).redraw, by: byClock}
}

// redraw draws a message that should have shown its game long since. Nobody is
// notified: whoever is awaited may have been told already. Nothing is drawn if the
// message was drawn, changed or retired in the meantime, and nothing but the board
// while the board's message has no name: it could be taken for another one's.
func (b *Bot) redraw(ctx context.Context, r *request) (chat.Response, error) {
	g, slots, err := b.Table.Drawn(ctx, r.control.Game)
	if err != nil {
		return chat.Response{}, err
	}
	var due game.Slot
	var others []chat.MessageRef
	for _, s := range slots {
		if s.Name == game.SlotName(r.control.Arg) {
			due = s
			continue
		}
		for _, ref := range []game.Ref{s.Ref, s.Former} {
			if ref != "" {
				others = append(others, chat.MessageRef(ref))
			}
		}
	}
	nameless := func(s game.Slot) bool { return s.Name == card.BoardSlot && s.State == game.Sending && s.Ref == "" }
	if !due.Due() || due.Name != card.BoardSlot && slices.ContainsFunc(slots, nameless) {
		return chat.Response{}, nil
	}
	m, ok := r.Quiet().Slot(g, due, b.facts(ctx, g))
	if !ok {
		return b.giveUp(ctx, r, due)
	}
	card.Unmention(m.Text)
	e := chat.Effect{
		Kind: chat.Post, Message: m, Shows: r.shows(due, g.Version), Redraw: true, Others: others,
	}
	switch {
	case due.Ref != "":
		e.Kind, e.Ref = chat.Edit, chat.MessageRef(due.Ref)
		return chat.Response{Effects: []chat.Effect{e}}, nil
	case due.Former != "": // nobody knows whether it was taken down
		former := r.displaced(g, e.Shows.Slot, chat.MessageRef(due.Former))
		if due.Name == card.BoardSlot && due.Post == g.Version { // most likely by a move
			former.Message.Text = r.SummaryBefore(g)
		}
		return chat.Response{Effects: []chat.Effect{e, former}}, nil
	default:
		return chat.Response{Effects: []chat.Effect{e}}, nil
	}
}

// giveUp takes down the message of a slot that has nothing to show any more, and has
// nobody draw it again.
func (b *Bot) giveUp(ctx context.Context, r *request, s game.Slot) (chat.Response, error) {
	_, err := b.Table.Note(ctx, game.Note{
		Place: r.room.Place, Game: s.Game, Slot: s.Name, Post: s.Post, Fate: game.FateDormant, Now: r.Now,
	})
	if s.Ref == "" || err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{r.takeDown(s, nil)}}, nil
}
