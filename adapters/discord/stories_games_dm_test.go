package discord_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/words"
)

const (
	openDM = "POST /users/*/channels"
	postIn = "POST /channels/*/messages"
)

// Every change of a game and the button of the list update the list of games.
func TestStoryOfADM(t *testing.T) {
	inWorld(t, func(w *world) {
		r, dm := w.begun("room"), w.in(w.BotDM("ana"))
		r.sends("ana", "games")
		r.presses("ana", "games")
		dm.shows("post 1: " + says(words.YourGames{}) + "…[games start:bot puzzle train help]")
		told := r.newest("ana").Content
		if letter := dm.newest("ana"); !strings.Contains(told, "https://discord.com/channels/@me/"+dm.at.Channel+"/"+letter.ID) {
			t.Errorf("the user sees %q", told)
		}
		before := dm.newest("ana").Content
		w.later(time.Minute)
		r.plays("ana", "d3")
		w.later(time.Minute)
		letter := dm.newest("ana")
		if letter.Content == before || letter.Edits != 1 {
			t.Errorf("after a move the letter, changed %d times, says %q", letter.Edits, letter.Content)
		}
		for range 10 {
			r.plays("bo", "c3")
			r.sends("ana", "undo")
		}
		w.later(time.Minute)
		if n := dm.newest("ana").Edits; n > 3 {
			t.Errorf("within a moment the letter is changed %d times", n-1)
		}

		r.sends("ana", "stop")
		w.later(25 * time.Hour)
		r.sends("ana", "start", discordtest.Text("with", "bot"))
		w.later(time.Minute)
		stale := dm.newest("ana").Content
		dm.news()
		dm.presses("ana", "games")
		if got := dm.newest("ana"); got.Content == stale || got.ID != letter.ID {
			t.Errorf("brought up to date, the letter says %q, and before %q", got.Content, stale)
		}
		if n := len(w.requests(openDM)); n != 1 {
			t.Errorf("the conversation was opened %d times", n)
		}
	})
}

// A repeated request changes the same message, until ten minutes have passed or it is deleted.
func TestRepeatedRequestsChangeTheDM(t *testing.T) {
	inWorld(t, func(w *world) {
		r, dm := w.begun("room"), w.in(w.BotDM("ana"))
		r.sends("ana", "games")
		for range 5 {
			r.presses("ana", "games")
		}
		w.later(time.Minute)
		r.presses("ana", "games")
		w.later(time.Second)
		if n := len(w.Messages(dm.at, "ana")); n != 1 {
			t.Errorf("after six requests, there are %d messages", n)
		}
		w.Delete(dm.newest("ana").ID)
		r.presses("ana", "games")
		w.later(11 * time.Minute)
		r.presses("ana", "games")
		w.later(time.Second)
		if n := len(w.Messages(dm.at, "ana")); n != 2 {
			t.Errorf("after requests once it was deleted, and later, there are %d messages", n)
		}
		w.quiet()
	})
}

// A user who accepts no direct messages learns what to do.
func TestUserAcceptsNoDMs(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.CloseDM("ana", true)
		r.sends("ana", "games")
		for range 5 {
			r.presses("ana", "games")
			if got, want := w.Plain(r.newest("ana").Content), discord.EnglishSentences("").MayNotSend.String(); got != want {
				t.Errorf("the user sees %q, want %q", got, want)
			}
		}
		if n := len(w.requests(postIn)); n > 1 {
			t.Errorf("it was tried %d times", n)
		}
		w.CloseDM("ana", false)
		w.later(time.Minute)
		r.presses("ana", "games")
		if n := len(w.Messages(w.BotDM("ana"), "ana")); n != 1 {
			t.Errorf("a user who accepts messages again has %d messages", n)
		}
		w.quiet()
	})
}

// If a direct message fails for another reason, the user sees an error and can try again at once.
func TestDMFails(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		r.sends("ana", "games")
		lift := w.FailWhere(openDM, discordtest.Fault{Status: 400})
		r.presses("ana", "games")
		if got, want := w.Plain(r.newest("ana").Content), discord.EnglishSentences("").Sorry.String(); got != want {
			t.Errorf("the user sees %q, want %q", got, want)
		}
		if lines := w.warnings(); len(lines) != 1 {
			t.Errorf("logged %q, want one line", lines)
		}
		lift()
		r.presses("ana", "games")
		if n := len(w.Messages(w.BotDM("ana"), "ana")); n != 1 {
			t.Errorf("then there are %d messages", n)
		}
		w.quiet()
	})
}
