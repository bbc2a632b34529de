package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"othellobot/chat"
	"othellobot/game"
)

// show is the response that shows a game to everybody. A command posts a new
// message and collapses the old one; a control on the game's own message edits
// it in place; one elsewhere, and what nobody asked for, edits the game's
// message where it is. The note replaces the message of a control that is not
// the game's own. An error is one of older messages only: the response is good
// beside it.
func (b *Bot) show(ctx context.Context, r request, g game.Game, m chat.Message, note chat.Text) (chat.Response, error) {
	shown := chat.Effect{Kind: chat.Post, Message: m, Game: gameID(g), Slot: chat.SlotBoard, Version: uint64(g.Version)}
	posted, known := r.room.Posted(g.ID, string(chat.SlotBoard))
	var effects []chat.Effect
	var failed error
	switch {
	case r.prompted() && !r.pressed():
		effects = append(effects, shown)
		if known {
			collapse, err := b.collapse(ctx, r, g.ID)
			effects, failed = append(effects, collapse...), err
		}
	case r.prompted() && note == nil && r.onBoard(g):
		shown.Kind = chat.Edit
		effects = append(effects, shown)
	default:
		if r.prompted() {
			if note == nil {
				note = elsewhere(g)
			}
			effects = append(effects, chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: note}})
		}
		if known {
			shown.Kind, shown.Ref = chat.Edit, chat.MessageRef(posted.Ref)
		}
		effects = append(effects, shown)
	}
	after, err := b.afterTurn(ctx, r, g)
	return chat.Response{Effects: append(effects, after...)}, errors.Join(failed, err)
}

// collapse takes the game's board message down to one line.
func (b *Bot) collapse(ctx context.Context, r request, id game.ID) ([]chat.Effect, error) {
	posted, ok, err := b.Table.Take(ctx, r.room.Place, id, string(chat.SlotBoard))
	if err != nil || !ok {
		return nil, err
	}
	before, _ := r.room.Find(id)
	return []chat.Effect{{Kind: chat.Collapse, Ref: chat.MessageRef(posted.Ref), Message: chat.Message{Text: summary(before)}}}, nil
}

// summary is the one line that is left of a board message.
func summary(g game.Game) chat.Text {
	for _, e := range g.LastMove() {
		if m, ok := e.(game.Moved); ok {
			return chat.Say("Move ", strconv.Itoa(len(g.Moves)), ": ", side(m.By, m.Color), " played ", m.Square, ".")
		}
	}
	if g.Phase == game.Playing && g.Loaded == 0 {
		return chat.Say("The game began.")
	}
	return sentenceStart(chat.Say(lastStory(g), "."))
}

// afterTurn takes away the reminder of the last turn, and sends the one that
// came with the new turn, whatever becomes of the other.
func (b *Bot) afterTurn(ctx context.Context, r request, g game.Game) ([]chat.Effect, error) {
	before, ok := r.room.Find(g.ID)
	if ok && before.Turn == g.Turn && before.Phase == g.Phase {
		return nil, nil
	}
	effects, err := b.removeReminder(ctx, r, g.ID)
	if g.Reminder != game.NoReminder && g.Phase == game.Playing {
		effects = append(effects, reminder(g))
	}
	return effects, err
}

// gameID names a game and its place to adapters, for [Bot.Sent] to find both.
func gameID(g game.Game) chat.GameID {
	return chat.GameID(g.ID.String() + "@" + string(g.Place))
}

// parseGameID reads what gameID wrote.
func parseGameID(id chat.GameID) (game.ID, game.Place, error) {
	text, place, _ := strings.Cut(string(id), "@")
	parsed, err := game.ParseID(text)
	return parsed, game.Place(place), err
}

// elsewhere is what is left of a message that no longer shows its game.
func elsewhere(g game.Game) chat.Text {
	if g.Phase == game.Over {
		return chat.Say("The game is over; another message shows its end.")
	}
	return chat.Say("The game goes on in another message.")
}
