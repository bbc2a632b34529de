package discord

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/bottest"
)

// TestAllMessagesFit plays random games in every language, in English with every command. With
// OTHELLO_LONG set, it plays 120 games in each language.
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
			return ref{channel: channelID, message: fmt.Sprint(1105049371830940000 + n)}.messageRef()
		},
		Look: d.see,
		Confirmed: func(told chat.Text) {
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

// cardBudget limits the bytes of an English message with a board, so that they do not grow unnoticed.
const cardBudget = 4096

func (d *drive) look(kind chat.Kind, m chat.Message) {
	p := d.adapter.encoder.message(m)
	route := "POST /channels/{channel_id}/messages"
	if kind == chat.Whisper {
		p, route = p.whisper(), "POST /webhooks/{webhook_id}/{webhook_token}"
	}
	body := encode(p)
	if d.seen.bodies[string(body)] {
		return
	}
	d.seen.bodies[string(body)] = true
	d.seen.longest = max(d.seen.longest, length(p.Content))
	for _, broken := range discordtest.CheckRequest(route, nil, "application/json", body) {
		d.t.Errorf("%s\n%s", broken, body)
	}
	if said := d.adapter.encoder.markup(m.Text, ""); !strings.HasPrefix(p.Content, said) || said == "" {
		d.t.Errorf("of %q is left\n%s", said, p.Content)
	}
	if m.Board != nil && d.language == "en" && len(body) > cardBudget {
		d.t.Errorf("a card of %d bytes, over our budget:\n%s", len(body), body)
	}
	if m.Picture == nil {
		return
	}
	d.seen.pictures++
	if alt := m.Picture.Alt.String(); alt == "" || length(alt) > maxDescription || strings.Contains(alt, "/") {
		d.t.Errorf("a picture is described as %s", alt)
	}
	m.Board = nil // the picture replaces it, so that everything else has room
	e := &d.adapter.encoder
	all := []string{e.markup(m.Text, ""), e.markup(m.Aside, "")}
	if len(m.Footers) > 0 {
		all = append(all, e.markup(m.Footers[0], "-# "))
	}
	if content := e.message(m).Content; content != joinLines(all...) {
		d.t.Errorf("of a message with a picture is left\n%s", content)
	}
}
