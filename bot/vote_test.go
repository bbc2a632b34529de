package bot_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/bot/flood"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/words"
	"othellobot/words/wordstest"
)

// TestThousandVoters checks that none of 1,000 votes in ten seconds is lost, and that the board is drawn
// at most three times. Only a user who presses without a pause is limited.
func TestThousandVoters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const voters, within = 1000, 10 * time.Second
		unlimited, poster, log := running(t, engine.New(1, 1<<20))
		b := flood.New(unlimited, bot.IsVote, time.Now, wordstest.Quoted())
		start := must(t, b, t.Context(), typed("ana", "start vote 2m"))
		var everybody sync.WaitGroup
		everybody.Go(func() {
			counted := 0
			for range within / time.Millisecond {
				if strings.HasPrefix(whispered(t, must(t, b, t.Context(), pressed(t, "restless", "d3", start))), "Your vote: ") {
					counted++
				}
				time.Sleep(time.Millisecond)
			}
			if counted < 60 || counted > 70 {
				t.Errorf("a user who presses without a pause votes %d times", counted)
			}
		})
		for n := range voters {
			everybody.Go(func() {
				time.Sleep(within * time.Duration(n) / voters)
				vote := pressed(t, fmt.Sprint("voter", n), []string{"d3", "c4", "f5", "e6", "d3"}[n%5], start)
				if got := whispered(t, must(t, b, t.Context(), vote)); !strings.HasPrefix(got, "Your vote: ") {
					t.Errorf("a vote is answered %q", got)
				}
			})
		}
		everybody.Wait()
		pass(game.CountDelay)
		got := poster.texts()
		if len(got) > 3 || len(got) == 0 || !strings.HasSuffix(got[len(got)-1], " 1001 votes so far.") {
			t.Errorf("the board is drawn so: %q", got)
		}
		pass(2 * time.Minute)
		got = poster.texts()
		if len(got) == 0 || !strings.HasPrefix(got[0], "d3 wins with 401 of 1001 votes (c4 200, f5 200, e6 200).") {
			t.Errorf("after the vote the board says %q", got)
		}
		if log.Len() > 0 {
			t.Errorf("something went wrong: %s", log)
		}
	})
}

func TestVoteAndClockInDoubt(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start vote 2m"))
	s.sent(t, start, "m1")
	s.do(t, pressed(t, "bo", "d3", start))
	trusted := s.Clock
	s.Clock = untrusted{clock(func() time.Time { return s.now })}
	nothing(t, s.ticks(t, time.Hour))
	s.Clock = trusted
	s.now = s.now.Add(time.Minute) // the task is due again
	if got := s.ticks(t, 0); len(got) != 2 || !strings.HasPrefix(got[0].Message.Text.String(), "d3 wins with 1 vote.") {
		t.Errorf("believed, the clock does %v", got)
	}
}

func TestVoteDeliveredTwice(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start vote 2m"))
	s.sent(t, start, "m1")
	first := delivered("first", pressed(t, "bo", "d3", start))
	s.do(t, first)
	second := delivered("second", typed("bo", "c4"))
	s.do(t, second)
	nothing(t, s.do(t, first).Effects)
	if got := s.ticks(t, 2*time.Minute); len(got) == 0 || !strings.HasPrefix(got[0].Message.Text.String(), "c4 wins with 1 vote.") {
		t.Errorf("the votes come to %v", got)
	}
}

// TestVoteWhileCounted checks that a vote stored during a count appears in the next count.
func TestVoteWhileCounted(t *testing.T) {
	for name, rests := range map[string]bool{"open": false, "resting": true} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			start := s.do(t, typed("ana", "start vote 2m"))
			s.sent(t, start, "m1")
			before := 0
			if rests {
				s.ticks(t, 2*time.Minute)
				s.ticks(t, 2*time.Minute)
				s.now = s.now.Add(game.RedrawAfter) // the unreported message is due for a redraw
			} else {
				s.do(t, pressed(t, "bo", "d3", start))
				before = 1
			}
			if g := rooms(t, s).Active; g.Resting() != rests {
				t.Fatalf("the game is %+v", g)
			}
			s.overtake(counts, func() { s.do(t, typed("cy", "c4")) })
			s.ticks(t, 0)
			if g := rooms(t, s).Active; g.Ballot.Votes != before {
				t.Errorf("the first count comes to %d", g.Ballot.Votes)
			}
			s.ticks(t, game.CountDelay)
			g := rooms(t, s).Active
			if g.Ballot.Votes != before+1 || g.Resting() {
				t.Errorf("after the next count the ballot is %+v", g.Ballot)
			}
			s.ticks(t, game.CountDelay)
			if again := rooms(t, s).Active; again.Version != g.Version {
				t.Errorf("and after another one %+v", again.Ballot)
			}
		})
	}
}

