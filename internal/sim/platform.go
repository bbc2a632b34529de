package sim

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// postTime limits how long an adapter waits for the platform.
const postTime = 5 * time.Second

// carry performs one effect and returns its outcome. on is the message that was acted on.
func (c *channel) carry(e chat.Effect, on chat.MessageRef, by chat.UserID) chat.Outcome {
	controls := actionsOf(e.Message)
	for _, text := range controls {
		c.world.traceText(text)
	}
	m := c.find(cmp.Or(e.Ref, on))
	switch e.Kind {
	case chat.Post, chat.Ping, chat.Whisper:
		if m = c.sentBefore(e); m != nil && m.deleted {
			return chat.Outcome{Fate: chat.Removed}
		}
		if m == nil {
			return c.add(e, controls, by)
		}
	case chat.Remove:
		if m != nil {
			m.gone, m.controls = true, nil
		}
		return chat.Outcome{}
	}
	switch {
	case m == nil: // the message is still on its way
		return chat.Outcome{Fate: chat.NotDelivered}
	case m.gone && (e.Subject.Slot == "" || e.Redraw && c.world.mistake != putBack):
		return chat.Outcome{Fate: chat.Removed, Ref: m.ref}
	case m.gone:
		o := c.add(e, controls, by)
		o.Replaced = m.ref
		return o
	}
	m.posts = append(m.posts, e.Subject.Post)
	if e.Subject.Post != m.shows.Post || e.Subject.Version >= m.shows.Version {
		m.controls = controls
		if e.Subject.Slot != "" {
			m.shows = e.Subject
		}
	}
	return chat.Outcome{Ref: m.ref}
}

func actionsOf(m chat.Message) (actions []string) {
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			actions = append(actions, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				actions = append(actions, o.Action)
			}
		}
	}
	return actions
}

func (c *channel) add(e chat.Effect, controls []string, by chat.UserID) chat.Outcome {
	w := c.world
	w.messages++
	if e.Redraw {
		w.judge.redrawn(c, e)
	}
	m := &message{ref: chat.MessageRef("m" + strconv.Itoa(w.messages)), controls: controls, shows: e.Subject, posts: []uint32{e.Subject.Post}}
	if e.Kind == chat.Whisper {
		m.only = by
	}
	c.messages = append(c.messages, m)
	return chat.Outcome{Ref: m.ref}
}

// sentBefore returns the message that an effect repeats, or nil.
func (c *channel) sentBefore(e chat.Effect) *message {
	for _, m := range slices.Backward(c.messages) {
		if e.Redraw && m.sentAs(e.Subject) && !slices.Contains(e.OtherMessages, m.ref) {
			return m
		}
	}
	return nil
}

func (p poster) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	go p.carryOut(p.ctx, place, r, "", chat.UserID{})
}

func (p poster) Capacity() int { return 16 }

func (p poster) carryOut(ctx context.Context, place chat.Place, r chat.Response, on chat.MessageRef, by chat.UserID) {
	for i, e := range r.Effects {
		if e.Kind == chat.Probe {
			p.probe(ctx, place)
			continue
		}
		if e.Kind == chat.Refresh {
			if drawn, err := p.handler.Draw(ctx, e); err == nil {
				p.carryOut(ctx, place, drawn, "", by)
			}
			continue
		}
		o := p.send(ctx, place, e, i, on, by)
		if e.Subject.Slot == "" {
			continue
		}
		if next, err := p.handler.Sent(ctx, e.Subject, o); err == nil {
			p.carryOut(ctx, place, next, "", by)
		} else {
			p.excuse(ctx, e, on, place)
		}
	}
}

func (p poster) send(ctx context.Context, place chat.Place, e chat.Effect, nth int, on chat.MessageRef, by chat.UserID) chat.Outcome {
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	if ctx.Err() != nil {
		return chat.Outcome{Fate: chat.NotDelivered}
	}
	w := p.world
	about := place.Channel + string(e.Subject.Game) + string(e.Subject.Slot) + string(e.Ref) + e.Message.Text.String()
	answer, err := p.await(ctx, request{label: p.label(ctx, "send"+strconv.Itoa(int(e.Kind))+strconv.Itoa(nth), about, e.Subject.Version), begin: func(reply func(any)) {
		w.judge.sends(p.process, place, e)
		way := w.between(5*time.Millisecond, 4*w.weather.latency)
		if w.chance(w.weather.slowPost) {
			way = w.between(time.Second, 8*time.Second)
		}
		lost, blind := w.chance(w.weather.lostPost), w.chance(w.weather.blindPost)
		w.after(way, func() {
			w.mayCrash(p.process)
			var o chat.Outcome
			if !lost {
				o = w.channels[place].carry(e, on, by)
			}
			w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
				w.mayCrash(p.process)
				if lost || blind {
					o = chat.Outcome{Fate: chat.Unknown}
					w.judge.excuse(w.channels[place].gameOf(e, on))
				}
				reply(o)
			})
		})
	}})
	if err != nil {
		p.excuse(ctx, e, on, place)
		return chat.Outcome{Fate: chat.Unknown}
	}
	return answer.(chat.Outcome)
}

