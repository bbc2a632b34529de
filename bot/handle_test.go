package bot_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/bot"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/store/memory"
	"othellobot/words/wordstest"
)

// stage is a bot whose time, store and limits a test can change.
type stage struct {
	*bot.Bot
	now    time.Time
	store  *flakyStore
	limits chat.Limits
	log    bytes.Buffer
}

// restart replaces the bot by a new process over the same store.
func (s *stage) restart() { s.Bot = bot.New(s.Config) }

// saving is a store that calls before with each change that it saves, and fails with its error.
type saving struct {
	people.Store
	before func(game.Change) error
}

func (s saving) Save(ctx context.Context, c game.Change) error {
	if err := s.before(c); err != nil {
		return err
	}
	return s.Store.Save(ctx, c)
}

type flakyStore struct {
	people.Store
	err error
}

func (s *flakyStore) Save(ctx context.Context, c game.Change) error {
	if s.err != nil {
		return errors.Join(game.ErrNotStored, s.err)
	}
	return s.Store.Save(ctx, c)
}

func (s *flakyStore) Vote(ctx context.Context, c game.VoteChange) error {
	if s.err != nil {
		return errors.Join(game.ErrNotStored, s.err)
	}
	return s.Store.Vote(ctx, c)
}

func (s *flakyStore) Bury(ctx context.Context, t game.Tombstone) error {
	if s.err != nil {
		return s.err
	}
	return s.Store.Bury(ctx, t)
}

func newStage(t *testing.T, limits chat.Limits) *stage {
	t.Helper()
	s := &stage{
		now:   time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC),
		store: &flakyStore{Store: memory.New(timing)}, limits: limits,
	}
	s.Bot = bot.New(bot.Config{
		Words:      wordstest.Quoted(),
		Ports:      people.PortsOf(s.store, timing),
		Engine:     engine.New(1, 1<<20),
		Limits:     map[string]chat.Limits{"p": limits},
		Clock:      clock(func() time.Time { return s.now }),
		Seed:       1,
		Log:        slog.New(slog.NewTextHandler(&s.log, nil)),
		IdleExpiry: timing.IdleExpiry,
		MaxDuels:   2,
	})
	return s
}

var timing = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}

var limits = chat.Limits{ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Themes: []string{"classic", "moon"}}

func limited(set func(*chat.Limits)) chat.Limits {
	l := limits
	set(&l)
	return l
}

// do handles an action that must not fail. It checks that the bot confirms only a new public message.
func (s *stage) do(t *testing.T, a chat.Action) chat.Response {
	t.Helper()
	r, err := s.Handle(t.Context(), a)
	noError(t, err)
	posts := a.Origin == chat.OriginUser && len(r.Effects) > 0 && r.Effects[0].Kind == chat.Post
	if line := r.Confirmation.String(); posts != (line != "") || strings.Contains(line, "\n") || line == "Done." {
		t.Errorf("%v is answered by %v with the line %q for the actor", a, r.Effects, line)
	}
	r.Effects = asDrawn(t, s, r.Effects)
	return r
}

func (s *stage) doAll(t *testing.T, actions []chat.Action) (last chat.Response) {
	t.Helper()
	for _, a := range actions {
		last = s.do(t, a)
	}
	return last
}

func asDrawn(t *testing.T, h chat.Handler, effects []chat.Effect) (list []chat.Effect) {
	t.Helper()
	for _, e := range effects {
		if e.Kind != chat.Refresh {
			list = append(list, e)
			continue
		}
		r, err := h.Draw(t.Context(), e)
		noError(t, err)
		list = append(list, r.Effects...)
	}
	return list
}

func by(user, channel, team string) chat.Action {
	return chat.Action{
		User:  chat.UserID{Platform: "p", Team: team, ID: user},
		Place: chat.Place{Platform: "p", Team: team, Channel: channel},
	}
}

// typed returns what a user types in channel c of team t, where most tests play.
func typed(user, words string) chat.Action {
	a := by(user, "c", "t")
	a.Tokens = []chat.Token{{Text: words}}
	return a
}

func delivered(id chat.Delivery, a chat.Action) chat.Action {
	a.Delivery = id
	return a
}

func mentioning(a chat.Action, user string) chat.Action {
	a.Tokens = append(a.Tokens, chat.Token{Kind: chat.MentionsPerson, User: by(user, "c", "t").User})
	return a
}

