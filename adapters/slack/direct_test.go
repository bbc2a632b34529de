package slack_test

import (
	"testing"

	"othellobot/adapters/internal/fake"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// In their direct message with the bot, users play by plain messages. Each thread has its own game.
func TestDirectMessages(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		h.SetAnswer(fake.Answering(effect(chat.Post, "a post"), effect(chat.Whisper, "for you")))
		home := g.BotDM("ana")
		for _, at := range []slacktest.Where{home, home.In(g.Say(home, "ana", "a game?").TS)} {
			h.Forget()
			g.NewDirectMessage(at, "ana", "d3").SendAndWait()
			g.whispered(at, "ana", "for you")
			want := placeOf(home)
			want.Thread = at.Thread
			if a := h.Asked(); len(a) != 1 || a[0].Place != want || !a[0].Direct {
				t.Errorf("the handler is asked %+v", a)
			}
		}
	})
}

// Mentions of Slackbot, other programs and workflows do not count as mentions of users. A deactivated
// user counts as absent.
func TestMentionsOfPrograms(t *testing.T) {
	bothWays(t, func(t *testing.T, g *stage, h *fake.Handler) {
		g.SetProfile("standup", slacktest.Profile{Workflow: true})
		g.SetProfile("cy", slacktest.Profile{Deactivated: true})
		for who, want := range map[string]chat.Token{
			"<@USLACKBOT>":           {Kind: chat.MentionsOtherBot},
			"<@USLACKBOT|slackbot>":  {Kind: chat.MentionsOtherBot},
			g.Mentioning("chessbot"): {Kind: chat.MentionsOtherBot},
			g.Mentioning("standup"):  {Kind: chat.MentionsOtherBot},
			g.Mentioning("bot"):      {Kind: chat.MentionsBot},
			g.Mentioning("cy"):       {Kind: chat.MentionsPerson, Absent: true},
			g.Mentioning("bo"):       {Kind: chat.MentionsPerson},
		} {
			h.Forget()
			g.types(g.Channel("room"), "ana", "start "+who)
			if got := h.Asked()[0].Tokens[1]; got.Kind != want.Kind || got.Absent != want.Absent {
				t.Errorf("%s is read as %+v", who, got)
			}
		}
		g.SetScopes(requiredScopes...)
		h.Forget()
		g.types(g.Channel("hall"), "dee", "start <@USLACKBOT>")
		if got := h.Asked()[0].Tokens[1]; got.Kind != chat.MentionsOtherBot {
			t.Errorf("without the scope users:read, Slackbot is read as %+v", got)
		}
	})
}
