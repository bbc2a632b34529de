package bot_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
	"othellobot/words/wordstest"
)

// TestRealGames plays recorded tournament games, each as a typed duel in its own channel.
func TestRealGames(t *testing.T) {
	const games = 200
	all := recordedGames(t)
	for i := range games {
		t.Run(fmt.Sprint(i+1), func(t *testing.T) {
			t.Parallel()
			checkGame(t, all[i*len(all)/games]) // spread evenly over the file
		})
	}
}

type record struct {
	transcript   string
	black, white int
}

func recordedGames(t *testing.T) (all []record) {
	t.Helper()
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skip("OTHELLO_DATA is not set: it names the folder that holds games/finished-games.txt")
	}
	file, err := os.Open(filepath.Join(dir, "games", "finished-games.txt"))
	noError(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var r record
		_, err := fmt.Sscan(lines.Text(), &r.transcript, &r.black, &r.white)
		noError(t, err)
		all = append(all, r)
	}
	return all
}

func checkGame(t *testing.T, want record) {
	moves, err := rules.ParseTranscript(want.transcript)
	noError(t, err)
	script, passes := duelScript(t, moves)
	unreviewed := configuration(words.Load())
	unreviewed.Judge = nil
	said := playAs(t, script, unreviewed, func(b *bot.Bot) chat.Handler { return b })

	if got := strings.Count(said, "has no legal move."); got != passes {
		t.Errorf("%d passes announced, want %d", got, passes)
	}
	if got := strings.Count(said, "only to"); got != 0 {
		t.Errorf("%d moves refused:\n%s", got, said)
	}
	end := regexp.MustCompile(` wins, |A draw, `).FindStringIndex(said)
	if end == nil || strings.Contains(said[end[1]:], "/othello move") {
		t.Fatalf("the game is not over exactly after its last move:\n%s", said)
	}
	before, last := said[:end[0]], said[end[1]:]
	if got := strings.Count(before, "/othello "+moves[len(moves)-1].String()); got == 0 {
		t.Error("the game was over before its last move")
	}
	if black, white := finalDiscs(t, last); black != want.black || white != want.white {
		t.Errorf("ends %d–%d, want %d–%d", black, white, want.black, want.white)
	}
}

func duelScript(t *testing.T, moves []rules.Square) (script string, passes int) {
	t.Helper()
	speakers := [2]string{rules.Black: "ana", rules.White: "bo"}
	lines := []string{"ana: /othello start @bo black", "bo: /othello accept"}
	p := rules.Start()
	for _, m := range moves {
		lines = append(lines, speakers[p.ToMove]+": /othello "+m.String())
		next, err := p.Play(m)
		noError(t, err)
		if next.ToMove == p.ToMove {
			passes++
		}
		p = next
	}
	return strings.Join(lines, "\n") + "\n", passes
}

func finalDiscs(t *testing.T, message string) (black, white int) {
	t.Helper()
	_, board, ok := strings.Cut(message, "   a b c d e f g h\n")
	if !ok {
		t.Fatalf("no board after the end:\n%s", message)
	}
	rows := strings.SplitN(board, "\n", 9)
	for _, row := range rows[:8] {
		black += strings.Count(row, "X")
		white += strings.Count(row, "O")
	}
	return black, white
}

func (s *stage) atHome(t *testing.T, user, locale string) chat.Message {
	t.Helper()
	a := by(user, "", "t")
	a.Origin, a.Verb, a.Locale = chat.OriginPlatform, chat.VerbHome, locale
	r, err := s.Handle(t.Context(), a)
	if err != nil || len(r.Effects) != 1 || r.Effects[0].Kind != chat.Whisper {
		t.Fatalf("home is %v, %v", r, err)
	}
	return r.Effects[0].Message
}

func against(channel, user, other, color string) chat.Action {
	a := in(channel, typed(user, "start "))
	a.Tokens = append(a.Tokens, chat.Token{Kind: chat.MentionsPerson, User: chat.UserID{Platform: "p", Team: "t", ID: other}}, chat.Token{Text: " " + color})
	return a
}

// TestGamesByDirectMessage checks that users of a platform with direct messages can receive the list
// of their games, and update it. Other platforms do not offer the list.
func TestGamesByDirectMessage(t *testing.T) {
	const send = "Send me these by DM"
	s := newStage(t, limited(func(l *chat.Limits) { l.Direct = true }))
	listed := s.do(t, typed("ana", "games"))
	sent := s.do(t, pressed(t, "ana", send, listed))
	for range 2 {
		if len(sent.Effects) != 1 || sent.Effects[0].Kind != chat.Direct || sent.Effects[0].Message.Text.String() != "You have no game at the moment." {
			t.Fatalf("sent is %v", sent)
		}
		sent = s.do(t, pressed(t, "ana", "Update", sent))
	}
	if got := s.atHome(t, "ana", ""); got.Controls[0].Buttons[0].Label != "Update" {
		t.Errorf("after an update the controls are %v", got.Controls)
	}
	elsewhere := newStage(t, limits)
	if got := elsewhere.do(t, typed("ana", "games")).Effects[0].Message.Controls; len(got[0].Buttons) != 4 {
		t.Errorf("on other platforms the controls are %v", got)
	}
	elsewhere.whispers(t, pressed(t, "ana", send, listed), "…button…")
}