func completing(user, verb, name, value string) chat.Action {
	a := arguments(user, verb, name, value)
	a.Origin, a.Focus = chat.OriginCompletion, name
	return a
}

func press(user, control string) chat.Action {
	a := by(user, "c", "t")
	a.Control = control
	return a
}

func pressed(t *testing.T, user, label string, r chat.Response) chat.Action {
	t.Helper()
	for _, e := range r.Effects {
		for _, row := range e.Message.Controls {
			for _, b := range row.Buttons {
				if b.Label == label {
					return press(user, b.Action)
				}
			}
			if row.Select == nil {
				continue
			}
			for _, o := range row.Select.Options {
				if o.Label == label {
					return press(user, o.Action)
				}
			}
		}
	}
	t.Fatalf("no control %q in %v", label, r)
	return chat.Action{}
}

func on(message chat.MessageRef, a chat.Action) chat.Action {
	a.Message = message
	return a
}

// whispered returns the text of a response, which must be exactly one whisper.
func whispered(t *testing.T, r chat.Response) string {
	t.Helper()
	if len(r.Effects) != 1 || r.Effects[0].Kind != chat.Whisper {
		t.Fatalf("%v is not one whisper", r)
	}
	return r.Effects[0].Message.Text.String()
}

// whispers checks that the answer to an action is one whisper. want has the form that [says] accepts.
func (s *stage) whispers(t *testing.T, a chat.Action, want string) {
	t.Helper()
	r := s.do(t, a)
	whispered(t, r)
	says(t, r, want)
}

// says checks the text of the first effect. An ellipsis at the end or both ends of want matches any text.
func says(t *testing.T, r chat.Response, want string) {
	t.Helper()
	got := r.Effects[0].Message.Text.String()
	rest, anyEnd := strings.CutSuffix(want, "…")
	rest, anyStart := strings.CutPrefix(rest, "…")
	if got != want && !(anyEnd && strings.HasPrefix(got, rest)) && !(anyEnd && anyStart && strings.Contains(got, rest)) {
		t.Errorf("the answer is %q, want %q", got, want)
	}
}

func TestNothingIsShownThatIsNotStored(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start"))
	s.store.err = errors.New("disk full")
	for name, a := range map[string]chat.Action{
		"a move":  typed("ana", "d3"),
		"a press": pressed(t, "ana", "d3", start),
		"a stop":  typed("ana", "stop"),
	} {
		s.log.Reset()
		r := s.do(t, a)
		if r.Trouble != chat.Unsaved || !strings.Contains(s.log.String(), "disk full") {
			t.Errorf("%s is trouble %d, and the log says %q", name, r.Trouble, &s.log)
		}
		text := whispered(t, r)
		if !strings.Contains(text, "not saved; nothing changed") || strings.Contains(text, "disk") {
			t.Errorf("%s is answered %q", name, text)
		}
	}
	again := by("ana", "c2", "t")
	again.Control = "o1:0:0:start:bot"
	s.whispers(t, again, "…Press again in a moment.…")
	s.store.err = nil
	equal(t, "after that a move is answered by", s.do(t, typed("ana", "d3")).Effects[0].Kind, chat.Post)
}

// engineMove returns the engine's move d3 in the running game, as the runner would send it.
func (s *stage) engineMove(t *testing.T) chat.Action {
	a := by("", "c", "t")
	a.Origin, a.Control = chat.OriginEngine, s.control(t, "move", "d3")
	return a
}

func (s *stage) control(t *testing.T, verb, arg string) string {
	t.Helper()
	return control.For(*roomOf(t, s, by("", "c", "t").Place).Active, verb, arg)
}

func TestStaleEngineMovesAreDropped(t *testing.T) {
	s := newStage(t, limits)
	start := s.do(t, typed("ana", "start bot white"))
	s.sent(t, start, "m1")
	move := s.engineMove(t)
	if got := s.do(t, move); len(got.Effects) == 0 {
		t.Fatal("the engine's move shows nothing")
	}
	nothing(t, s.do(t, move).Effects)
	other := strings.Replace(move.Control, ":d3", ":f5", 1)
	for _, late := range []string{other, strings.Replace(move.Control, "move:d3", "ping", 1), "o1:zz:0:ping"} {
		a := move
		if a.Control = late; !strings.Contains(late, "move") {
			a.Origin = chat.OriginClock
		}
		nothing(t, s.do(t, a).Effects)
	}
}

