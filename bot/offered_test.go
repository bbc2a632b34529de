package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/internal/bottest"
	"othellobot/people"
	"othellobot/review"
	"othellobot/store/memory"
	"othellobot/words"
)

// offering is a random walk through the bot. It tries each new kind of offer in a copy of the store.
type offering struct {
	t        *testing.T
	random   *rand.Rand
	catalog  *words.Catalog
	grammar  *parse.Grammar
	limits   chat.Limits
	now      time.Time
	store    *memory.Store
	bot      *bot.Bot
	runner   *runner.Runner
	controls []held
	sent     int
	known    map[string]bool // kinds of offers already tried
	tried    int
	context  string
}

type held struct {
	control, reader string // reader is "" for a public control
	place           chat.Place
}

// TestEveryOfferWorks checks buttons, lists, completions, commands in sentences and likely meanings.
func TestEveryOfferWorks(t *testing.T) {
	catalog := words.Load()
	grammar := bot.NewGrammar(catalog)
	corpus := linesOf(t)
	for i, tag := range catalog.Tags() {
		for name, limits := range map[string]chat.Limits{"menus": slack.Limits(), "buttons": discord.Limits()} {
			t.Run(tag+"/"+name, func(t *testing.T) {
				o := &offering{
					t: t, random: rand.New(rand.NewPCG(uint64(i), 1)), catalog: catalog, limits: limits, known: make(map[string]bool),
					now: time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC), store: memory.New(timing),
				}
				o.grammar = grammar
				o.bot, o.runner = o.over(o.store)
				o.do(o.by("ana", true, "settings language:"+tag), "")
				for range 400 {
					o.step(corpus)
				}
				t.Logf("%d offers tried", o.tried)
			})
		}
	}
}

func (o *offering) over(kept *memory.Store) (*bot.Bot, *runner.Runner) {
	b := bot.New(bot.Config{
		Words: o.catalog, Grammar: o.grammar, Ports: people.PortsOf(kept, timing), Engine: bottest.Guesser{}, Judge: bottest.GuessJudge, Solver: bottest.GuessSolver,
		Puzzle: stock, Review: review.Standard(), Seed: uint64(o.tried), IdleExpiry: timing.IdleExpiry, MaxDuels: 20,
		Limits: map[string]chat.Limits{"p": o.limits}, Clock: clock(func() time.Time { return o.now }), Log: slog.New(slog.DiscardHandler),
	})
	return b, b.Runner(b, map[string]chat.Poster{"p": o}, slog.New(slog.DiscardHandler))
}

func (o *offering) Deliver(_ context.Context, at chat.Place, r chat.Response) {
	o.show(chat.Action{Place: at}, "", r.Effects, 0)
}

func (*offering) Capacity() int { return 1 }

var mentioned = regexp.MustCompile(`^@(\w+)$`)

func (o *offering) by(who string, moderator bool, line string) chat.Action {
	a := chat.Action{User: chat.UserID{Platform: "p", Team: "t", ID: who}, Moderator: moderator, Place: chat.Place{Platform: "p", Team: "t", Channel: "c"}}
	for word := range strings.FieldsSeq(line) {
		w := chat.Token{Text: word}
		if m := mentioned.FindStringSubmatch(word); m != nil {
			w = chat.Token{User: chat.UserID{Platform: "p", Team: "t", ID: m[1]}, Kind: chat.MentionsPerson}
		}
		a.Tokens = append(a.Tokens, w)
	}
	return a
}

func (o *offering) step(corpus []string) {
	who := []string{"ana", "bo", "cy"}[o.random.IntN(3)]
	a := o.by(who, o.random.IntN(3) == 0, corpus[o.random.IntN(len(corpus))])
	reader := ""
	if n := len(o.controls); n > 0 && o.random.IntN(2) == 0 {
		c := o.controls[o.random.IntN(n)]
		a.Tokens, a.Control, a.Place, reader = nil, c.control, c.place, c.reader
		if reader != "" {
			a.User.ID = reader
		}
	}
	o.do(a, reader)
	o.now = o.now.Add([]time.Duration{time.Second, time.Second, 20 * time.Second, 2 * time.Minute, 5 * time.Hour}[o.random.IntN(5)])
	noError(o.t, o.runner.Settle(o.t.Context()))
}

// do handles an action, and tries the offers of the answer.
func (o *offering) do(a chat.Action, reader string) {
	r, said, _ := o.bot.Try(o.t.Context(), a)
	if r.Place != (chat.Place{}) {
		a.Place = r.Place
	}
	o.show(a, reader, r.Effects, 0)
	for _, m := range said {
		for _, line := range meantBy(m) {
			o.try("typed for "+fmt.Sprintf("%T %s", m, line), "", o.by(a.User.ID, a.Moderator, line))
		}
	}
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenThread && a.Place.Thread == "" {
		a.Place.Thread = fmt.Sprint("t", o.sent)
		o.do(a, reader)
	}
}

func meantBy(m words.Message) (lines []string) {
	switch m := m.(type) {
	case words.NearZones:
		for _, zone := range m.Zones {
			lines = append(lines, "settings zone:"+zone)
		}
	case words.NoTheme:
		for _, theme := range m.Themes {
			lines = append(lines, "settings theme:"+theme)
		}
	}
	return lines
}

