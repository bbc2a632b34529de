package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/words"
)

// pressStandby puts somebody on the list of those who are told when an opponent is looked
// for, or takes them off it.
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

// mostCalled is how many people are told at once that somebody looks for an opponent.
const mostCalled = 5

// callOut mentions those on the list in the first message of a game with a free seat.
// Nobody else does: what is drawn again mentions them no more.
func (b *Bot) callOut(ctx context.Context, r *request, out game.Outcome, m chat.Message) chat.Message {
	if !out.Game.SeatFree() || out.Found {
		return m
	}
	called, err := people.Call(ctx, b.People, r.Place.Tenant().Prefix(), r.by, r.Now, mostCalled)
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
