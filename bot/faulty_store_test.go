package bot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/people"
)

// closedStore replaces text with instead in the rooms that it loads, unless text is "".
type closedStore struct {
	people.Store
	text, instead string
}

func (s *closedStore) closed(r game.Room) game.Room {
	text, err := r.MarshalJSON()
	if s.text == "" || err != nil {
		return r
	}
	return game.ReadRoom(r.Place, r.Version, bytes.Replace(text, []byte(s.text), []byte(s.instead), 1))
}

func (s *closedStore) Load(ctx context.Context, at game.Place, d game.Delivery) (game.Room, error) {
	room, err := s.Store.Load(ctx, at, d)
	return s.closed(room), err
}

func (s *closedStore) Due(ctx context.Context, now, until time.Time, most int, prefixes []string) (game.Due, error) {
	due, err := s.Store.Due(ctx, now, until, most, prefixes)
	for i, room := range due.Rooms {
		due.Rooms[i] = s.closed(room)
	}
	return due, err
}

func TestUnreadableGames(t *testing.T) {
	for name, c := range map[string]struct {
		text, instead string
		said          string
		level         slog.Level
		start         string
	}{
		"damaged": {`"phase":"playing"`, `"phase":"melting"`, "I cannot read the game that is stored here", slog.LevelError, ""}, // the bot itself does not refuse
		"newer":   {`"format":1`, `"format":1000`, "I am being updated", slog.LevelDebug, "I am being updated"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			closed := &closedStore{Store: s.store}
			s.Ports = people.PortsOf(closed, timing)
			begun := s.do(t, typed("ana", "start"))
			closed.text, closed.instead = c.text, c.instead
			for _, a := range []chat.Action{
				typed("ana", "d3"), pressed(t, "ana", "d3", begun), typed("ana", "stop"), typed("ana", "board"), typed("ana", "hint"),
			} {
				s.whispers(t, a, "…"+c.said+"…")
			}
			if c.start != "" {
				s.whispers(t, typed("bo", "start"), "…"+c.start+"…")
			}
			s.now = s.now.Add(200 * time.Hour)
			var log bytes.Buffer
			counted := map[bool]int{}
			r := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			r.Unreadable = func(newer bool) { counted[newer]++ }
			noError(t, r.Settle(t.Context()))
			newer := c.level == slog.LevelDebug
			line := fmt.Sprintf(`level=%v msg="a stored game cannot be read" game=`, c.level)
			if !newer {
				line += gameOf(begun) + " "
			}
			if counted[newer] != 1 || len(counted) != 1 || !strings.Contains(log.String(), line) {
				t.Errorf("counted are %v, and the log is\n%s", counted, &log)
			}
		})
	}
}

var errUnnoted = errors.New("no messages are noted")

// unnoted rejects asynchronous changes. They hold only the state of messages.
func unnoted(c game.Change) error {
	if c.Async {
		return errUnnoted
	}
	return nil
}

// TestStoredChangesAreShown loses the state of the earlier messages.
func TestStoredChangesAreShown(t *testing.T) {
	accept := typed("bo", "accept")
	for name, c := range map[string]struct {
		before []chat.Action
		waits  time.Duration
		last   chat.Action
		want   string
	}{
		"a move":                {[]chat.Action{typed("ana", "start")}, 0, typed("ana", "d3"), "ana: d3, flips d4."},
		"an undo":               {[]chat.Action{typed("ana", "start"), typed("ana", "d3")}, 0, typed("ana", "undo"), "ana took back d3"},
		"a game for an old one": {[]chat.Action{typed("ana", "start")}, time.Hour, typed("bo", "start"), "Nobody played on here"},
		"a challenge accepted":  {[]chat.Action{challenging()}, 0, accept, "bo accepted"},
		"a duel for an old game": {
			[]chat.Action{typed("ana", "start"), challenging()}, time.Hour, accept, "Nobody played on here",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			s.Ports = people.PortsOf(saving{s.store, unnoted}, timing)
			for i, a := range c.before {
				if _, err := s.Sent(t.Context(), s.do(t, a).Effects[0].Subject, chat.Outcome{Ref: chat.MessageRef("m" + strconv.Itoa(i))}); !errors.Is(err, errUnnoted) {
					t.Errorf("what fails is %v, want %v", err, errUnnoted)
				}
			}
			s.now = s.now.Add(c.waits)
			got := s.do(t, c.last)
			if len(got.Effects) == 0 || got.Effects[0].Kind != chat.Post || !strings.HasPrefix(got.Effects[0].Message.Text.String(), c.want) {
				t.Errorf("the answer is %v, want a post of %q", got.Effects, c.want)
			}
		})
	}
}