// show tries the offers in the effects of a. If no user sent a, it holds only a place.
func (o *offering) show(a chat.Action, reader string, effects []chat.Effect, depth int) {
	for _, e := range effects {
		switch {
		case depth > 5, e.Kind == chat.Remove:
			continue
		case e.Kind == chat.Refresh:
			drawn, err := o.bot.Draw(o.t.Context(), e)
			noError(o.t, err)
			o.show(a, "", drawn.Effects, depth+1)
			continue
		}
		if e.Kind != chat.Collapse {
			o.offered(a, reader, e)
		}
		if e.Subject.Slot == chat.SlotNone {
			continue
		}
		o.sent++
		correction, err := o.bot.Sent(o.t.Context(), e.Subject, chat.Outcome{Ref: chat.MessageRef(fmt.Sprint(o.sent))})
		noError(o.t, err)
		o.show(a, "", correction.Effects, depth+1)
	}
}

func (o *offering) offered(a chat.Action, reader string, e chat.Effect) {
	o.context = e.Message.Text.String()
	switch {
	case e.Kind == chat.Whisper:
		reader = a.User.ID
	case e.Kind != chat.Edit || e.Ref != "":
		reader = ""
	}
	place := a.Place
	press := func(label, control string) {
		o.controls = append(o.controls, held{control, reader, place})
		if len(control) > 100 {
			o.t.Errorf("[%s] has %d bytes: %s", label, len(control), control)
		}
		b := chat.Action{User: a.User, Moderator: a.Moderator, Place: place, Control: control}
		o.try("pressed "+shape(control), reader, b)
	}
	for _, row := range e.Message.Controls {
		for _, b := range row.Buttons {
			press(b.Label, b.Action)
		}
		if row.Select != nil {
			for _, option := range row.Select.Options {
				press(option.Label, option.Action)
			}
		}
	}
	o.controls = o.controls[max(0, len(o.controls)-60):]
	for _, text := range append([]chat.Text{e.Message.Text, e.Message.Aside}, e.Message.Footers...) {
		for _, span := range text {
			if span.Kind == chat.SpanCommand {
				b := o.by(a.User.ID, a.Moderator, span.Text)
				b.Place = place
				o.try("typed "+span.Text, reader, b)
			}
		}
	}
}

var squareName = regexp.MustCompile(`\b[a-h][1-8]\b`)

// shape returns a control without its differences between games.
func shape(control string) string {
	parts := strings.SplitN(control, ":", 4)
	rest := squareName.ReplaceAllString(parts[len(parts)-1], "sq")
	return fmt.Sprint(parts[1] == "0", rest)
}

// try takes an offer in a copy of the store. At least one user must be able to use an offered control,
// and the bot must understand every offer.
func (o *offering) try(what, reader string, a chat.Action) {
	if o.known[what] {
		return
	}
	o.known[what] = true
	who := []string{reader}
	moderator := []bool{a.Moderator}
	if reader == "" {
		who, moderator = []string{"ana", "bo", "cy"}, []bool{false, true}
	}
	var refusals []string
	for _, id := range who {
		for _, a.Moderator = range moderator {
			o.tried++
			a.User = chat.UserID{Platform: "p", Team: "t", ID: id}
			b, _ := o.over(fork(o.store))
			r, said, unread := b.Try(o.t.Context(), a)
			if question(a, said) {
				return
			}
			if unread || r.Trouble != chat.NoTrouble {
				o.t.Errorf("%s by %s: %T, trouble %d; %q; %q", what, id, said[0], r.Trouble, r.Effects[0].Message.Text, o.context)
				return
			}
			if said == nil {
				return
			}
			refusals = append(refusals, fmt.Sprintf("%T", said[0]))
		}
	}
	if a.Control == "" || slices.ContainsFunc(refusals, isTaken) {
		return // a sentence may name commands that work at other times
	}
	o.t.Errorf("%s (%s) nobody can: %s; %q", what, a.Control, slices.Compact(refusals), o.context)
}

var anyMention = regexp.MustCompile(`@\w+`)

// question reports whether a command from a sentence lacks its square, so that the bot asks for it.
func question(a chat.Action, said []words.Message) bool {
	if len(said) == 0 {
		return false
	}
	_, which := said[0].(words.WhichSquare)
	return a.Control == "" && which
}

// isTaken reports whether the refusal depends on other games or requests, or is a coach's question.
func isTaken(refusal string) bool {
	taken := []string{"words.ChannelFull", "words.ChannelShare", "words.GameWaits", "words.LookAgain", "words.SeatFree", "words.WishOpen"}
	return strings.HasPrefix(refusal, "words.Busy") || slices.Contains(taken, refusal)
}

var line = regexp.MustCompile(`(?m)^\w+\*?(?:#\w+)?: (?:/othello ?)?([^\[\n].*)$`)

func linesOf(t *testing.T) (lines []string) {
	files, err := filepath.Glob("testdata/*.chat")
	noError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		noError(t, err)
		for _, m := range line.FindAllStringSubmatch(string(text), -1) {
			lines = append(lines, anyMention.ReplaceAllString(m[1], "@bo"))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}
