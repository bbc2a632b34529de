package bot_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/words"
	"othellobot/words/wordstest"
)

func challenging() chat.Action {
	a := typed("ana", "")
	a.Tokens = []chat.Token{{Text: "start black"}, {Text: "bo", User: by("bo", "c", "t").User, Kind: chat.MentionsPerson}}
	return a
}

func TestTheActorIsToldWhatWasDoneElsewhere(t *testing.T) {
	duel := []chat.Action{typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3"), typed("bo", "c3")}
	type conversation []chat.Action
	for name, c := range map[string]struct {
		said conversation
		want string
	}{
		"a start":          {conversation{typed("ana", "start")}, "The game has begun."},
		"a challenge":      {conversation{challenging()}, "Challenge sent."},
		"an acceptance":    {conversation{challenging(), typed("bo", "accept")}, "The game has begun."},
		"a refusal":        {conversation{challenging(), typed("bo", "decline")}, "The challenge is off."},
		"a free seat":      {duel[:2], "You have joined."},
		"a bare square":    {duel[:3], "d3 played."},
		"a move":           {conversation{typed("ana", "start"), typed("ana", "move f5")}, "f5 played."},
		"an asked undo":    {append(duel[:4:4], typed("ana", "undo")), "I asked the other side."},
		"a free undo":      {append(duel[:4:4], typed("bo", "undo")), "The move is taken back."},
		"a stop":           {append(duel[:4:4], typed("bo", "stop")), "The game is stopped."},
		"a rematch":        {conversation{typed("ana", "start"), typed("ana", "stop"), typed("ana", "rematch")}, "The game has begun."},
		"a rematch of two": {append(duel[:4:4], typed("bo", "stop"), typed("bo", "rematch")), "Challenge sent."},
		"a position":       {conversation{typed("ana", "load f5d6")}, "The position is loaded."},
		"a board":          {conversation{typed("ana", "start"), typed("bo", "")}, "Here is the board."},
		"a setting":        {conversation{ordered("settings pings:off")}, "Settings changed."},
		"a text board":     {conversation{typed("ana", "start"), typed("bo", "board text")}, ""},
		"a refused move":   {conversation{typed("ana", "start"), typed("bo", "a1")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			last := s.doAll(t, c.said)
			equal(t, "the confirmation is", last.Confirmation.String(), c.want)
		})
	}
}

type heard struct {
	mu            sync.Mutex
	transcripts   int
	bot           *bot.Bot
	asked, posted map[string]bool
	sent          map[string]bool // how the clock's actions send messages: "ping loud"
}

func (h *heard) by(t testing.TB, b *bot.Bot) listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.transcripts++
	h.bot = b
	return listener{b, t, h}
}

type listener struct {
	*bot.Bot
	t testing.TB
	*heard
}

func (l listener) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	r, err := l.Bot.Handle(ctx, a)
	if a.Origin != chat.OriginUser {
		l.hear(a, r)
		return r, err
	}
	name := l.VerbOf(a)
	if a.Control != "" {
		name = "press " + strings.Split(a.Control, ":")[3]
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range r.Effects {
		if e.Silent {
			l.t.Errorf("%q sends silently to a user who asked: %q", name, e.Message.Text)
		}
	}
	l.asked[name] = true
	if len(r.Effects) > 0 && r.Effects[0].Kind == chat.Post {
		l.posted[name] = true
		if r.Confirmation.String() == "" {
			l.t.Errorf("%q is answered by %q without a line for the actor", name, r.Effects[0].Message.Text)
		}
	}
	return r, err
}

// hear records how an action of the clock sends new messages, now or once they are drawn.
func (l listener) hear(a chat.Action, r chat.Response) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, e := range r.Effects {
		how := "silent"
		if !e.Silent {
			how = "loud"
		}
		switch {
		case a.Origin == chat.OriginEngine && e.Silent:
			l.t.Errorf("the engine's move is sent silently: %q", e.Message.Text)
		case a.Origin == chat.OriginClock && (e.Kind == chat.Post || e.Kind == chat.Ping || e.Kind == chat.Refresh && e.Reserved):
			l.sent[strings.Split(a.Control, ":")[3]+" "+how] = true
		}
	}
}

func (l listener) Draw(ctx context.Context, due chat.Effect) (chat.Response, error) {
	r, err := l.Bot.Draw(ctx, due)
	for _, e := range r.Effects {
		if e.Silent != due.Silent && !mentions(e.Message) {
			l.t.Errorf("%q is sent with Silent %t, want %t", e.Message.Text, e.Silent, due.Silent)
		}
	}
	return r, err
}

func mentions(m chat.Message) bool {
	return slices.ContainsFunc(m.Text, func(s chat.Span) bool { return s.Kind == chat.SpanMention })
}

// judge checks that the transcripts cover every action, and every declared confirmation line. The local
// channel has no threads, forms, direct messages or pages of games.
//
// It also checks that the clock's new messages are silent unless they mention a user. With pings off,
// reminders of rated games and the offer of a win mention no user.
func (h *heard) judge(t *testing.T) {
	equal(t, "the clock's messages are", strings.Join(slices.Sorted(maps.Keys(h.sent)), ", "),
		"close silent, count silent, daily silent, expire silent, offer loud, offer silent, ping loud, redraw silent, "+
			"remind loud, remind silent, time-out silent, warn loud, warn silent")
	for name, line := range h.bot.DoneLines() {
		switch {
		case name == "press thread", name == "press type", name == "press games", name == "press undo", name == "press leave":
		case !h.asked[name]:
			t.Errorf("no transcript asks for %q", name)
		case line != "" && !h.posted[name]:
			t.Errorf("%q declares the line %q, but is never answered in public", name, line)
		}
	}
}

// TestPressesAreConfirmedOnlyElsewhere checks that only a new message is confirmed.
func TestPressesAreConfirmedOnlyElsewhere(t *testing.T) {
	s := newStage(t, threaded())
	start := s.do(t, typed("ana", "start"))
	if got := s.do(t, pressed(t, "ana", "d3", start)); got.Confirmation != nil {
		t.Errorf("a pressed move has the line %q", got.Confirmation)
	}
	again := s.do(t, pressed(t, "ana", "Rematch", s.do(t, typed("ana", "stop"))))
	equal(t, "a pressed rematch has the line", again.Confirmation.String(), "The game has begun.")
	thread := pressed(t, "bo", wordstest.Quoted().Default().String(words.ThreadButton{}), s.do(t, unthreaded(typed("bo", "start bot"))))
	thread.Place.Thread = "thread 1"
	equal(t, "a press that opens a thread has the line", s.do(t, thread).Confirmation.String(), "The game has begun.")
}