// TestForgottenLater checks a store that fails half-way. The user must learn that the rest follows.
func TestForgottenLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t, limits)
		s.Clock = clock(time.Now)
		var fails error
		s.Ports = people.PortsOf(saving{s.store, func(game.Change) error { return fails }}, timing)
		s.do(t, typed("ana", "start"))
		question := s.do(t, typed("ana", "forget"))
		fails = errOutOfOrder
		r := s.do(t, pressed(t, "ana", "Forget me", question))
		if got := r.Effects[0].Message.Text.String(); r.Effects[0].Kind != chat.Edit || !strings.Contains(got, "I will delete the rest automatically") {
			t.Errorf("of the question is left %q", got)
		}
		fails = nil
		names := func() bool {
			return slices.Contains(roomOf(t, s, by("ana", "c", "t").Place).Active.Players(), game.Player(by("ana", "c", "t").User.String()))
		}
		if !names() {
			t.Error("a change that the store refused is shown as done")
		}
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
		defer cancel()
		runner := s.Bot.Runner(s.Bot, map[string]chat.Poster{"p": &recorder{}}, slog.New(slog.DiscardHandler))
		runner.Run(ctx)
		if names() {
			t.Error("the rest is not done")
		}
	})
}

type clock = bottest.Clock

type untrusted struct{ clock }

func (untrusted) Trusted() bool { return false }

func TestClockInDoubt(t *testing.T) {
	s := newStage(t, limits)
	s.sent(t, s.do(t, typed("ana", "start anyone black")), "m1")
	s.do(t, typed("bo", "join"))
	s.now = s.now.Add(game.ClaimDelay)
	trusted := s.Clock
	s.Clock = untrusted{clock(func() time.Time { return s.now })}

	claim := press("bo", s.control(t, "claim", ""))
	s.whispers(t, claim, "…not sure of the time…")
	s.whispers(t, typed("cy", "start"), "ana and bo are playing here…")
	if s.log.Len() > 0 {
		t.Errorf("the log says %q", &s.log)
	}
	s.Clock = trusted
	if got := s.do(t, claim).Effects; len(got) == 0 || !strings.Contains(got[0].Message.Text.String(), "claimed the win") {
		t.Errorf("believed, a claim does %v", got)
	}
}

// TestTimeRunsOutOnce checks that only one of two processes ends the game, and that a user cannot.
func TestTimeRunsOutOnce(t *testing.T) {
	s := newStage(t, limits)
	g := s.inRated(t, 1, nil)
	s.now = s.now.Add(game.WarningDelay)
	place, err := chat.ParsePlace(string(g.Place))
	noError(t, err)
	clock := func(verb string) chat.Action {
		return chat.Action{Origin: chat.OriginClock, Place: place, Control: control.For(g, verb, "")}
	}
	nothing(t, s.do(t, clock("time-out")).Effects)
	only(t, s.do(t, clock("warn")).Effects, chat.Ping, "")
	s.now = s.now.Add(game.ClaimDelay - game.WarningDelay)
	forged := clock("time-out")
	forged.Origin, forged.User = chat.OriginUser, by("bo", "c", "t").User
	s.whispers(t, forged, "That button no longer works.…")
	other := &stage{Bot: bot.New(s.Config)}
	if r := s.do(t, clock("time-out")); len(r.Effects) == 0 || !strings.Contains(r.Effects[0].Message.Text.String(), "loses on time") {
		t.Errorf("the end is %v", r.Effects)
	}
	nothing(t, other.do(t, clock("time-out")).Effects)
}
