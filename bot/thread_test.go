package bot_test

import (
	"strings"
	"testing"

	"othellobot/chat"
)

func TestRefusedStartOpensNoThread(t *testing.T) {
	l := limits
	l.Threads = true
	press := func(argument string) chat.Action {
		a := press("bo", "o1:0:0:thread:"+argument)
		return a
	}
	challenge := func(whom string) chat.Action {
		a := typed("bo", "start thread")
		a.Tokens = append(a.Tokens, chat.Token{Kind: chat.MentionsPerson, User: by(whom, "c", "t").User})
		return a
	}
	for name, c := range map[string]struct {
		games  int // bo's current games, of two allowed
		action chat.Action
		want   string // prefix of the refusal; empty if a thread is opened
	}{
		"a start":                          {1, typed("bo", "start thread bot"), ""},
		"a start, pressed":                 {1, press("bot.white.3"), ""},
		"a handicap, pressed":              {1, press("bot.3.handicap:2.coach"), ""},
		"too much handicap, pressed":       {0, press("bot.3.handicap:5"), "A handicap is 1 to 4"},
		"a start of nothing else, pressed": {1, press(""), ""},
		"a challenge":                      {1, challenge("ana"), ""},
		"words of no start, pressed":       {0, press("nonsense"), "That button no longer works."},
		"a level too high, pressed":        {0, press("bot.99"), "Levels run from 1"},
		"a level against people, pressed":  {0, press("anyone.3"), "Levels and the coach are for games against the bot"},
		"an unknown colour, pressed":       {0, press("color:pink"), "For color I know black or white"},
		"a colour for everybody, pressed":  {0, press("channel.white"), "In a game for everybody"},
		"too many games, pressed":          {2, press("bot"), "bo has 2 games"},
		"too many games":                   {2, typed("bo", "start anyone thread"), "bo has 2 games"},
		"too many games for everybody":     {2, press(""), "bo has 2 games"},
		"too many games to challenge":      {2, challenge("ana"), "bo has 2 games"},
		"a challenge to oneself":           {0, challenge("bo"), "You cannot challenge yourself"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, l)
			for i := range c.games {
				duel := typed("bo", "start bot")
				duel.Place.Channel = "other" + strings.Repeat("s", i)
				s.do(t, duel)
			}
			r := s.do(t, c.action)
			opened := len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenThread
			if c.want == "" && !opened {
				t.Errorf("no thread is opened: %v", r.Effects)
			}
			if c.want != "" && !strings.HasPrefix(whispered(t, r), c.want) {
				t.Errorf("the answer is %q, want %q", whispered(t, r), c.want)
			}
		})
	}
}

// TestThreadKeepsTheGame checks that the thread button of a refused start keeps all of its options.
func TestThreadKeepsTheGame(t *testing.T) {
	l := limits
	l.Threads = true
	s := newStage(t, l)
	s.do(t, typed("ana", "start bot"))
	s.do(t, typed("ana", "move d3"))
	buttons := s.do(t, typed("ana", "start bot coach 3 handicap 2")).Effects[0].Message.Controls[0].Buttons
	if action := buttons[len(buttons)-1].Action; action != "o1:0:0:thread:bot.3.handicap:2.coach" {
		t.Errorf("the button does %q", action)
	}
}

// TestFlags checks that a flag accepts yes and no in all forms, and nothing else.
func TestFlags(t *testing.T) {
	l := limits
	l.Threads = true
	const refused = "For thread I know yes or no."
	given := func(value string) chat.Action { return arguments("ana", "start", "thread", value) }
	mentioning := given("yes")
	mentioning.Args[0].Value.Kind = chat.MentionsPerson
	for name, c := range map[string]struct {
		action  chat.Action
		thread  bool
		refused bool
	}{
		"alone":               {typed("ana", "start thread"), true, false},
		"before other words":  {typed("ana", "start thread bot"), true, false},
		"yes":                 {typed("ana", "start thread:yes"), true, false},
		"yes, apart":          {typed("ana", "start Thread: YES"), true, false},
		"true":                {typed("ana", "start thread:true"), true, false},
		"true, in capitals":   {typed("ana", "start thread:TRUE"), true, false},
		"no":                  {typed("ana", "start thread:No"), false, false},
		"false":               {typed("ana", "start thread:false"), false, false},
		"the last counts":     {typed("ana", "start thread:yes thread:no"), false, false},
		"absent":              {typed("ana", "start"), false, false},
		"as an option":        {given("true"), true, false},
		"as an option, not":   {given("false"), false, false},
		"what it cannot say":  {typed("ana", "start thread:perhaps"), false, true},
		"a number":            {typed("ana", "start thread:1"), false, true},
		"nothing":             {typed("ana", "start thread:"), false, true},
		"an option of no use": {given("maybe"), false, true},
		"somebody":            {mentioning, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newStage(t, l).do(t, c.action)
			text := r.Effects[0].Message.Text.String()
			if got := r.Effects[0].Kind == chat.OpenThread; got != c.thread || strings.HasPrefix(text, refused) != c.refused {
				t.Errorf("it opens a thread: %v; the answer is %q", got, text)
			}
		})
	}
}
