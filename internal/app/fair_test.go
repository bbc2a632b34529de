package app

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/engine"
	"othellobot/rules"
)

// steady is an engine that takes as long for each move, in the time of the bubble.
type steady struct {
	*engine.Engine
	takes time.Duration
}

func (e steady) Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error) {
	time.Sleep(e.takes)
	return e.Engine.Choose(ctx, p, level, seed)
}

// duels has so many pairs of people begin duels, each in a channel of their own, in
// which whoever moves first has a minute before they are reminded.
func (s *between) duels(platform string, n int) (all []venue) {
	for i := range n {
		all = append(all, s.venue(platform, i))
	}
	s.eachAt(all, 100, func(v venue) {
		v.types("ana", "start", "opponent:@bo")
		until(30*time.Second, func() bool { return v.presses("bo", label("Accept"), -1) })
	})
	return all
}

// moved has somebody make a move against the bot, and tells how long it takes until they are
// shown that it is their turn again.
func (s *between) moved(v venue) time.Duration {
	s.t.Helper()
	g := s.playing(v.Place())
	_, square, _ := next(g.Position())
	began := time.Now()
	go v.types("ana", "move", "square:"+square)
	if !until(10*time.Minute, func() bool {
		now := s.playing(v.Place())
		return now.Turn > g.Turn && now.Position().ToMove == g.Position().ToMove &&
			slices.ContainsFunc(v.messages(), func(m seen) bool { return m.turn == int(now.Turn) })
	}) {
		s.t.Fatalf("the bot's move is never shown:\n%+v", v.messages())
	}
	return time.Since(began)
}

// TestHungPlatformHoldsUpNoOther has one platform hang while many reminders are due
// there, and people on the other play the bot, who waits for them as little as before.
func TestHungPlatformHoldsUpNoOther(t *testing.T) {
	for _, c := range []struct{ hangs, plays string }{{discord.Platform, slack.Platform}, {slack.Platform, discord.Platform}} {
		t.Run(c.hangs+" hangs", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newBetween(t, ways{"gateway", "socket"}, func(s *between) {
					s.engine = steady{engine.New(1, 1<<20), 50 * time.Millisecond}
				})
				v := s.venue(c.plays, 1_000_000)
				v.types("ana", "start", "with:bot")
				time.Sleep(time.Second)
				without := s.moved(v)
				duels := long(150, 2000) // half as many are still more than are sent at a time
				all := s.duels(c.hangs, duels)
				if c.hangs == discord.Platform {
					s.discord.FailWhere("", discordtest.Fault{Hang: true})
				} else {
					s.slack.FailWhere("", slacktest.Fault{Hang: true})
				}
				var worst time.Duration
				for began := time.Now(); time.Since(began) < 2*time.Minute; time.Sleep(5 * time.Second) {
					if len(s.playing(v.Place()).Moves) > 10 { // before the game can end
						v.types("ana", "stop")
						time.Sleep(time.Second)
						v.types("ana", "start", "with:bot")
						time.Sleep(time.Second)
					}
					worst = max(worst, s.moved(v))
				}
				for _, d := range all {
					s.playing(d.Place())
				}
				t.Logf("%d reminders are due there: here the bot's move takes %v at most, %v before", duels, worst, without)
				if worst > without+time.Second {
					t.Errorf("the bot's move takes %v, and %v before", worst, without)
				}
			})
		})
	}
}

// TestGreedyWorkspace has one workspace play many games against the bot at once, and
// somebody of another one game.
func TestGreedyWorkspace(t *testing.T) {
	const thinks = 50 * time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		s := newBetween(t, ways{slack: "oauth"}, func(s *between) {
			s.engine = steady{engine.New(1, 1<<20), thinks}
			s.workspaces = append(s.workspaces, s.slack.NewWorkspace("other"))
		})
		var greedy []venue
		for i := range long(100, 400) {
			greedy = append(greedy, s.venue(slack.Platform, 2*i))
		}
		other := s.venue(slack.Platform, 1)
		s.eachAt(append(greedy, other), 20, func(v venue) { v.types("ana", "start", "with:bot", "level:3") })
		time.Sleep(time.Minute)
		for _, v := range greedy {
			_, square, _ := next(s.playing(v.Place()).Position())
			go v.types("ana", "move", "square:"+square)
		}
		time.Sleep(100 * time.Millisecond)
		took := s.moved(other)
		t.Logf("%d games wait for the bot in one workspace: its move in another takes %v", len(greedy), took)
		if took > 2*time.Second {
			t.Errorf("it takes %v", took)
		}
		time.Sleep(5 * time.Minute)
		for _, v := range greedy {
			if is := s.standing(v); !is.newest {
				t.Fatalf("%v stays behind: %+v", v.Place(), v.messages())
			}
		}
	})
}
