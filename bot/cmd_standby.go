package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// pressStandby adds the actor to the standby list, or removes them. The bot mentions users on the
// list when a player seeks an opponent.
func (b *Bot) pressStandby(ctx context.Context, r *request) (chat.Response, error) {
	off := r.control.Arg == card.StandbyOff
	if !off && r.control.Arg != "" {
		return chat.Response{}, errBadControl
	}
	if err := people.Enlist(ctx, b.People, r.by, r.Place.Tenant().Prefix(), !off, r.Now); err != nil {
		return chat.Response{}, err
	}
	if off {
		return r.whisper(words.NotOnStandby{}), nil
	}
	return whisper(message(r.Own.Text(words.OnStandby{}), card.StandbyOffButton(r.Own))), nil
}

const maxCalled = 5

// mentionStandby mentions users on standby in the first message of a game with a free seat. A
// redraw of the message does not mention them again.
func (b *Bot) mentionStandby(ctx context.Context, r *request, out game.Outcome, m chat.Message) chat.Message {
	if !out.Game.SeatFree() || out.AlreadyStored {
		return m
	}
	called, err := people.ChooseToMention(ctx, b.People, r.Place.Tenant().Prefix(), r.by, r.Now, maxCalled)
	if err != nil {
		b.Log.WarnContext(ctx, "cannot tell everybody who would play", "platform", r.Place.Platform, "error", err)
	}
	var mentions chat.Text
	for _, p := range called {
		if user, err := chat.ParseUserID(string(p)); err == nil {
			mentions = append(mentions, chat.MentionOf(user), chat.Span{Text: " "})
		}
	}
	if len(mentions) == 0 {
		return m
	}
	m.Text = below(m.Text, r.All.Text(words.CallsOut{People: mentions[:len(mentions)-1]}))
	m.Controls = append(m.Controls, card.Row(card.StandbyOffButton(r.All)))
	return m
}
