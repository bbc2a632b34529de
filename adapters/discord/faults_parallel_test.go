package discord_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/game"
)

// Nothing waits for another's request: what many do at once, each in a channel of
// their own, takes as long as what one does.
func TestManyAtOnce(t *testing.T) {
	const (
		distance = 200 * time.Millisecond // of Discord
		many     = 8                      // in one server
	)
	for _, c := range []struct {
		name string
		do   func(*room)
		most time.Duration // for all of them
	}{
		{"presses", func(r *room) {
			board := r.newest("ana")
			d3 := pressing(board, "d3")
			r.keep(r.Press(r.at, "ana", board.ID, d3))
		}, distance},
		{"commands", func(r *room) {
			r.keep(r.Command(r.at, "ana", "move", discordtest.Text("square", "d3")))
		}, distance},
		{"edits", (*room).redraws, distance + time.Millisecond},
		{"edits in the name of the bot", (*room).redraws, 2*distance - 1}, // which has its pace
	} {
		t.Run(c.name, func(t *testing.T) {
			byGateway(t, func(w *world) {
				var first, second []*room
				for i := range many {
					first = append(first, w.begun(fmt.Sprint("first ", i)))
					second = append(second, w.begun(fmt.Sprint("second ", i)))
				}
				if c.most > distance+time.Millisecond {
					w.later(20 * time.Minute) // no token lives
				}
				w.breaks("* /interactions/*/*/callback", discordtest.Fault{Latency: distance})
				w.breaks("* /webhooks/*/*/messages/*", discordtest.Fault{Latency: distance})
				w.breaks("* /channels/*/messages/*", discordtest.Fault{Latency: distance})

				begin := time.Now()
				for _, r := range first {
					c.do(r)
				}
				if took := time.Since(begin); took < many*distance {
					t.Errorf("%d one after the other take %v: Discord is not far away", many, took)
				}
				begin = time.Now()
				var all sync.WaitGroup
				for _, r := range second {
					all.Go(func() { c.do(r) })
				}
				all.Wait()
				if took := time.Since(begin); took > c.most {
					t.Errorf("%d at once take %v, want %v at most", many, took, c.most)
				}
			})
		})
	}
}

// redraws has the board of a room edited without an action of anybody there.
func (r *room) redraws() {
	r.t.Helper()
	known := r.room(r.at)
	posted, ok := known.Slot(known.Active.ID, game.SlotName(chat.SlotBoard))
	if !ok {
		r.t.Error("there is no board")
	}
	r.adapter.Deliver(r.t.Context(), place(r.at), chat.Response{Effects: []chat.Effect{{
		Kind: chat.Edit, Ref: chat.MessageRef(posted.Ref), Message: chat.Message{Text: chat.Say("changed")},
	}}})
	for r.newest("ana").Content != "changed" {
		time.Sleep(time.Millisecond)
	}
}