func TestTypedArgumentsMeanTheSameAsWords(t *testing.T) {
	for words, args := range map[string][]chat.Argument{
		"start with:bot level:2 color:white": {{Name: "with", Value: chat.Token{Text: "bot"}}, {Name: "level", Value: chat.Token{Text: "2"}}, {Name: "color", Value: chat.Token{Text: "white"}}},
		"check e3 white":                     {{Name: "square", Value: chat.Token{Text: "e3"}}, {Name: "color", Value: chat.Token{Text: "white"}}},
		"move E 6":                           {{Name: "square", Value: chat.Token{Text: "E 6"}}},
		"board pink":                         {{Name: "format", Value: chat.Token{Text: "pink"}}},
		"load f5d6":                          {{Name: "moves", Value: chat.Token{Text: "f5d6"}}},
	} {
		a := by("ana", "c", "t")
		a.Verb, _, _ = strings.Cut(words, " ")
		a.Args = args
		byWords, byArgs := newStage(t, limits), newStage(t, limits)
		if words != "load f5d6" && a.Verb != "start" {
			byWords.do(t, typed("ana", "start"))
			byArgs.do(t, typed("ana", "start"))
		}
		if words == "board pink" {
			byArgs.whispers(t, a, "…emoji, text or words…")
			continue
		}
		if diff := cmp.Diff(byWords.do(t, typed("ana", words)), byArgs.do(t, a)); diff != "" {
			t.Errorf("%s means something else with typed arguments (-words +arguments):\n%s", words, diff)
		}
	}
}

func TestUnknownTypedCommand(t *testing.T) {
	s := newStage(t, limits)
	a := by("ana", "c", "t")
	a.Verb = "tournament"
	s.whispers(t, a, "I do not know tournament…")
}

// TestUnofferedControlsAreRefused checks that the bot refuses them in words and logs no error.
func TestUnofferedControlsAreRefused(t *testing.T) {
	s := newStage(t, limits)
	s.Judge = bottest.GuessJudge
	s.do(t, typed("ana", "start"))
	const unknown, old = "That game is not here any more", "That button no longer works"
	for control, want := range map[string]string{
		"o1:0:0:move:d3": unknown, "o1:0:0:tell:d3": unknown, "o1:0:0:decline": unknown,
		"o1:0:0:review:1:d3": old, "o1:0:0:share:1:d3": old, "o1:0:0:play-on:1:d3": old, "o1:0:0:try:1.d3": old, "o1:0:0:nonsense": old, "o1:0:0:standby:nonsense": old,
	} {
		s.log.Reset()
		a := press("ana", control)
		s.whispers(t, a, want+"…")
		if log := s.log.String(); strings.Contains(log, "ERROR") || strings.Contains(log, "nonsense") || !strings.Contains(log, "level=INFO") {
			t.Errorf("of %s the log says %q", control, log)
		}
	}
	s.log.Reset()
	key := completing("ana", "nonsense", "square", "d")
	if r, log := s.do(t, key), s.log.String(); len(r.Choices) > 0 || strings.Contains(log, "nonsense") || !strings.Contains(log, "level=INFO") {
		t.Errorf("an unknown command is completed by %v, and the log says %q", r.Choices, &s.log)
	}
}

func TestCompletions(t *testing.T) {
	s := newStage(t, limits)
	ask := func(verb, focus, text string) []chat.Choice {
		a := by("ana", "c", "t")
		a.Origin, a.Verb, a.Focus = chat.OriginCompletion, verb, focus
		a.Args = []chat.Argument{{Name: focus, Value: chat.Token{Text: text}}}
		r := s.do(t, a)
		if len(r.Effects) > 0 {
			t.Errorf("a completion has effects: %v", r.Effects)
		}
		return r.Choices
	}
	if got := ask("move", "square", ""); len(got) != 0 {
		t.Errorf("without a game there are completions: %v", got)
	}
	s.do(t, typed("ana", "start"))
	s.do(t, typed("ana", "f5"))
	want := []chat.Choice{{Label: "f4 – flips 1", Value: "f4"}, {Label: "f6 – flips 1", Value: "f6"}}
	if diff := cmp.Diff(want, ask("move", "square", "F")); diff != "" {
		t.Errorf("completions of F (-want +got):\n%s", diff)
	}
	if got := len(ask("move", "square", "")); got != 3 {
		t.Errorf("%d completions of nothing, want 3", got)
	}
	if diff := cmp.Diff([]chat.Choice{{Label: "moon", Value: "moon"}}, ask("settings", "theme", "m")); diff != "" {
		t.Errorf("themes that begin with m (-want +got):\n%s", diff)
	}
	s.do(t, typed("ana", "stop"))
	s.do(t, typed("ana", "load "+manyMoves))
	if got := len(ask("move", "square", "")); got != limits.Choices {
		t.Errorf("%d completions of 27 moves, want the %d that the limits allow", got, limits.Choices)
	}
	if got := ask("move", "square", "g8"); len(got) != 1 {
		t.Errorf("g8, the last of 27 moves, is completed by %v", got)
	}
}

