package bot_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// TestOneNotificationATurn checks random actions. An undo does not start a new turn.
func TestOneNotificationATurn(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 40
	}
	notified := 0
	for n := range games {
		random := rand.New(rand.NewPCG(uint64(n), 1))
		s := newStage(t, limits)
		s.do(t, ordered("settings pings:"+[]string{"late", "now", "off"}[n%3]))
		s.do(t, challenging())
		s.do(t, typed("bo", "accept"))
		type turn struct {
			player string
			number int
		}
		times := map[turn]int{}
		for range 60 {
			s.now = s.now.Add(time.Duration(random.IntN(5)) * time.Second)
			room := roomOf(t, s, typed("", "").Place)
			if room.Active == nil {
				break
			}
			g := room.Active
			mover := strings.TrimPrefix(string(g.Player(g.Position().ToMove)), "p/t/")
			who := []string{"ana", "bo"}[random.IntN(2)]
			a := typed("cy", "board")
			switch random.IntN(12) {
			case 0, 1, 2:
				legal := slices.Collect(g.Position().Legal().Squares())
				square := legal[random.IntN(len(legal))]
				if a = typed(mover, square.String()); random.IntN(2) == 0 {
					a.Tokens, a.Control = nil, fmt.Sprintf("o1:%v:%d:move:%v", g.ID, g.Turn, square)
				}
			case 3, 4:
				a = typed(who, "undo")
			case 5, 6:
				a = typed(who, "stop")
				if len(g.Moves) <= game.EarlyMoves {
					a = typed(who, "undo")
				}
			case 7, 8, 9:
				a = typed(who, "decline")
			case 10:
				s.restart()
			}
			r := s.do(t, a)
			room = roomOf(t, s, a.Place)
			if room.Active == nil {
				break
			}
			for _, e := range r.Effects {
				if e.Kind != chat.Post && e.Kind != chat.Ping {
					continue
				}
				for _, span := range e.Message.Text {
					if span.Kind == chat.SpanMention {
						notified++
						this := turn{span.User.ID, room.Active.Number()}
						if times[this]++; times[this] > 1 {
							t.Fatalf("game %d: %+v is notified again by %+v", n, this, a)
						}
					}
				}
			}
		}
	}
	if notified < games*3 {
		t.Errorf("only %d notifications", notified)
	}
}

// TestShareOfAChannel checks that a user can start three games in a channel. Games that would give
// way to a new one do not count.
func TestShareOfAChannel(t *testing.T) {
	s := newStage(t, threaded())
	s.MaxDuels = 0
	began := 0
	begin := func(who, words string) (chat.Response, bool) {
		began++
		return s.inNewThread(t, typed(who, words), fmt.Sprint("t", began))
	}
	begins := func(who, words string) {
		t.Helper()
		if r, opened := begin(who, words); !opened || r.Effects[0].Kind != chat.Post {
			t.Fatalf("%s by %s begins nothing: %v", words, who, shown(r))
		}
	}
	for _, words := range []string{"start vote", "start thread bot", "start thread anyone"} {
		r, _ := begin("ana", words)
		equal(t, words+" does", r.Effects[0].Kind, chat.Post)
	}
	full := "ana has started 3 of the games in this channel, which is one person’s share. Finish or stop one first.\n1. "
	for _, a := range []chat.Action{
		typed("ana", "start"), typed("ana", "start thread"), inThread(typed("ana", "start")), inThread(typed("ana", "load f5")), typed("ana", "start thread bot white"),
	} {
		if text := whispered(t, s.do(t, a)); !strings.HasPrefix(text, full) || strings.Count(text, "\n") != 3 {
			t.Errorf("%v is answered %q", a.Tokens, text)
		}
	}
	begins("bo", "start")
	s.do(t, mentioning(inThread(typed("ana", "start")), "bo"))
	s.whispers(t, inThread(typed("bo", "accept")), full+"…")
	s.now = s.now.Add(31 * time.Minute) // the game against the bot gives way
	begins("ana", "start thread")
	for _, who := range []string{"cy", "di"} {
		begins(who, "start thread")
		begins(who, "start thread vote")
		begins(who, "start thread vote:2h")
	}
	begins("ed", "start thread")
	s.whispers(t, typed("fay", "start"), "10 games run in this channel…")
	s.now = s.now.Add(31 * time.Minute)
	for i := range 11 { // games against the bot give way soon
		begins(fmt.Sprint("p", i), "start thread bot")
		s.now = s.now.Add(31 * time.Minute)
	}
	r := s.do(t, typed("ana", "board"))
	list := r.Effects[len(r.Effects)-1].Message.Text.String()
	if strings.Count(list, "\n") != 20 || strings.Count(list, "By votes") < 5 {
		t.Errorf("of all games are listed %q", list)
	}
}

