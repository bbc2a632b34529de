package bot_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
)

var errUnnoted = errors.New("no messages are noted")

// unnoting is a store that keeps games, and at times no messages.
type unnoting struct {
	game.Store
	broken bool
}

func (s *unnoting) Note(ctx context.Context, at game.Place, id game.ID, before *game.Messages, after game.Messages) error {
	if s.broken {
		return errUnnoted
	}
	return s.Store.Note(ctx, at, id, before, after)
}

// What is stored is shown, whatever becomes of the messages before: nobody is
// told that nothing has changed.
func TestWhatIsStoredIsShown(t *testing.T) {
	accept := typed("bo", "accept")
	for name, c := range map[string]struct {
		before []chat.Action
		waits  time.Duration
		last   chat.Action
		want   string
	}{
		"a move":                {[]chat.Action{typed("ana", "start")}, 0, typed("ana", "d3"), "ana (Black) played d3"},
		"an undo":               {[]chat.Action{typed("ana", "start"), typed("ana", "d3")}, 0, typed("ana", "undo"), "ana took back d3"},
		"a game for an old one": {[]chat.Action{typed("ana", "start")}, time.Hour, typed("bo", "start"), "The game was left alone"},
		"a challenge accepted":  {[]chat.Action{challenging()}, 0, accept, "bo accepted"},
		"a duel for an old game": {
			[]chat.Action{typed("ana", "start"), challenging()}, time.Hour, accept, "The game was left alone",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, limits)
			store := &unnoting{Store: s.store}
			s.Table = game.NewTable(store, game.Timing{IdleExpiry: s.IdleExpiry, Retention: time.Hour})
			for i, a := range c.before {
				s.sent(t, s.do(t, a), chat.MessageRef("m"+strconv.Itoa(i)))
			}
			s.now = s.now.Add(c.waits)
			store.broken = true
			got, err := s.Handle(t.Context(), c.last)
			if !errors.Is(err, errUnnoted) {
				t.Errorf("what fails is %v, want %v", err, errUnnoted)
			}
			if len(got.Effects) == 0 || got.Effects[0].Kind != chat.Post || !strings.HasPrefix(got.Effects[0].Message.Text.String(), c.want) {
				t.Errorf("the answer is %v, want a post of %q", got.Effects, c.want)
			}
		})
	}
}

// The same holds for what nobody asked for.
func TestWhatIsStoredIsDelivered(t *testing.T) {
	s := newStage(t, limits)
	store := &unnoting{Store: s.store}
	s.Table = game.NewTable(store, game.Timing{IdleExpiry: s.IdleExpiry, Retention: time.Hour})
	s.sent(t, s.do(t, typed("ana", "start")), "m1")
	s.now = s.now.Add(s.IdleExpiry)
	store.broken = true
	var log bytes.Buffer
	poster := &recorder{}
	runner := &bot.Runner{Bot: s.Bot, Posters: map[string]chat.Poster{"p": poster}, Log: slog.New(slog.NewTextHandler(&log, nil))}
	if err := runner.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := poster.texts(); len(got) != 1 || !strings.HasPrefix(got[0], "Nobody has moved for a long time") {
		t.Errorf("of a game that has expired players are told %q", got)
	}
	if !strings.Contains(log.String(), errUnnoted.Error()) {
		t.Errorf("what went wrong is not logged:\n%s", &log)
	}
}
