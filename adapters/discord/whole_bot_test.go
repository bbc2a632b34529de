package discord

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/bottest"
)

// TestAllMessagesFit plays random games with the whole bot in every language, using every
// command and control, with ids of full length. It checks that no message is too long for
// Discord or lacks a word. With OTHELLO_LONG set, it plays 120 games in each language.
func TestAllMessagesFit(t *testing.T) {
	for _, tag := range catalog().Tags() {
		games := uint64(3)
		switch {
		case os.Getenv("OTHELLO_LONG") != "":
			games = 120
		case tag == "en":
			games = 90
		case testing.Short():
			games = 1
		}
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			d := newDrive(t, tag)
			for seed := range games {
				if d.play(seed); t.Failed() {
					t.Fatalf("in game %d", seed)
				}
			}
			if tag != "en" {
				return
			}
			for _, c := range bot.Commands(catalog()) {
				if d.seen.verbs[c.Name] == 0 {
					t.Errorf("%s was never sent", c.Name)
				}
			}
			if seen := d.seen; seen.longest < maxContent*19/20 || seen.manyMoves == 0 || seen.pictures == 0 {
				t.Errorf("no message came near the limit: %d units, %d of many moves, %d pictures", seen.longest, seen.manyMoves, seen.pictures)
			}
		})
	}
}

type findings struct {
	pictures, longest, manyMoves int
	verbs                        map[string]int
	bodies                       map[string]bool
}

type drive struct {
	t        *testing.T
	language string
	seen     *findings
	adapter  *Adapter
}

func newDrive(t *testing.T, language string) *drive {
	return &drive{t, language, &findings{verbs: map[string]int{}, bodies: map[string]bool{}}, prepared(io.Discard, nil)}
}

func (d *drive) play(seed uint64) {
	const steps = 70
	in := bottest.Place{
		Place: []chat.Place{
			{Platform: Platform, Team: serverID, Channel: channelID},
			{Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID},
			{Platform: Platform, Channel: channelID},
		}[seed%3],
		Limits: d.adapter.Limits(), Language: d.language,
		Ref: func(n int) chat.MessageRef {
			return ref{channel: channelID, message: fmt.Sprint(1105049371830940000 + n)}.name()
		},
		Look: d.see,
		Done: func(told chat.Text) {
			if done := d.adapter.encoder.markup(told, ""); length(done) > maxContent/10 || strings.Contains(done, "\n") {
				d.t.Errorf("something is done with %q", done)
			}
		},
	}
	for _, id := range []string{"18446744073709551615", "18446744073709551614", "1844674407370955161", "1099511627776000001"} {
		in.People = append(in.People, userID(id))
	}
	for verb, n := range bottest.Play(d.t, in, seed, steps) {
		d.seen.verbs[verb] += n
	}
}

func (d *drive) see(kind chat.Kind, m chat.Message) {
	if kind == chat.OpenThread {
		if cut(m.Text.String(), maxThreadName) == "" {
			d.t.Error("a thread has no name")
		}
		return
	}
	if m.Board != nil && len(slices.Collect(m.Board.View.Hints.Squares())) > maxOptions {
		d.seen.manyMoves++
	}
	d.look(kind, m)
}
