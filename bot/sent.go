package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// Sent implements [chat.Handler]: it notes the message, and says what is to
// become of it if the game has gone on while it was on its way.
func (b *Bot) Sent(ctx context.Context, shown chat.Shown, ref chat.MessageRef) (chat.Response, error) {
	id, err := game.ParseID(string(shown.Game))
	if err != nil {
		return chat.Response{}, err
	}
	at := game.Place(shown.Place.String())
	standing, err := b.Table.Note(ctx, game.Note{
		Place: at, Game: id, Slot: game.SlotName(shown.Slot), Post: shown.Post, Shown: shown.Version, Ref: game.Ref(ref),
	})
	if err != nil || standing == game.NotedCurrent {
		return chat.Response{}, err
	}
	room, _, err := b.Table.Load(ctx, at, "")
	if err != nil {
		return chat.Response{}, err
	}
	g, known := room.Find(id)
	if !known {
		return chat.Response{}, nil // forgotten in the meantime; the message stays as it is
	}
	r := &request{
		Action: chat.Action{Place: shown.Place, Origin: chat.OriginPlatform},
		now:    b.Clock.Now(), limits: b.Limits[shown.Place.Platform], room: room,
	}
	switch {
	case standing == game.NotedBehind:
		return chat.Response{Effects: b.redraw(ctx, r, g)}, nil
	case shown.Slot == chat.SlotPing:
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Remove, Ref: ref}}}, nil
	default:
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Collapse, Ref: ref, Message: chat.Message{Text: elsewhere(g)}}}}, nil
	}
}
