package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

// Sent implements [chat.Handler]: it records the fate of a message. If the game has changed since,
// it redraws or removes the message. The runner later redraws a message that was not delivered, or
// whose fate is unknown, because a late edit could overwrite a newer one.
func (b *Bot) Sent(ctx context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	id, err := game.ParseID(string(shown.Game))
	fate, noted := fates[o.Fate]
	if err != nil || !noted {
		return chat.Response{}, err
	}
	daily := shown.Slot == chat.SlotPuzzle || shown.Slot == chat.SlotWeek
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

// unlessForgotten returns the error, unless the game was forgotten meanwhile or belongs to a newer
// program version.
func unlessForgotten(err error) error {
	if errors.Is(err, game.ErrUnknown) || errors.Is(err, game.ErrNewer) {
		return nil
	}
	return err
}

var fates = map[chat.Fate]game.SendResult{chat.Delivered: game.FateOut, chat.Unknown: game.FateOut, chat.Dormant: game.FateDormant, chat.Removed: game.FateGone}
