//go:build unix

package app_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

// TestStoppedWhileItThinks tells the program to end as soon as it has answered a move to
// which the engine is to reply, at each level in long tests. It ends cleanly and in time, and when it is
// back the reply comes.
func TestStoppedWhileItThinks(t *testing.T) {
	for level := 1; level <= game.Levels; level++ {
		if os.Getenv("OTHELLO_LONG") == "" && (level%3 != 1 || testing.Short() && level != 4) {
			continue
		}
		t.Run(fmt.Sprint("level ", level), func(t *testing.T) {
			t.Parallel()
			s := discordtest.New(t)
			room := s.Channel("den")
			file := filepath.Join(t.TempDir(), "othello.db")
			moves := halfway(t, file, s.User("ana"), room, level)
			env := []string{"DISCORD_TOKEN=" + s.Token(), "DISCORD_API_URL=" + s.APIURL(), "DATABASE_URL=sqlite:" + file}
			first := startInstance(t, env...)
			within(t, time.Minute, "the program is connected", s.Ready)
			s.WaitRegistered()
			s.Command(room, "ana", "board")
			s.Settle()
			press := next(s, room)
			press.Send()
			within(t, time.Minute, "the move is answered", press.Answered)
			first.stop(t)
			t.Logf("it was stopped before the reply: %t", turnOffered(s, room) < moves+2)

			startInstance(t, env...)
			within(t, time.Minute, "the program is connected again", s.Ready)
			within(t, time.Minute, "the reply has come", func() bool { return turnOffered(s, room) >= moves+2 })
		})
	}
}

// halfway stores a game with the engine that is beyond all openings, in which the person is
// to move, and gives how many moves it has.
func halfway(t *testing.T, file, person string, at discordtest.Where, level int) (moves int) {
	t.Helper()
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}
	kept, err := store.Open(t.Context(), "sqlite:"+file, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	place := game.Place(chat.Place{Platform: discord.Platform, Team: at.Guild, Channel: at.Channel}.String())
	ana := game.Player(chat.UserID{Platform: discord.Platform, ID: person}.String())
	g := game.NewDuel(1, place, ana, game.Engine, rules.Black, time.Now())
	g.Level = uint8(level)
	for p := g.Position(); len(g.Moves) < 20 || g.Player(p.ToMove) != ana; p = g.Position() {
		if g, _, err = g.Play(g.Player(p.ToMove), p.Legal().First(), time.Now()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := game.NewTable(kept, timing).Do(t.Context(), game.Room{Place: place}, game.Proposal{By: ana, Now: time.Now(), New: &g}); err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	return len(g.Moves)
}

var turnOfMove = regexp.MustCompile(`^o1:\w+:(\d+):move:`)

// turnOffered is the newest turn for which somebody sees moves to choose.
func turnOffered(s *discordtest.Server, at discordtest.Where) (newest int) {
	for _, m := range s.Messages(at, "ana") {
		for _, c := range m.Controls() {
			actions := []string{c.CustomID}
			for _, o := range c.Options {
				actions = append(actions, o.Value)
			}
			for _, action := range actions {
				if found := turnOfMove.FindStringSubmatch(action); found != nil {
					turn, _ := strconv.Atoi(found[1])
					newest = max(newest, turn)
				}
			}
		}
	}
	return newest
}