// TestStartedTwice checks that a repeated start shows the first game until a move. Other options begin a game.
func TestStartedTwice(t *testing.T) {
	for first, second := range map[string]string{
		"start": "start", "start anyone": "start anyone", "start vote": "start vote", "start bot": "start bot",
		"start bot white": "start bot white", "start handicap:2": "start handicap:2", "load f5d6": "load f5d6",
		"start anyone black": "start anyone",
	} {
		s := newStage(t, threaded())
		s.MaxDuels = 0
		s.do(t, typed("ana", first))
		before := roomOf(t, s, typed("", "").Place).Active
		r, opened := s.inNewThread(t, typed("ana", second), "1")
		after := roomOf(t, s, typed("", "").Place).Active
		if opened || r.Effects[0].Kind != chat.Post || r.Effects[0].Subject.Slot != chat.SlotBoard || before.ID != after.ID {
			t.Errorf("%s, then %s: %v", first, second, shown(r))
		}
		if r, opened := s.inNewThread(t, typed("bo", second), "2"); !opened && !strings.Contains(first, "anyone") {
			t.Errorf("%s, then %s by another person: %v", first, second, shown(r))
		}
	}
	for first, second := range map[string]string{
		"start": "start vote", "start vote": "start vote:2h", "start vote:1h": "start", "load f5d6": "load f5", "load f5": "start",
	} {
		s := newStage(t, threaded())
		s.MaxDuels = 0
		s.do(t, typed("ana", first))
		if r, opened := s.inNewThread(t, typed("ana", second), "1"); !opened || r.Effects[0].Kind != chat.Post {
			t.Errorf("%s, then %s: %v", first, second, shown(r))
		}
	}
	s := newStage(t, threaded())
	s.MaxDuels = 0
	s.do(t, typed("bo", "start"))
	for _, words := range []string{"start bot", "start thread vote"} {
		if _, opened := s.inNewThread(t, typed("ana", words), words); !opened {
			t.Fatalf("%s opens no thread", words)
		}
		for _, a := range []chat.Action{typed("ana", words), inThread(typed("ana", words))} { // as if both had arrived at once
			s.whispers(t, a, "Nobody has moved yet in the game you started:\n1. …")
		}
	}
	s.do(t, typed("ana", "d3"))
	if r, opened := s.inNewThread(t, typed("ana", "start bot"), "9"); !opened {
		t.Errorf("after a move, a start does %v", shown(r))
	}
}

func TestOneChallengeToAPerson(t *testing.T) {
	s := newStage(t, limits)
	s.MaxDuels = 0
	challenge := func(from, to, channel string) chat.Response {
		return s.do(t, in(channel, mentioning(typed(from, "start"), to)))
	}
	begins := func(got chat.Response, want string) {
		t.Helper()
		says(t, got, want+"…")
	}
	begins(challenge("ana", "bo", "c1"), "@bo, ana challenges you.")
	begins(challenge("ana", "bo", "c1"), "Your challenge to bo still waits here.")
	begins(challenge("ana", "bo", "c2"), "Your challenge to bo is still open elsewhere.")
	begins(challenge("ana", "bo", "c3"), "Your challenge to bo is still open elsewhere.")
	begins(challenge("ana", "cy", "c2"), "@cy, ana challenges you.")
	begins(challenge("bo", "ana", "c2"), "@ana, bo challenges you.")
	begins(challenge("cy", "bo", "c3"), "@bo, cy challenges you.")
	begins(challenge("di", "bo", "c3"), "bo, di challenges you.") // without a mention, because bo was notified twice today
}