func TestStartInADirectMessagePlaysTheBot(t *testing.T) {
	for _, said := range []string{"start", "start vote", "vote", "start vote:2m"} {
		s := newStage(t, limits)
		a := typed("ana", said)
		a.Direct = true
		says(t, s.do(t, a), "@ana (Black) against the bot, level 3. Your move.…")
	}
}

// TestGamesOfOnePersonAreLimited tries many kinds of games, and many ways to begin the third.
func TestGamesOfOnePersonAreLimited(t *testing.T) {
	here := func(a chat.Action, channel string) chat.Action {
		a.Place.Channel = channel
		return a
	}
	challenge := mentioning(typed("ana", "start"), "cy")
	open := press("ana", "o1:0:0:open:d3")
	kinds := []chat.Action{
		typed("ana", "start bot"), typed("ana", "start anyone"), typed("ana", "start"), typed("ana", "start vote"),
		typed("ana", "load f5d6"), challenge, open,
	}
	for i, first := range kinds {
		s := newStage(t, limits)
		s.do(t, here(first, "c1"))
		s.do(t, here(kinds[(i+1)%len(kinds)], "c2"))
		for _, a := range kinds {
			s.whispers(t, a, "ana has 2 games waiting or running, which is the limit. Finish one first.")
		}
	}
	s := newStage(t, limits)
	s.do(t, here(typed("ana", "start bot"), "c1"))
	s.do(t, here(typed("bo", "start"), "c2"))
	s.do(t, here(typed("bo", "start anyone"), "c3"))
	s.do(t, here(typed("ana", "d3"), "c2"))
	board := s.do(t, here(typed("ana", "board"), "c2"))
	s.do(t, here(typed("ana", "start"), "c4"))
	for _, a := range []chat.Action{
		here(typed("ana", "join"), "c3"),
		here(pressed(t, "ana", "Play the bot", board), "c2"), // in another user's game
	} {
		s.whispers(t, a, "ana has 2 games…")
	}
	asked := typed("bo", "start")
	asked.Tokens = append(asked.Tokens, chat.Token{Kind: chat.MentionsPerson, User: challenge.User})
	s = newStage(t, limits)
	for _, channel := range []string{"c1", "c2"} {
		s.do(t, here(typed("ana", "start bot"), channel))
	}
	s.do(t, asked)
	s.whispers(t, typed("ana", "accept"), "ana has 2 games…")
}

func gameOf(r chat.Response) string {
	id, _, _ := strings.Cut(string(r.Effects[0].Subject.Game), "@")
	return id
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal[T comparable](t testing.TB, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s %+v, want %+v", what, got, want)
	}
}

// TestInvitation checks that the answer has the platform's link, if there is one.
func TestInvitation(t *testing.T) {
	const page = "https://chat.example/add?client_id=7&scope=a+b"
	for name, address := range map[string]func() string{"public": func() string { return page }, "private": func() string { return "" }, "unknown": nil} {
		of := limits
		of.InviteURL = address
		answer := newStage(t, of).do(t, typed("ana", "invite")).Effects[0]
		links := 0
		for _, span := range answer.Message.Text {
			if span.Kind == chat.SpanLink && span.Link.URL == page {
				links++
			}
		}
		if linked := name == "public"; answer.Kind != chat.Whisper || links > 0 != linked || strings.Contains(answer.Message.Text.String(), "people who run") == linked {
			t.Errorf("%s: %+v", name, answer)
		}
	}
}
