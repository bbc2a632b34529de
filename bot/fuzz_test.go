package bot_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/review"
)

// FuzzWords sends any text as a command. The bot must answer without an error or markup, and a private
// answer must not have changed the place.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{
		"", " ", "start", "start bo", "start 4", "d3", "move d3", "d3 e6", "load f5d6c3", "check d5 black board:XO", "@everyone", "<@U1>", "**d3**",
		"\x00", "\xff\xfe", "\u202emove", "５ｅ", "start level:99999999999999999999", "board:", "::", ":", "settings theme:", "help rules", "pass", "5", "resign",
		"could you please take that back?", "quit", "why can't i play a1", "ボットと対戦したい", "c3に置きます", "settings theme=moon", "level 3", "no me rindo", "board:text", "a 1 b",
		strings.Repeat("d3", 5000), strings.Repeat("a ", 5000),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, words string) {
		s := newStage(t, limits)
		for _, begin := range []string{"", "start bot"} {
			if begin != "" {
				s.do(t, typed("ana", "stop"))
				s.do(t, typed("ana", begin))
			}
			before := rooms(t, s)
			r := s.do(t, typed("ana", words))
			if len(r.Effects) == 0 {
				t.Errorf("%.60q is not answered", words)
			}
			private := true
			for _, e := range r.Effects {
				private = private && e.Kind == chat.Whisper
				text := e.Message.Text.String()
				if !utf8.ValidString(text) || strings.ContainsAny(text, "<>*`\x00\u202e") {
					t.Errorf("%.60q is answered %q", words, text)
				}
			}
			if diff := cmp.Diff(before, rooms(t, s), cmpopts.IgnoreUnexported(game.Room{}, game.Game{})); private && diff != "" {
				t.Errorf("%.60q is refused or answered in private, but changes something:\n%s", words, diff)
			}
		}
	})
}

func rooms(t *testing.T, s *stage) game.Room {
	t.Helper()
	return roomOf(t, s, typed("", "").Place)
}

