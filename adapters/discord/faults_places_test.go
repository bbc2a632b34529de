package discord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

const hesitation = 10 * time.Second

// A board that a user deletes is replaced at the next move, with or without a living token.
func TestBoardIsDeleted(t *testing.T) {
	for _, c := range []struct {
		name    string
		ponders time.Duration
	}{{"a token lives", time.Second}, {"no token lives", 20 * time.Minute}} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.ponders = c.ponders
				r := w.in(w.Channel("room"))
				r.sends("ana", "start", discordtest.Text("with", "bot"))
				r.presses("ana", "d3")
				w.Delete(r.newest("ana").ID)
				r.news()
				w.later(c.ponders + hesitation)
				r.shows("post 2: board 3–3…")
				w.Delete(r.newest("ana").ID)
				r.sees("gone 2")
				r.sends("ana", "board")
				r.shows("post 3: board 3–3…")
				w.Delete(r.newest("ana").ID)
				r.plays("ana", legal(r))
				r.shows("post 4: board …", "gone 3")
				w.quiet()
			})
		})
	}
}

func legal(r *room) string {
	for _, m := range r.AllMessages(r.at) {
		if _, move, ok := strings.Cut(firstMove(m), ":move:"); ok {
			return move
		}
	}
	r.t.Fatal("there is no board to press")
	return ""
}

func (w *world) dueling() *room {
	w.t.Helper()
	r := w.in(w.Channel("duel"))
	r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
	r.presses("bo", "accept")
	r.presses("ana", "d3")
	r.shows("post 1: board 4–1 [c3 e3 c5] [resign] (notifies bo)")
	w.ForgetRequests()
	return r
}

// A token that turns out to be dead is not used again. The bot sends in its own name instead.
func TestDeadToken(t *testing.T) {
	for _, dead := range []discordtest.Fault{
		{Status: 401, Code: 50027}, {Status: 404, Code: 10015}, {Status: 404}, {Status: 401},
	} {
		t.Run(fmt.Sprint(dead.Status, " ", dead.Code), func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.dueling()
				for _, pattern := range []string{theFollowUp, editByToken, removeByToken} {
					w.breaks(pattern, dead)
				}
				w.later(time.Minute)
				r.shows("post 2: " + reminds("bo", rules.White))
				r.plays("bo", "c3")
				w.later(hesitation)
				r.shows("post 3: board 3–3… (notifies ana)", "edit 1: "+moveMade(1, "ana", d3), "gone 2")
				for pattern, most := range map[string]int{editInChannel: 1, removeInChannel: 1, postInChannel: 1} {
					if asked := w.requests(pattern); len(asked) != most {
						t.Errorf("got %d requests %s, want %d", len(asked), pattern, most)
					}
				}
				r.presses("ana", "b3")
				r.shows("edit 3: board 5–2…")
			})
		})
	}
}

const openThread = "POST /channels/*/threads"

// The bot does not try to open a thread if the member or the bot lacks a permission.
func TestThreadsNeedTheRightToThem(t *testing.T) {
	for _, c := range []struct {
		name    string
		member  uint64 // permissions taken from the member
		bot     uint64 // permissions taken from the bot
		refused string
	}{
		{name: "a member who may not open one", member: discordtest.CreatePublicThreads, refused: "You may not open threads here…"},
		{name: "a member who may not write in one", member: discordtest.SendMessagesInThreads, refused: "You may not open threads here…"},
		{name: "a bot that may not open one", bot: discordtest.CreatePublicThreads, refused: "I may not open a thread here…"},
		{name: "a bot that may not write in one", bot: discordtest.SendMessagesInThreads, refused: "I may not open a thread here…"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.begun("room")
				w.Restrict("bo", c.member)
				w.Deny(r.at, c.bot)
				r.sends("bo", "start", discordtest.Flag("thread", true))
				r.shows("only bo 2: " + c.refused)
				r.sends("bo", "start")
				r.news()
				r.presses("bo", "thread")
				r.shows("only bo 4: " + c.refused)
				if n := len(w.requests(openThread)); n != 0 {
					t.Errorf("the bot tried to open %d threads", n)
				}
				w.Restrict("bo", 0)
				w.Deny(r.at, 0)
				r.presses("bo", "thread")
				if n := len(w.requests(openThread)); n != 1 {
					t.Errorf("the bot opened %d threads, want 1", n)
				}
			})
		})
	}
}

// Where threads cannot exist, the bot says so instead of asking for permissions, and offers none.
func TestChannelsWithoutThreads(t *testing.T) {
	for name, kind := range map[string]int{"voice": discordtest.GuildVoice} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.in(w.Other(name, kind))
				r.sends("ana", "start", discordtest.Flag("thread", true))
				r.shows("only ana 1: " + says(words.NoThreads{}))
				r.sends("ana", "start", discordtest.Text("with", "channel"))
				r.news()
				r.sends("bo", "start")
				if m := r.newest("bo"); strings.Contains(fmt.Sprint(m.Controls()), "thread") {
					t.Errorf("a thread is offered: %s %v", m.Content, m.Controls())
				}
				if n := len(w.requests(openThread)); n != 0 {
					t.Errorf("the bot tried to open %d threads", n)
				}
			})
		})
	}
	inWorld(t, func(w *world) {
		r := w.in(w.Other("news", discordtest.GuildNews))
		r.sends("ana", "start", discordtest.Flag("thread", true))
		if n := len(w.requests(openThread)); n != 1 {
			t.Errorf("among announcements the bot opened %d threads", n)
		}
	})
}

// Repeated presses by one user open only one thread, even after its game has begun.
func TestOneThreadAMessageAndPerson(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.Restrict("bo", discordtest.CreatePublicThreads)
		r.sends("bo", "start")
		w.Restrict("bo", 0)
		busy := r.newest("bo")
		control := pressing(busy, "thread")
		if control == "" {
			t.Fatal("no thread is offered")
		}
		r.news()
		presses := make([]*discordtest.Interaction, 25)
		for i := range presses {
			presses[i] = w.NewPress(r.at, "bo", busy.ID, control)
		}
		for i, press := range presses {
			press.Send()
			w.note(press)
			if i == 0 {
				w.in(w.Thread(r.at, says(words.ThreadTitle{}))).plays("bo", "d3")
			}
		}
		if n := len(w.requests(openThread)); n != 1 {
			t.Errorf("%d threads were opened, want 1", n)
		}
		told := 0
		for _, m := range r.Messages(r.at, "bo") {
			if strings.HasPrefix(m.Content, "You have opened a thread from that message already") {
				told++
			}
		}
		if told != len(presses)-1 {
			t.Errorf("%d of %d users learned of the existing thread", told, len(presses)-1)
		}
	})
}

// A game in a thread is shown there, even if the answer to the user was lost.
func TestThreadOfALostAnswer(t *testing.T) {
	for _, c := range troubles() {
		if c.arrives {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			byGateway(t, func(w *world) {
				r := w.begun("room")
				w.breaks(theCallback, c.faults...)
				in := r.sends("ana", "start", discordtest.Person("opponent", "bo"))
				w.lost[in] = true
				w.later(time.Minute)
				w.unused(in)
				r.shows()
				inThread := w.in(w.Thread(r.at, label(words.ThreadTitle{})))
				inThread.shows("post 1: …[accept:rated accept decline] (notifies bo)")
				if n := len(w.requests(openThread)); n != 1 {
					t.Errorf("%d threads were opened, want 1", n)
				}
			})
		})
	}
}
