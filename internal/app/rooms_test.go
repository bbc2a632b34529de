package app

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// Ten people play the bot at once in one channel, each in a thread but the first. Whoever types
// a move in the channel plays in their own game, and is told so alone; there is no eleventh.
func TestTenGamesInOneChannel(t *testing.T) {
	for platform, meet := range bothPlatforms {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				kept := game.PortsOf(store.NewMemory(keeping), keeping)
				m := meetOver(t, kept, nil, meet)
				says := func(line string) {
					m.says(t, line)
					time.Sleep(time.Minute) // the platforms let nobody post fast
					synctest.Wait()
				}
				who := func(n int) string { return fmt.Sprint("p", n) }
				for n := range 10 {
					says(who(n) + ": start with:bot")
				}
				says("ana: start with:bot")
				if told := m.heard("ana"); !strings.HasPrefix(told, "10 games run in this channel, which is the limit.") || strings.Count(told, "\n") != 10 {
					t.Errorf("an eleventh is refused by %q", told)
				}
				for n, square := range strings.Fields("d3 c4 f5 e6 d3 c4 f5 e6 d3 c4") {
					says(who(n) + ": move square:" + square)
					if told := m.heard(who(n)); n > 0 && (!strings.HasPrefix(told, square+" ") || !strings.Contains(told, "\n"+who(n)+" – the bot: ")) {
						t.Errorf("%s is told %q", who(n), told)
					}
				}
				games, err := kept.Rooms.RunningIn(t.Context(), game.Place(m.Place().String()), 20)
				if err != nil || len(games) != 10 {
					t.Fatalf("%d games run: %v", len(games), err)
				}
				boards := make(map[string]bool)
				for _, u := range games {
					last, moved := u.Game.Last()
					if !moved || last.By != u.Game.Starter || len(u.Game.Moves) != 1 {
						t.Errorf("in %s there are the moves %v, the last by %s", u.Game.Place, u.Game.Moves, last.By)
					}
					for _, s := range u.Slots {
						boards[string(s.Ref)] = s.Name == game.BoardSlot && s.State == game.Current && s.Ref != ""
					}
				}
				if len(boards) != 10 {
					t.Errorf("the boards are in %v", boards)
				}
				says("ana: board")
				if told := m.heard("ana"); !strings.HasPrefix(told, "Games in this channel:\n1. p0 – the bot: ") || strings.Count(told, "\n") != 10 {
					t.Errorf("the board lists %q", told)
				}
			})
		})
	}
}

// Whoever would play is mentioned on the next game that looks for an opponent around the same
// time of a day, once a day, until they want it no more.
func TestWhoWouldPlayIsMentioned(t *testing.T) {
	for platform, meet := range bothPlatforms {
		t.Run(platform, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := meetOver(t, game.PortsOf(store.NewMemory(keeping), keeping), nil, meet)
				notified := func() (n int) {
					for _, message := range m.Seen("bo") {
						if message.Notified {
							n++
						}
					}
					return n
				}
				looks := func(who string, after time.Duration, want int) {
					t.Helper()
					time.Sleep(after)
					m.says(t, who+": start with:anyone color:black")
					if got := notified(); got != want {
						t.Errorf("bo was notified %d times, want %d, in\n%s", got, want, m.screen())
					}
					m.says(t, who+": stop")
				}
				m.says(t, "ana: start with:anyone")
				m.says(t, "bo: [I’d play]")
				if told := m.heard("bo"); !strings.HasPrefix(told, "When somebody here looks for an opponent, I will mention you") {
					t.Errorf("bo is told %q", told)
				}
				m.says(t, "ana: stop")
				looks("cy", 12*time.Hour, 0) // at another time of the day
				looks("cy", 12*time.Hour, 1)
				looks("ana", time.Hour, 1)    // told already
				looks("ana", 24*time.Hour, 2) // the day after
				m.says(t, "bo: [Not any more]")
				looks("ana", 23*time.Hour, 2)
			})
		})
	}
}

// heard is the last private message to somebody.
func (m meeting) heard(user string) (text string) {
	for _, message := range m.Seen(user) {
		if message.Private {
			text = strings.ReplaceAll(inWords(message.Text), "@", "")
		}
	}
	return text
}
