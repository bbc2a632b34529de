package bot_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
	"othellobot/game"
)

func TestRefusedStartOpensNoThread(t *testing.T) {
	press := func(argument string) chat.Action { return press("bo", "o1:0:0:thread:"+argument) }
	challenge := func(whom string) chat.Action {
		a := mentioning(typed("bo", "start thread"), whom)
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
			s := newStage(t, threaded())
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

func TestThreadKeepsTheGame(t *testing.T) {
	s := newStage(t, threaded())
	s.do(t, typed("ana", "start bot"))
	s.do(t, typed("ana", "move d3"))
	buttons := s.do(t, typed("ana", "start bot coach 3 handicap 2")).Effects[0].Message.Controls[0].Buttons
	if action := buttons[len(buttons)-1].Action; action != "o1:0:0:thread:bot.3.handicap:2.coach" {
		t.Errorf("the button does %q", action)
	}
}

func TestFlags(t *testing.T) {
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
			r := newStage(t, threaded()).do(t, c.action)
			text := r.Effects[0].Message.Text.String()
			if got := r.Effects[0].Kind == chat.OpenThread; got != c.thread || strings.HasPrefix(text, refused) != c.refused {
				t.Errorf("it opens a thread: %v; the answer is %q", got, text)
			}
		})
	}
}

// menus are the limits of a platform with moves in a menu, whose threads belong to their channel.
var menus = chat.Limits{ButtonsPerRow: 5, Options: 100, Threads: true, SharedThreads: true, Themes: []string{"vivid", "classic", "moon"}}

func inThread(a chat.Action) chat.Action {
	a.Place.Thread = "thread 1"
	return a
}

func TestThreadsSpeakOfTheirChannel(t *testing.T) {
	channel := typed("", "").Place
	for name, c := range map[string]struct {
		before []chat.Action
		last   chat.Action
		want   string // prefix of the answer
		shared bool
	}{
		"a move":                         {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "d3")), "bo: d3, flips d4", true},
		"nothing but the bot's name":     {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "")), "The game begins", true},
		"a refused move":                 {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "a1")), "a1 flips nothing", true},
		"an unknown word":                {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "dance")), "I do not know dance", false},
		"a stop":                         {[]chat.Action{typed("ana", "start")}, inThread(typed("ana", "stop")), "ana stopped", true},
		"a typed argument":               {[]chat.Action{typed("ana", "start")}, inThread(arguments("bo", "move", "square", "d3")), "bo: d3, flips d4", true},
		"the game that ended last":       {[]chat.Action{typed("ana", "start"), typed("ana", "d3"), typed("ana", "stop")}, inThread(typed("bo", "history")), "1 move: d3", true},
		"a challenge":                    {[]chat.Action{challenging()}, inThread(typed("bo", "accept")), "bo accepted", true},
		"what is set":                    {[]chat.Action{ordered("settings theme:moon")}, inThread(typed("ana", "settings")), "Theme: moon", true},
		"what is to be set":              {[]chat.Action{typed("ana", "start")}, inThread(ordered("settings theme:moon")), "ana changed the settings. Theme: moon", true},
		"a start":                        {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "start")), "bo opened a game", false},
		"a start with typed arguments":   {[]chat.Action{typed("ana", "start")}, inThread(arguments("bo", "start", "with", "bot")), "@bo (Black) against the bot", false},
		"a start that is refused":        {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "Start: den")), "Choose @den", false},
		"a loaded position":              {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", "load f5d6")), "Loaded position", false},
		"a thread with a game":           {[]chat.Action{typed("ana", "start"), inThread(typed("bo", "start"))}, inThread(typed("bo", "d3")), "bo: d3, flips d4", false},
		"a thread whose game is over":    {[]chat.Action{typed("ana", "start"), inThread(typed("bo", "start")), inThread(typed("bo", "stop"))}, inThread(typed("bo", "history")), "No moves yet", false},
		"a thread with a challenge":      {[]chat.Action{typed("ana", "start"), inThread(challenging())}, inThread(typed("bo", "decline")), "bo declined", false},
		"a channel with nothing":         {nil, inThread(typed("bo", "d3")), "No game here", false},
		"settings of nothing":            {nil, inThread(ordered("settings theme:moon")), "ana changed the settings", false},
		"another channel":                {[]chat.Action{typed("ana", "start")}, inThread(elsewhere(typed("bo", "d3"))), "No game here", false},
		"a command that is far too long": {[]chat.Action{typed("ana", "start")}, inThread(typed("bo", strings.Repeat("d3 ", 1000))), "That is too long", false},
		"no thread":                      {[]chat.Action{typed("ana", "start")}, typed("bo", "d3"), "bo: d3, flips d4", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, menus)
			for _, a := range c.before {
				s.do(t, a)
			}
			got := s.do(t, c.last)
			want := chat.Place{}
			if c.shared {
				want = channel
			}
			equal(t, "the answer belongs to", got.Place, want)
			says(t, got, c.want+"…")
		})
	}
}