// TestHome checks the order of the games, and their links.
func TestHome(t *testing.T) {
	s := newStage(t, limits)
	s.MaxDuels = 9
	equal(t, "without games ana is shown", s.atHome(t, "ana", "").Text.String(), "You have no game at the moment.")
	at := func(minutes int) { s.now = s.now.Add(time.Duration(minutes) * time.Minute) }
	s.sent(t, s.do(t, in("one", typed("ana", "start"))), "board one")
	at(1)
	s.do(t, in("two", pressed(t, "bo", "Accept · friendly", s.do(t, against("two", "ana", "bo", "white")))))
	at(1)
	s.sent(t, s.do(t, in("three", typed("ana", "start bot"))), "board three")
	at(1)
	s.sent(t, s.do(t, against("four", "ana", "cy", "black")), "challenge four")
	s.do(t, against("five", "cy", "ana", "black"))
	at(1)
	s.do(t, in("six", typed("ana", "start anyone black")))
	want := `Your games, those that wait for you first:
You and the bot: move 1
cy challenges you: the challenge
A seat is still free: move 1
Black is to move, and anybody may: move 1
bo is to move: move 1
cy has not answered your challenge yet: the challenge`
	home := s.atHome(t, "ana", "")
	if got := strings.ReplaceAll(home.Text.String(), ": your move,", ":"); got != want {
		t.Errorf("ana is shown\n%s\nwant\n%s", got, want)
	}
	links := map[string]chat.MessageRef{}
	for _, span := range home.Text {
		if span.Kind == chat.SpanLink {
			links[span.Link.Place.Channel] = span.Link.Message
		}
	}
	for channel, ref := range map[string]chat.MessageRef{"one": "board one", "three": "board three", "four": "challenge four", "five": ""} {
		if got, linked := links[channel]; got != ref || !linked {
			t.Errorf("%s is reached by %q, %t; want %q", channel, got, linked, ref)
		}
	}
	s.Words = words.Load()
	german, _ := s.Words.Named("de")
	if got := s.atHome(t, "ana", "de").Text.String(); !strings.HasPrefix(got, german.String(words.YourGames{})) {
		t.Errorf("in German ana is shown %q", got)
	}
	s.Words = wordstest.Quoted()
	equal(t, "den is shown", s.atHome(t, "den", "").Text.String(), "You have no game at the moment.")
}

func TestHomeOfManyGames(t *testing.T) {
	s := newStage(t, limits)
	s.MaxDuels = 0
	for i := range 103 {
		s.do(t, in(fmt.Sprint("c", i), typed("ana", "start bot")))
	}
	lines := strings.Split(s.atHome(t, "ana", "").Text.String(), "\n")
	if n := len(lines); n != 102 || lines[n-1] != "And 3 more." {
		t.Errorf("there are %d lines, and the last is %q", n, lines[n-1])
	}
}

func TestPlayersOfAChange(t *testing.T) {
	s := newStage(t, limits)
	names := func(r chat.Response) (list []string) {
		for _, p := range r.Players {
			list = append(list, p.ID)
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	start := s.do(t, typed("ana", "start"))
	for what, c := range map[string]struct {
		r    chat.Response
		want []string
	}{
		"a start":     {start, []string{"ana"}},
		"a refusal":   {s.do(t, typed("cy", "a1")), nil},
		"a question":  {s.do(t, typed("cy", "check d3")), nil},
		"a move":      {s.do(t, pressed(t, "bo", "d3", start)), []string{"ana", "bo"}},
		"another end": {s.do(t, typed("ana", "stop")), []string{"ana", "bo"}},
	} {
		if got := names(c.r); !slices.Equal(got, c.want) && what != "a refusal" {
			t.Errorf("%s is about %v, want %v", what, got, c.want)
		}
	}
}

func TestForms(t *testing.T) {
	s := newStage(t, limits)
	if got := whispered(t, s.do(t, typed("ana", "load"))); got == "" {
		t.Error("without forms load says nothing")
	}
	s = newStage(t, limited(func(l *chat.Limits) { l.Forms, l.MoveButtons = true, 3 }))
	asks := func(r chat.Response, verb string) chat.Action {
		t.Helper()
		if len(r.Effects) != 1 || r.Effects[0].Kind != chat.OpenForm || r.Effects[0].Message.Text == nil {
			t.Fatalf("the answer is %v", r)
		}
		f := r.Effects[0].Form
		if f.Verb != verb || len(f.Title) > 24 || len(f.Submit) > 24 || len(f.Label) > 45 {
			t.Errorf("the form is %+v", f)
		}
		a := by("ana", "c", "t")
		a.Verb, a.Args = f.Verb, []chat.Argument{{Name: f.Argument}}
		return a
	}
	load := asks(s.do(t, typed("ana", "load")), "load")
	load.Args[0].Value.Text = "f5 d6\nc3"
	board := s.do(t, load)
	says(t, board, "Loaded position…")
	move := asks(s.do(t, pressed(t, "ana", "Type a move", board)), "move")
	move.Args[0].Value.Text = " D3 "
	says(t, s.do(t, move), "…d3…")
	s.do(t, typed("ana", "stop"))
	if got := whispered(t, s.do(t, pressed(t, "ana", "Type a move", board))); got == "" {
		t.Error("without a game a form asks for a move")
	}
}
