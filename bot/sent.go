package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
)

// Sent implements [chat.Handler]: it notes the message, and corrects what two
// messages on their way at once have left behind.
func (b *Bot) Sent(ctx context.Context, id chat.GameID, slot chat.Slot, version uint64, ref chat.MessageRef) (chat.Response, error) {
	gid, place, err := parseGameID(id)
	if err != nil {
		return chat.Response{}, err
	}
	posted := game.Posted{Game: gid, Slot: string(slot), Version: uint32(version), Ref: string(ref)}
	before, room, err := b.Table.Sent(ctx, place, posted)
	if errors.Is(err, game.ErrUnknown) {
		return chat.Response{}, nil // forgotten in the meantime; the message stays as it is
	}
	if err != nil {
		return chat.Response{}, err
	}
	at, err := chat.ParsePlace(string(place))
	if err != nil {
		return chat.Response{}, err
	}
	g, _ := room.Find(gid)
	r := request{Action: chat.Action{Place: at, Origin: chat.OriginPlatform}, now: b.Now(), limits: b.Limits[at.Platform], room: room}
	return b.correct(ctx, r, g, before, posted), nil
}

// correct brings a message that was just sent up to the game.
func (b *Bot) correct(ctx context.Context, r request, g game.Game, before, sent game.Posted) chat.Response {
	var effects []chat.Effect
	switch {
	case sent.Slot == string(chat.SlotPing):
		if g.Reminder == game.NoReminder || g.Phase != game.Playing {
			effects = append(effects, chat.Effect{Kind: chat.Remove, Ref: chat.MessageRef(sent.Ref)})
		}
	case sent.Slot != string(chat.SlotBoard):
	case !r.shows(sent):
		effects = append(effects, collapsed(g, sent))
	case before.Ref != "" && before.Ref != sent.Ref:
		effects = append(effects, collapsed(g, before))
	}
	if sent.Slot == string(chat.SlotBoard) && sent.Version < g.Version && effects == nil {
		effects = append(effects, chat.Effect{
			Kind: chat.Edit, Ref: chat.MessageRef(sent.Ref), Message: b.card(ctx, r, g, lastStory(g)),
			Game: gameID(g), Slot: chat.SlotBoard, Version: uint64(g.Version),
		})
	}
	return chat.Response{Effects: effects}
}

// collapsed takes down a board that another message has overtaken.
func collapsed(g game.Game, p game.Posted) chat.Effect {
	return chat.Effect{Kind: chat.Collapse, Ref: chat.MessageRef(p.Ref), Message: chat.Message{Text: elsewhere(g)}}
}

// shows reports whether the message is the one that shows its game.
func (r request) shows(p game.Posted) bool {
	now, ok := r.room.Posted(p.Game, p.Slot)
	return ok && now.Ref == p.Ref
}