func counts(c game.Change) bool {
	return slices.ContainsFunc(c.Steps, func(s game.Step) bool {
		return s.Before != nil && s.Before.Voting() && s.After.Voting() && s.Before.Ballot.Counted != s.After.Ballot.Counted
	})
}

// TestVoteControlOutsideAVote checks that only a voted game takes votes, which avoid a rate limit.
func TestVoteControlOutsideAVote(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	forged := pressed(t, "bo", "d3", start)
	forged.Control = strings.Replace(forged.Control, ":move:", ":vote:", 1)
	if !bot.IsVote(forged) {
		t.Fatalf("%q is no vote", forged.Control)
	}
	s.whispers(t, forged, "…button…")
	says(t, s.do(t, pressed(t, "bo", "d3", start)), "bo: d3…")
}

func TestVoteNotStored(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start vote 2m"))
	s.store.err = errors.New("disk full")
	s.whispers(t, pressed(t, "bo", "d3", start), "That move was not saved…")
}

// TestPlayWithEveryone checks that the refusal of a press offers a game for all users in a thread.
func TestPlayWithEveryone(t *testing.T) {
	s := newStage(t, threaded())
	s.sent(t, s.do(t, typed("ana", "start anyone black")), "m1")
	duel := s.do(t, typed("bo", "join"))
	s.sent(t, duel, "m2")
	refused := s.do(t, pressed(t, "cy", "d3", duel))
	opened := s.do(t, pressed(t, "cy", "Play with everyone", refused))
	only(t, opened.Effects, chat.OpenThread, "")
	again := pressed(t, "cy", "Play with everyone", refused)
	again.Place.Thread = "thread"
	says(t, s.do(t, again), "cy started a vote: the channel (Black) against the bot, level 3.…")
}

// TestThirdIsOfferedAGameForEverybody also checks that the game's players are offered none.
func TestThirdIsOfferedAGameForEverybody(t *testing.T) {
	s := newStage(t, threaded())
	s.sent(t, s.do(t, typed("ana", "start")), "m1")
	s.sent(t, s.do(t, typed("ana", "d3")), "m2")
	board := s.do(t, typed("bo", "c3"))
	s.sent(t, board, "m3")
	refused := s.do(t, pressed(t, "cy", "c4", board))
	only(t, s.do(t, pressed(t, "cy", "Play with everyone", refused)).Effects, chat.OpenThread, "")
	if got := s.do(t, pressed(t, "bo", "c4", board)).Effects[0].Message.Controls; got != nil {
		t.Errorf("a player out of turn is offered %v", got)
	}
}

// TestVotesInAllLanguages compares the texts about votes with a golden file that native speakers can review.
func TestVotesInAllLanguages(t *testing.T) {
	goldenInAllLanguages(t, "testdata/votes.txt",
		"ana: /othello start vote 2m", "ana: /othello d3", "(wait 1s)", "bo: /othello d3", "cy: /othello c4",
		"(wait 2m)", "bo: [c4] on 2", "bo: /othello hint", "bo: /othello stop", "bo: /othello start", "(wait 2m)", "(wait 2m)", "ana: /othello stop")
}

// goldenInAllLanguages leaves out boards, buttons and repeated lines.
func goldenInAllLanguages(t *testing.T, file string, lines ...string) {
	t.Helper()
	var all strings.Builder
	catalog := words.Load()
	for _, tag := range catalog.Tags() {
		fmt.Fprintf(&all, "%s\n", tag)
		said := playAs(t, strings.Join(append([]string{"ana*: /othello settings language:" + tag}, lines...), "\n"),
			configuration(catalog), func(b *bot.Bot) chat.Handler { return b })
		known := make(map[string]bool)
		for line := range strings.Lines(said) {
			text, spoken := strings.CutPrefix(line, "\t  ")
			if spoken && !known[text] && !drawn.MatchString(strings.TrimSuffix(line, "\n")) && !strings.HasPrefix(text, "[") {
				all.WriteString("  " + text)
				known[text] = true
			}
		}
	}
	golden(t, file, all.String())
}