func arguments(user, verb, name, value string) chat.Action {
	a := by(user, "c", "t")
	a.Verb, a.Args = verb, []chat.Argument{{Name: name, Value: chat.Token{Text: value}}}
	return a
}

func elsewhere(a chat.Action) chat.Action {
	a.Place.Channel = "elsewhere"
	return a
}

// TestSharedThreadsHoldNothing checks that a command in a thread changes the channel.
func TestSharedThreadsHoldNothing(t *testing.T) {
	s := newStage(t, menus)
	channel := typed("", "").Place
	s.sent(t, s.do(t, typed("ana", "start")), "m1")
	s.do(t, inThread(ordered("settings pings:off")))
	move := delivered("1", inThread(typed("bo", "d3")))
	r := s.do(t, move)
	if len(r.Effects) != 2 || r.Effects[1].Kind != chat.Collapse || r.Effects[1].Ref != "m1" || r.Confirmation.String() != "d3 played." {
		t.Errorf("a move from a thread does %v, with the confirmation %q", r.Effects, r.Confirmation)
	}
	nothing(t, s.do(t, move).Effects)
	room := roomOf(t, s, channel)
	if room.Active == nil || len(room.Active.Moves) != 1 || room.Settings.Pings != game.PingOff {
		t.Errorf("the channel's game is %+v, its settings %+v", room.Active, room.Settings)
	}
	thread := channel
	thread.Thread = "thread 1"
	if diff := cmp.Diff(game.Room{Place: game.Place(thread.String())}, roomOf(t, s, thread), cmp.AllowUnexported(game.Room{})); diff != "" {
		t.Errorf("the thread (-want +got):\n%s", diff)
	}

	// A game that begins in the thread makes the thread a place of its own.
	s.do(t, inThread(typed("cy", "start")))
	if r := s.do(t, inThread(typed("cy", "f5"))); r.Place != (chat.Place{}) || r.Effects[0].Subject.Place.Thread != "thread 1" {
		t.Errorf("in a thread with a game a move is about %+v, and shown in %+v", r.Effects[0].Subject, r.Place)
	}
	equal(t, "the moves of the channel's game are", len(roomOf(t, s, channel).Active.Moves), 1)
}

func TestPressInThread(t *testing.T) {
	s := newStage(t, limited(func(l *chat.Limits) { l.SharedThreads = true }))
	began := s.do(t, typed("ana", "start bot"))
	s.sent(t, began, "m1")
	ask := s.do(t, inThread(typed("ana", "resign")))
	s.do(t, inThread(pressed(t, "ana", "Yes, resign", ask)))
	if room := rooms(t, s); room.Last == nil || room.Last.Result.Reason != game.Resigned {
		t.Errorf("the game goes on: %+v", room)
	}
	strange := inThread(pressed(t, "ana", "Yes, resign", ask))
	strange.Control = "o1:zz:0:resign-yes"
	if r := s.do(t, strange); !strings.Contains(whispered(t, r), "not here any more") {
		t.Errorf("a control of no game is answered %v", r.Effects)
	}
}

func roomOf(t *testing.T, s *stage, at chat.Place) game.Room {
	t.Helper()
	r, _, err := s.Table.Load(t.Context(), game.Place(at.String()), "")
	noError(t, err)
	return r
}

// TestCompletionStaysInItsThread also checks that without shared threads, commands in a thread
// never concern the channel.
func TestCompletionStaysInItsThread(t *testing.T) {
	l := menus
	l.Choices = 25
	s := newStage(t, threaded())
	s.do(t, typed("ana", "start"))
	completion := inThread(arguments("bo", "move", "square", "d"))
	completion.Origin, completion.Focus = chat.OriginCompletion, "square"
	if r := s.do(t, completion); r.Place != (chat.Place{}) || len(r.Choices) != 0 {
		t.Errorf("a completion in a thread is answered %+v", r)
	}
	l.SharedThreads = false
	s = newStage(t, threaded())
	press := inThread(pressed(t, "bo", "Hint", s.do(t, typed("ana", "start"))))
	if r := s.do(t, press); r.Place != (chat.Place{}) || !strings.Contains(whispered(t, r), "not here any more") {
		t.Errorf("without shared threads a press is answered %v for %+v", r.Effects, r.Place)
	}
	if r := s.do(t, inThread(typed("bo", "d3"))); r.Place != (chat.Place{}) || !strings.HasPrefix(whispered(t, r), "No game here") {
		t.Errorf("without shared threads a move is answered %v for %+v", r.Effects, r.Place)
	}
}