// scenes are actions that prepare a place for the fuzzed action.
var scenes = [][]chat.Action{
	nil,
	{typed("ana", "start"), typed("ana", "d3")},
	{typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3"), typed("bo", "c3"), typed("bo", "undo")},
	{typed("ana", "start anyone white")},
	{challenging()},
	{typed("ana", "start bot white")},
	{typed("ana", "start vote"), typed("bo", "d3")},
	{typed("ana", "load "+wholeGame[:118]), typed("ana", wholeGame[118:]), ordered("settings puzzle:9")},
	{typed("ana", "load "+wholeGame[:118]), typed("ana", wholeGame[118:]), typed("ana", "start"), challenging()},
	{typed("ana", "load "+strings.Repeat("-", 26)+"XXXO"+strings.Repeat("-", 34)+" black")},
}

const wholeGame = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"

type way uint8

const (
	presses  way = iota
	sends        // sends a command with arguments, as forms and menus do
	types        // types a command, after its completion
	comesDue     // runs a due task
	invents      // presses a control with a random text
	ways
)

// FuzzAct sends any verb in any way and scene. The bot must not panic or fail a user, users must get an
// answer, and a private answer must not have changed the place.
func FuzzAct(f *testing.F) {
	verbs, parameters := bot.Verbs()
	args := []string{
		"", "d3", "a1", "zz", "1:d3", "1:" + strings.Repeat("A", 60), "0:", "aside", "aside1", "bot.white", "b1:b2", "b1:b2:2", "e1:again", "b1:share", "x:541:Europe/Rome",
		"easy", "5", "de", "last", "09:00", "Europe/Rome", wholeGame, "board", "-1", "99999999999999999999", "xx:", "o2:0:0:open", "ask", "yes:p/t/bo",
	}
	for i, verb := range append(verbs, "", "nonsense") {
		for which := range uint8(6) {
			n := i*6 + int(which)
			f.Add(uint8(n%len(scenes)), uint8(n%int(ways)), verb, which, uint8(n/3), uint8(n), args[n%len(args)])
		}
		for how := range uint8(ways) {
			f.Add(uint8(0), how, verb, uint8(0), uint8(0), uint8(0), "d3")
			f.Add(uint8(1), how, verb, uint8(0), uint8(0), uint8(0), "1:d3")
			f.Add(uint8(2), how, verb, uint8(0), uint8(128), uint8(0), "d3")
		}
	}
	f.Fuzz(func(t *testing.T, scene, how uint8, verb string, which, turn, who uint8, arg string) {
		s := puzzled(t, limited(func(l *chat.Limits) {
			l.Threads, l.SharedThreads, l.Forms, l.Direct, l.Pictures = true, who&1 > 0, true, true, true
		}))
		s.Engine, s.Judge, s.Review = bottest.Guesser{}, bottest.GuessJudge, review.Limits{Positions: 1}
		for _, a := range scenes[int(scene)%len(scenes)] {
			s.do(t, a)
		}
		a := typed([]string{"ana", "bo", "cy"}[int(who>>1)%3], "")
		a.Tokens, a.Moderator, a.Direct, a.Unmoderated = nil, who&8 > 0, who&16 > 0, turn&64 > 0
		if who&32 > 0 {
			a.Place.Thread = "thread"
		}
		value := chat.Token{Text: arg, User: by("bo", "c", "t").User, Kind: chat.Mentioned(who >> 6)}
		of := append(parameters[verb], "message", "nothing")
		parameter := of[int(turn)%len(of)]
		before := rooms(t, s)
		switch way(how) % ways {
		case presses, comesDue:
			a.Control = "o1:" + gameNamed(before, which) + ":" + turnNamed(before, turn) + ":" + verb + ":" + arg
			if way(how)%ways == comesDue {
				a.Origin = []chat.Origin{chat.OriginClock, chat.OriginEngine}[who&1]
			}
		case invents:
			a.Control = verb + arg
		case sends:
			a.Verb, a.Args = verb, []chat.Argument{{Name: parameter, Value: value}}
		case types:
			a.Origin, a.Verb, a.Focus, a.Args = chat.OriginCompletion, verb, parameter, []chat.Argument{{Name: parameter, Value: value}}
		}
		a.OnPage = turn&128 > 0 && a.Origin == chat.OriginUser
		r, err := s.Handle(t.Context(), a)
		if a.Origin == chat.OriginClock || a.Origin == chat.OriginEngine {
			return // the bot itself makes such actions; an error goes to the log
		}
		if err != nil || r.Trouble != chat.NoTrouble || strings.Contains(s.log.String(), "level=ERROR") {
			t.Fatalf("%+v: trouble %d, %v, and the log says %s", a, r.Trouble, err, &s.log)
		}
		if a.Origin == chat.OriginUser && len(r.Effects) == 0 && !r.Repeated {
			t.Errorf("%+v is not answered", a)
		}
		if a.OnPage {
			needsNoMessage(t, a, r)
		}
		for _, e := range r.Effects {
			if e.Kind != chat.Whisper && e.Kind != chat.OpenForm && e.Kind != chat.OpenThread {
				return
			}
		}
		if verb == "vote" || a.OnPage {
			return // a vote is private, but is stored, and a page shows some changes in private
		}
		if diff := cmp.Diff(before, rooms(t, s), cmpopts.IgnoreUnexported(game.Room{}, game.Game{})); diff != "" {
			t.Errorf("%+v is refused or answered in private, but changes something:\n%s", a, diff)
		}
	})
}

// gameNamed returns the id of a game of the room, or an unknown id, as controls write it.
func gameNamed(r game.Room, which uint8) string {
	var list []string
	for g := range r.Games() {
		id := string(g.ID.AppendMarked(nil, g.Moment().Mark))
		list = append(list, id, strings.ToLower(id), strings.ToUpper(id))
	}
	list = append(list, "0", "zz", "3w5e11264sgsf")
	return list[int(which)%len(list)]
}

// turnNamed returns the current turn of the room's first game, or another turn, as controls write it.
func turnNamed(r game.Room, turn uint8) string {
	now := uint32(0)
	for g := range r.Games() {
		now = g.Turn
		break
	}
	switch turn % 8 {
	case 0, 1, 2:
		return strconv.FormatUint(uint64(now), 10)
	case 3:
		return fmt.Sprintf("%0*d", int(turn>>3), now)
	case 4:
		return strconv.FormatUint(uint64(now)+1, 10)
	case 5:
		return "4294967295"
	default:
		return strconv.Itoa(int(turn >> 3))
	}
}
