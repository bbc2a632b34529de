package bot

import (
	"context"
	"errors"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// Sent implements [chat.Handler]: it notes what came of the message, and says what
// is to become of it if the game has gone on while it was on its way. Of what did
// not arrive, or may not have, there is nothing to note: it is drawn again in time.
func (b *Bot) Sent(ctx context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	id, err := game.ParseID(string(shown.Game))
	fate, noted := fates[o.Fate]
	if err != nil || !noted {
		return chat.Response{}, err
	}
	if shown.Slot == chat.SlotPuzzle {
		return chat.Response{}, b.dailySent(ctx, shown)
	}
	at, now := game.Place(shown.Place.String()), b.Clock.Now()
	standing, err := b.Table.Note(ctx, game.Note{
		Place: at, Game: id, Slot: game.SlotName(shown.Slot), Post: shown.Post, Shown: shown.Version,
		Ref: game.Ref(o.Ref), Fate: fate, Now: now, Instead: game.Ref(o.Instead),
	})
	if err != nil || standing == game.NotedCurrent || fate != game.FateOut {
		return chat.Response{}, err
	}
	room, _, err := b.Table.Load(ctx, at, "")
	if err != nil {
		return chat.Response{}, err
	}
	g, known := room.Find(id)
	if !known {
		g, room.Slots, err = b.Table.Drawn(ctx, id)
	}
	switch {
	case errors.Is(err, game.ErrNewer) && standing == game.NotedRetired: // whoever plays it does not know of the message
		g = game.Game{ID: id, Phase: game.Playing}
	case errors.Is(err, game.ErrUnknown), errors.Is(err, game.ErrNewer):
		return chat.Response{}, nil // forgotten in the meantime, or others see to it; the message stays as it is
	case err != nil:
		return chat.Response{}, err
	}
	r := b.request(chat.Action{Place: shown.Place, Origin: chat.OriginPlatform}, game.Nobody)
	r.sees(room)
	b.speakIn(&r, room.Settings)
	slot, _ := room.Slot(id, game.SlotName(shown.Slot))
	switch {
	case standing == game.NotedBehind, o.Ref != "" && slot.Ref == game.Ref(o.Ref): // or an older one was drawn over it
		return chat.Response{Effects: b.correct(ctx, &r, g, game.SlotName(shown.Slot))}, nil
	case o.Ref == "":
		return chat.Response{}, nil // nobody can take it down
	case shown.Slot == chat.SlotChallenge && mayBeBoard(room, id, game.Ref(o.Ref)):
		return chat.Response{}, nil
	default:
		return chat.Response{Effects: []chat.Effect{r.displaced(g, shown.Slot, o.Ref)}}, nil
	}
}

// mayBeBoard reports whether the message of a challenge that was accepted has become the board
// of the game, as far as that is known: the board may have no name yet.
func mayBeBoard(room game.Room, id game.ID, ref game.Ref) bool {
	board, held := room.Slot(id, card.BoardSlot)
	return held && (board.Ref == ref || board.Ref == "" && board.State == game.Sending)
}

// fates maps what came of a message to what is noted of it.
var fates = map[chat.Fate]game.Fate{chat.Out: game.FateOut, chat.Dormant: game.FateDormant, chat.Gone: game.FateGone}

// displaced takes down a message of a slot that does not hold it any more.
func (r *request) displaced(g game.Game, slot chat.Slot, ref chat.MessageRef) chat.Effect {
	switch slot {
	case chat.SlotPing:
		return chat.Effect{Kind: chat.Remove, Ref: ref}
	case chat.SlotQuestion:
		return chat.Effect{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: r.All.Text(card.Settled(g))}}
	default:
		return chat.Effect{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: r.All.Text(card.Elsewhere(g))}}
	}
}
