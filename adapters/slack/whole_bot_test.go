package slack

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/bottest"
	"othellobot/words"
)

// All messages of random games in every language fit Slack's limits, and keep their whole text. If
// OTHELLO_LONG is set, the test plays 120 games in each language.
func TestAllTheBotSaysFits(t *testing.T) {
	for _, tag := range words.Load().Tags() {
		games := uint64(3)
		switch {
		case os.Getenv("OTHELLO_LONG") != "":
			games = 120
		case tag == "en":
			games = 60
		case testing.Short():
			games = 1
		}
		t.Run(tag, func(t *testing.T) {
			t.Parallel()
			seen := newFindings(t)
			for seed := range games {
				if seen.play(seed, 60, tag, nil); t.Failed() {
					t.Fatalf("in game %d", seed)
				}
			}
			if seen.blocks > maxMessage || seen.lostFooter {
				t.Errorf("blocks of %d characters, or a message without its footer: %t", seen.blocks, seen.lostFooter)
			}
			if tag != "en" {
				return
			}
			for _, c := range bot.Commands(words.Load()) {
				if seen.verbs[c.Name] == 0 {
					t.Errorf("%s was never sent", c.Name)
				}
			}
			if seen.boards == 0 || seen.ends == 0 || seen.moves < 26 {
				t.Errorf("there was too little in the games: %+v", seen)
			}
		})
	}
}

type findings struct {
	t                                     *testing.T
	adapter                               *Adapter
	to                                    audience
	messages, boards, ends, blocks, moves int
	lostFooter                            bool // a message with a board had no room for its footer
	verbs                                 map[string]int
}

func newFindings(t *testing.T) *findings {
	return &findings{t: t, adapter: New(Config{}), verbs: map[string]int{}}
}

func (f *findings) play(seed uint64, steps int, language string, says []string) {
	in := bottest.Place{
		Place:  chat.Place{Platform: Platform, Team: "T0123456789", Channel: "C0123456789", Thread: []string{"", "1767225602.000002"}[seed%2]},
		Limits: Limits(), Language: language, ArgTexts: says, Look: f.look,
		Ref: func(n int) chat.MessageRef {
			return ref{"C0123456789", fmt.Sprintf("%d.000002", 1767225600+n)}.name()
		},
	}
	for i, name := range []string{"ana", strings.Repeat("W", 40), "*_~`<@U1>&:smile:", ""} {
		u := chat.UserID{Platform: Platform, Team: in.Team, ID: fmt.Sprintf("U01234567%02d", i)}
		f.adapter.names.learn(u.Team, u.ID, name)
		in.People = append(in.People, u)
	}
	f.to = audience{team: in.Team, thread: in.Thread != ""}
	for verb, n := range bottest.Play(f.t, in, seed, steps) {
		f.verbs[verb] += n
	}
}

// look checks a message against Slack's limits. It encodes every second message as an edit.
func (f *findings) look(kind chat.Kind, m chat.Message) {
	if kind == chat.OpenThread {
		return
	}
	f.to.edit = f.messages%2 == 0
	to := f.to
	p := f.adapter.encoder.message(m, to)
	body, err := json.Marshal(map[string]any{"channel": "C1", "ts": "1.2", "parse": "none", "text": p.Text, "blocks": p.Blocks})
	if err != nil {
		f.t.Error(err)
	}
	for _, problem := range slacktest.Check("chat.update", body) {
		f.t.Errorf("%s in\n%s", problem, body)
	}
	to.mentioned = mentionedIn(m.Text)
	said := f.adapter.encoder.write(m.Text, to)
	if text := markupIn(p); said == "" || !strings.HasPrefix(text, said) {
		f.t.Errorf("of %q is left\n%s", said, text)
	}
	if problem := boldness(said); problem != "" {
		f.t.Errorf("%s in %q", problem, said)
	}
	first, _, _ := strings.Cut(said, "\n")
	if m.Spoken == nil && !strings.HasPrefix(p.Text, first) || m.Spoken != nil && p.Text != shortenMarkup(f.adapter.encoder.write(m.Spoken, to), maxText) {
		f.t.Errorf("the notification text of %q is %q", said, p.Text)
	}
	f.count(m, p)
}

// boldness describes a bold mark that Slack would show literally. Without one it returns "".
func boldness(markup string) string {
	parts := strings.Split(strings.ReplaceAll(markup, "\u2060*\u2060", ""), "*")
	if len(parts)%2 == 0 {
		return "a single *"
	}
	for i := 1; i < len(parts); i += 2 {
		inside := parts[i]
		if strings.TrimSpace(inside) != inside || inside == "" || strings.Contains(inside, "\n") {
			return fmt.Sprintf("bold %q", inside)
		}
		if before, behind := parts[i-1], parts[i+1]; before != "" && inWord(before[len(before)-1]) || behind != "" && inWord(behind[0]) {
			return fmt.Sprintf("*%s* in a word", inside)
		}
	}
	return ""
}

func inWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func (f *findings) count(m chat.Message, p payload) {
	f.messages++
	f.blocks = max(f.blocks, blocksSize(p.Blocks))
	for _, row := range m.Controls {
		if row.Select != nil {
			f.moves = max(f.moves, len(row.Select.Options))
		}
	}
	if m.Board != nil {
		f.boards++
		if m.Board.View.Ended {
			f.ends++
		}
		if !slices.ContainsFunc(p.Blocks, func(b slackapi.Block) bool { return b.BlockType() == "context" }) && len(m.Footers) > 0 {
			f.lostFooter = true
		}
	}
}