// excuse makes the judge allow one more extra board of the effect's game, because nothing recorded whether
// the effect arrived. It works even if the process is dead.
func (p poster) excuse(ctx context.Context, e chat.Effect, on chat.MessageRef, place chat.Place) {
	w := p.world
	w.post(request{label: p.label(ctx, "excuse", string(e.Subject.Game)+string(e.Ref)+string(on), e.Subject.Version), begin: func(func(any)) {
		w.judge.excuse(w.channels[place].gameOf(e, on))
	}})
}

func (c *channel) gameOf(e chat.Effect, on chat.MessageRef) chat.GameID {
	if e.Subject.Game != "" {
		return e.Subject.Game
	}
	if m := c.find(cmp.Or(e.Ref, on)); m != nil {
		return m.shows.Game
	}
	return ""
}

// model is a platform that does only what an adapter may rely on.
type model struct{ *world }

func (model) seen(c *channel, _ int) []*message { return c.messages }

func (w model) bring(a *act) {
	deliver := func() {
		way := w.between(time.Millisecond, 2*w.weather.latency)
		if w.chance(w.weather.lateAct) {
			way = w.between(time.Second, 20*time.Second)
		}
		w.after(way, func() { w.anyHost().receive(a) })
	}
	if !w.chance(w.weather.lostAct) {
		deliver()
	}
	if w.chance(w.weather.doubledAct) {
		deliver()
	}
}

func (model) delete(_ *channel, m *message) { m.gone, m.deleted, m.controls = true, true, nil }

func (e engine) Choose(ctx context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	_, err := e.await(ctx, request{label: e.label(ctx, "choose", "", uint32(seed)), begin: func(reply func(any)) {
		e.world.after(e.world.between(time.Millisecond, e.world.thinking), func() {
			e.world.mayCrash(e.process)
			reply(nil)
		})
	}})
	if err != nil {
		return rules.NoSquare, err
	}
	return legalMove(p, func(n int) int { return int(seed % uint64(n)) }), nil
}

// legalMove returns the legal move with the number that draw returns.
func legalMove(p rules.Position, draw func(moves int) int) rules.Square {
	legal := slices.Collect(p.Legal().Squares())
	return legal[draw(len(legal))]
}

func (e engine) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	return []rules.Square{p.Legal().First()}, "", 0, nil
}

// trouble replaces all sentences of adapters, because no user reads them here.
var trouble = chat.Say("trouble")

func discordSentences(string) discord.Sentences {
	return discord.Sentences{
		Sorry: trouble, Done: trouble, NotOurs: trouble, NoThreads: trouble, MayNotOpen: trouble,
		YouMayNotOpen: trouble, Opened: trouble, InThread: trouble, Shut: trouble,
	}
}

func slackSentences(string) slack.Sentences {
	about := func(string) chat.Text { return trouble }
	return slack.Sentences{
		Sorry: trouble, NotUnderstood: trouble, UnresolvedName: trouble, OnePlayer: trouble, NoThread: trouble, Invite: trouble,
		Guest: trouble, SharedChannel: trouble, Archived: trouble, ReadOnly: trouble, TokenRefused: trouble, Late: trouble, NotReady: trouble, NotShown: trouble,
		NotInstalled: about, PlaysInThread: func(chat.UserID) chat.Text { return trouble },
		InvalidState: about, NothingInstalled: trouble, Unfinished: about, Installed: trouble,
	}
}

// The catalog, grammar and commands are made once, because that takes longer than the life of a simulated process.
var (
	catalog = sync.OnceValue(words.Load)
	grammar = sync.OnceValue(func() *parse.Grammar { return bot.NewGrammar(catalog()) })
	// commands have help in one language only, because each process compares them with the registered ones.
	commands = sync.OnceValue(func() []chat.Command {
		all := bot.Commands(catalog())
		for i := range all {
			all[i].HelpIn = nil
			for n := range all[i].Parameters {
				all[i].Parameters[n].HelpIn, all[i].Parameters[n].LabelsIn = nil, nil
			}
		}
		return all
	})
)
