package app

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// TestOutage has a platform's API away for a minute while people make up to a hundred
// moves a second in many games. Meanwhile the program stays small, and within a minute
// after that the lowest board of each game shows what is stored.
func TestOutage(t *testing.T) {
	for name, c := range map[string]struct {
		platform string
		ways
		workspaces int // of Slack, besides the one that is there
		games      int
		fault      discordtest.Fault
		most       int // goroutines more than at rest
	}{
		"Discord hangs":        {discord.Platform, ways{discord: "gateway"}, 0, long(150, 1500), discordtest.Fault{Hang: true}, 3000},
		"Discord is not there": {discord.Platform, ways{discord: "gateway"}, 0, long(150, 1500), discordtest.Fault{Refuse: true}, 1000},
		"Slack hangs":          {slack.Platform, ways{slack: "oauth"}, 19, long(80, 800), slacktest.Fault{Hang: true}, 3000},
		"Slack is not there":   {slack.Platform, ways{slack: "oauth"}, 19, long(80, 800), slacktest.Fault{Refuse: true}, 1000},
	} {
		if testing.Short() && c.fault.Refuse { // which costs fewer goroutines than what hangs
			continue
		}
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newBetween(t, c.ways, func(s *between) {
					for i := range c.workspaces {
						s.workspaces = append(s.workspaces, s.slack.NewWorkspace(fmt.Sprint("workspace-", i)))
					}
					s.slack.LimitRates()
					s.discord.LimitRates()
				})
				fails := s.discord.FailWhere
				if c.platform == slack.Platform {
					fails = s.slack.FailWhere
				}
				s.outage(c.platform, c.games, c.most, func() func() { return fails("", c.fault) })
			})
		})
	}
}

func (s *between) outage(platform string, games, most int, begin func() (end func())) {
	s.t.Helper()
	var all []venue
	for n := range games {
		all = append(all, s.venue(platform, n))
	}
	s.eachAt(all, 40, func(v venue) { v.types("ana", "start") })
	time.Sleep(20 * time.Minute) // until no token lives
	synctest.Wait()
	behind := s.behind(all)
	before := runtime.NumGoroutine()
	if len(behind) > 0 {
		s.t.Fatalf("before the outage %d boards are behind", len(behind))
	}
	end := begin()
	var acting sync.WaitGroup
	highest := 0
	for began, i := time.Now(), 0; time.Since(began) < time.Minute; i++ {
		v := all[i%len(all)]
		g := s.playing(v.Place())
		user, square, _ := next(g.Position())
		acting.Go(func() {
			if rand.N(2) == 0 && v.presses(user, square, int(g.Turn)) {
				return
			}
			v.types(user, "move", "square:"+square)
		})
		time.Sleep(max(time.Second/100, 10*time.Second/time.Duration(games)))
		highest = max(highest, runtime.NumGoroutine())
	}
	end()
	began := time.Now()
	acting.Wait()
	var waits []venue
	for behind, step := all, 5*time.Second; time.Since(began) < 10*time.Minute; time.Sleep(step) {
		behind = s.behind(behind)
		if time.Since(began) >= time.Minute && waits == nil {
			waits = behind
			s.t.Logf("a minute after the outage %d of %d boards are behind", len(behind), games)
			if len(behind) > 25 { // those that were tried just before the end of the outage wait for a minute
				s.t.Error("which are too many")
			}
			step = 20 * time.Second
		}
		if len(behind) == 0 {
			s.t.Logf("%v after the outage all boards are current", time.Since(began).Round(time.Second))
			break
		}
		if step == 5*time.Second {
			s.t.Logf("%v after the outage %d boards are behind", time.Since(began).Round(time.Second), len(behind))
		}
	}
	if left := s.behind(all); len(left) > 0 {
		v := left[0]
		s.t.Errorf("%d boards stay behind, such as that of %v, which is stored with %+v:\n%+v", len(left), v.Place(), s.stored(v.Place()).Slots, v.messages())
	}
	boards := 0
	for _, v := range all {
		boards += s.standing(v).boards
	}
	s.t.Logf("there are %d boards in %d channels", boards, games)
	time.Sleep(10 * time.Minute)
	synctest.Wait()
	after := runtime.NumGoroutine()
	s.t.Logf("%d goroutines before, %d at most, %d after", before, highest, after)
	if highest > before+most || after > before+50 {
		s.t.Errorf("%d goroutines before, %d at most, %d after", before, highest, after)
	}
}

// eachAt does something in each venue, so many a second.
func (s *between) eachAt(all []venue, perSecond int, do func(venue)) {
	var doing sync.WaitGroup
	for _, v := range all {
		doing.Go(func() { do(v) })
		time.Sleep(time.Second / time.Duration(perSecond))
	}
	doing.Wait()
}

// behind are the venues whose board is not as it is stored.
func (s *between) behind(all []venue) (behind []venue) {
	s.t.Helper()
	for _, v := range all {
		if is := s.standing(v); !is.newest {
			behind = append(behind, v)
		}
	}
	return behind
}
