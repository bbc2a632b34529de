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
					says(who(n)+": start with:bot")
				}
				says("ana: start with:bot")
				if told := m.heard("ana"); !strings.HasPrefix(told, "10 games run in this channel, which is the limit.") || strings.Count(told, "\n") != 10 {
					t.Errorf("an eleventh is refused by %q", told)
				}
				for n, square := range strings.Fields("d3 c4 f5 e6 d3 c4 f5 e6 d3 c4") {
					says(who(n)+": move square:"+square)
					if told := m.heard(who(n)); n > 0 && !strings.HasPrefix(told, square+" ✓\n"+who(n)+" – the bot: ") {
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

// heard is what somebody alone was told last.
func (m meeting) heard(user string) (text string) {
	for _, message := range m.Seen(user) {
		if message.Private {
			text = strings.ReplaceAll(inWords(message.Text), "@", "")
		}
	}
	return text
}
