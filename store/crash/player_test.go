package crash

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"othellobot/bot"
	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/rating"
	"othellobot/rules"
)

// player plays both sides of a place's games. Like an adapter, it names deliveries and reports messages.
type player struct {
	bot    *bot.Bot
	place  chat.Place
	duels  bool     // plays duels instead of open games
	twin   *bot.Bot // gets some deliveries at the same time; may be nil
	random *rand.Rand
	to     *journal

	run      int64 // makes names unique among processes
	counted  int
	board    chat.MessageRef         // the message that shows the game
	controls map[rules.Square]string // buttons of that message
	moved    *chat.UserID            // the player who just moved and may undo the move
}

func (p *player) play(ctx context.Context) {
	for {
		p.insist(ctx, p.next(ctx, p.room(ctx)))
	}
}

func (p *player) at() game.Place { return game.Place(p.place.String()) }

func (p *player) name() string {
	p.counted++
	return fmt.Sprintf("%d-%s-%d", p.run, p.place.Channel, p.counted)
}

func userIn(p chat.Place, name string) chat.UserID {
	return chat.UserID{Platform: p.Platform, ID: name + "-" + p.Channel}
}

// room returns the room as soon as it can be read.
func (p *player) room(ctx context.Context) game.Room {
	for {
		room, _, err := p.bot.Table.Load(ctx, p.at(), "")
		if err == nil {
			return room
		}
		time.Sleep(20 * time.Millisecond) // the server has to come back
	}
}

func (p *player) next(ctx context.Context, room game.Room) chat.Action {
	moved := p.moved
	p.moved = nil
	switch g := current(room); {
	case g == nil || g.Phase == game.Over:
		return p.begin()
	case g.Phase == game.Challenged:
		return p.accept(ctx)
	case p.board == "" || p.random.IntN(50) == 0:
		return p.typed(userIn(p.place, "ana"), "board")
	case moved != nil && p.random.IntN(16) == 0:
		return p.typed(*moved, "undo")
	default:
		return p.move(g)
	}
}

// current returns the running game of a room, or else an open challenge, or else the last game.
func current(room game.Room) *game.Game {
	if room.Active != nil {
		return room.Active
	}
	for _, c := range room.Challenges {
		if c.Phase == game.Challenged {
			return c
		}
	}
	return room.Last
}

func (p *player) begin() chat.Action {
	p.board, p.controls = "", nil
	if !p.duels {
		return p.typed(userIn(p.place, "ana"), "start")
	}
	bo := chat.Token{Text: "bo", User: userIn(p.place, "bo"), Kind: chat.MentionsPerson}
	return p.typed(userIn(p.place, "ana"), "start", chat.Argument{Name: "opponent", Value: bo})
}

// accept returns the action that accepts a challenge: rated, as long as rated games of the pair count.
func (p *player) accept(ctx context.Context) chat.Action {
	ana, bo := userIn(p.place, "ana"), userIn(p.place, "bo")
	_, met, err := p.bot.Ladders.Ratings(ctx, p.at().Tenant(), game.Player(ana.String()), game.Player(bo.String()))
	if err != nil || rating.GamesLeft(time.Now().UnixMilli(), met) == 0 {
		return p.typed(bo, "accept")
	}
	return p.typed(bo, "accept", chat.Argument{Name: "kind", Value: chat.Token{Text: card.Rated}})
}

func (p *player) move(g *game.Game) chat.Action {
	by := userIn(p.place, "ana")
	if other := userIn(p.place, "bo"); g.MayPlay(game.Player(by.String()), time.Now()) != nil ||
		p.random.IntN(2) == 0 && g.MayPlay(game.Player(other.String()), time.Now()) == nil {
		by = other
	}
	legal := slices.Collect(g.Position().Legal().Squares())
	square := legal[p.random.IntN(len(legal))]
	p.moved = &by
	if control := p.controls[square]; control != "" && p.random.IntN(3) > 0 {
		return chat.Action{User: by, Place: p.place, Delivery: chat.Delivery(p.name()), Control: control, Message: p.board}
	}
	return p.typed(by, "move", chat.Argument{Name: "square", Value: chat.Token{Text: square.String()}})
}

func (p *player) typed(by chat.UserID, verb string, args ...chat.Argument) chat.Action {
	return chat.Action{User: by, Place: p.place, Delivery: chat.Delivery(p.name()), Verb: verb, Args: args}
}

// insist repeats an action until it succeeds, like a platform that gets no answer.
func (p *player) insist(ctx context.Context, a chat.Action) {
	to := []*bot.Bot{p.bot}
	if p.twin != nil && p.random.IntN(4) == 0 && (a.Verb == "" || a.Verb == "move" || a.Verb == "undo") {
		to = append(to, p.twin)
	}
	for !p.deliver(ctx, a, to) {
		s := stateOf(current(p.room(ctx)))
		p.to.write(event{Place: p.at(), Found: &s})
	}
}

// deliver passes an action to bots concurrently, records their answers, and reports whether all succeeded.
func (p *player) deliver(ctx context.Context, a chat.Action, to []*bot.Bot) bool {
	p.to.write(event{Place: p.at(), Request: &a})
	answers, responses := make([]answer, len(to)), make([]chat.Response, len(to))
	var all sync.WaitGroup
	for i, b := range to {
		all.Go(func() {
			responses[i], _ = b.Handle(ctx, a) // the error is meant for a log
			answers[i] = understand(responses[i])
			p.to.write(event{Place: p.at(), Answer: &answers[i]})
		})
	}
	all.Wait()
	for i := range answers {
		switch answers[i].Kind {
		case unchanged, unknown:
			return false
		case repeated:
			p.board, p.controls = "", nil // they belong to an answer that was lost
		}
	}
	for _, r := range responses {
		for _, e := range r.Effects {
			p.show(ctx, a, e)
		}
	}
	return true
}

func (p *player) show(ctx context.Context, a chat.Action, e chat.Effect) {
	if e.Subject.Slot == chat.SlotNone || e.Kind != chat.Post && e.Kind != chat.Edit {
		return
	}
	ref := e.Ref
	switch {
	case e.Kind == chat.Edit && ref == "":
		ref = a.Message
	case e.Kind == chat.Post:
		ref = chat.MessageRef(p.name())
	}
	if e.Subject.Slot == chat.SlotBoard {
		p.board, p.controls = ref, bottest.MoveButtons(e.Message)
	}
	correction, err := p.bot.Sent(ctx, e.Subject, chat.Outcome{Ref: ref})
	if len(correction.Effects) > 0 && ref == p.board { // the message came too late to show the game
		p.board, p.controls = "", nil
	}
	if err != nil || len(correction.Effects) > 0 {
		return
	}
	p.to.write(event{Place: p.at(), Noted: &noted{idOf(e.Subject.Game), e.Subject.Slot, e.Subject.Post, e.Subject.Version, ref}})
}
