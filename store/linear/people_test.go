package linear

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/rules"
)

const (
	platform = "test"
	copies   = 10 // number of copies of each delivery
	waiting  = 64 // limit of deliveries that are held back to come late
)

// noon is the time of all actions.
var noon = time.Date(2026, time.May, 1, 12, 0, 0, 0, time.UTC)

type delivery struct {
	input
	action chat.Action
}

// crowd is a group of people who act concurrently through several processes.
type crowd struct {
	bots   []*bot.Bot // one for each process
	name   string     // prefix of the places' names; unique to the crowd
	places int
	most   int // deliveries still to make
	began  time.Time

	mu      sync.Mutex
	random  *rand.Rand
	views   []view     // by place
	late    []delivery // copies still to come
	handed  map[handed]int
	history []porcupine.Operation
}

type handed struct {
	to *bot.Bot
	id chat.Delivery
}

// view holds the newest message of a place.
type view struct {
	output
	controls map[rules.Square]string
	commands int // given so far
}

func (c *crowd) act(ctx context.Context, people int) []porcupine.Operation {
	c.views, c.handed = make([]view, c.places), make(map[handed]int)
	c.began = time.Now()
	var all sync.WaitGroup
	for person := range people {
		all.Go(func() {
			for {
				d, through, ok := c.next()
				if !ok {
					return
				}
				c.hand(ctx, person, through, d)
			}
		})
	}
	all.Wait()
	return c.history
}

// next returns a delivery and the bot that gets it. Most deliveries are late copies of earlier ones.
func (c *crowd) next() (delivery, *bot.Bot, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.most--; c.most < 0 {
		return delivery{}, nil, false
	}
	through := c.bots[c.random.IntN(len(c.bots))]
	if n := len(c.late); n > waiting || n > 0 && c.random.IntN(copies) > 0 {
		i := n - 1
		if c.random.IntN(2) == 0 {
			i = c.random.IntN(n)
		}
		d := c.late[i]
		c.late = slices.Delete(c.late, i, i+1)
		return d, through, true
	}
	d := c.idea(c.random.IntN(c.places))
	if d.deed != look {
		c.late = append(c.late, slices.Repeat([]delivery{d}, copies-1)...)
	}
	return d, through, true
}

// idea returns a random request that makes sense for the view of a place.
func (c *crowd) idea(at int) delivery {
	v := &c.views[at]
	by := c.random.IntN(pair)
	switch n := c.random.IntN(100); {
	case n < 10:
		return c.command(at, by, look)
	case v.game == 0 || v.over || n < 13 || v.commands >= maxDeliveries-1 && n < 20:
		return c.command(at, by, starts)
	case n < 16:
		return c.command(at, by, stops)
	case n < 26:
		return c.command(at, by, undoes)
	}
	return c.move(at, by)
}

func (c *crowd) move(at, by int) delivery {
	v := &c.views[at]
	legal := slices.Collect(v.board.Legal().Squares())
	if len(legal) == 0 {
		return c.command(at, by, look)
	}
	square := legal[c.random.IntN(len(legal))]
	control := v.controls[square]
	if control == "" || c.random.IntN(3) == 0 {
		return c.command(at, by, moves, chat.Argument{Name: "square", Value: chat.Token{Text: square.String()}})
	}
	in := input{place: at, deed: press, by: by, square: square, game: v.game, turn: turnOf(control)}
	return delivery{in, chat.Action{User: user(by), Place: c.at(at), Control: control}}
}

// turnOf returns the turn in a control, o1:<game>:<turn>:move:<square>.
func turnOf(control string) uint32 {
	n, err := strconv.ParseUint(strings.Split(control, ":")[2], 10, 32)
	if err != nil {
		panic(err) // the format is fixed
	}
	return uint32(n)
}

// command returns a command with the next delivery id of the place. A look has no id.
func (c *crowd) command(at, by int, d deed, args ...chat.Argument) delivery {
	v := &c.views[at]
	if d != look && v.commands == maxDeliveries {
		d, args = look, nil
	}
	in := input{place: at, deed: d, by: by}
	a := chat.Action{User: user(by), Place: c.at(at), Verb: string(d), Args: args, Moderator: d == stops}
	if d != look {
		in.delivery = v.commands
		v.commands++
		a.Delivery = chat.Delivery(fmt.Sprintf("%s-%d-%d", c.name, at, in.delivery))
	}
	for _, arg := range args {
		in.square, _ = rules.ParseSquare(arg.Value.Text) // the text came from a square
	}
	return delivery{in, a}
}

func user(by int) chat.UserID {
	return chat.UserID{Platform: platform, ID: [pair]string{"ana", "bo"}[by]}
}

func (c *crowd) at(place int) chat.Place {
	return chat.Place{Platform: platform, Channel: fmt.Sprintf("%s-%d", c.name, place)}
}

func (c *crowd) hand(ctx context.Context, person int, through *bot.Bot, d delivery) {
	to := handed{through, d.action.Delivery}
	c.mu.Lock()
	c.handed[to]++
	c.mu.Unlock()
	op := porcupine.Operation{ClientId: person, Input: d.input, Call: int64(time.Since(c.began))}
	response, err := through.Handle(ctx, d.action)
	op.Return = int64(time.Since(c.began))
	out := understand(response, err)
	c.mu.Lock()
	defer c.mu.Unlock()
	if out.reply == silent && c.handed[to] < 2 {
		out = output{reply: failed, words: "the process has not been asked before"}
	}
	op.Output = out
	c.history = append(c.history, op)
	c.views[d.place].see(out, response, d.deed)
}

func (v *view) see(out output, r chat.Response, d deed) {
	newer := out.game == v.game && out.version > v.version || out.game != v.game && (d == starts || d == look)
	if out.reply == shown && newer {
		v.output, v.controls = out, bottest.MoveButtons(r.Effects[0].Message)
	}
}

func understand(r chat.Response, err error) output {
	switch {
	case err != nil:
		return output{reply: failed, words: err.Error()}
	case r.Trouble != chat.NoTrouble:
		return output{reply: failed, words: r.Effects[0].Message.Text.String()}
	case r.Repeated:
		return output{reply: silent}
	case len(r.Effects) == 0:
		return output{reply: repeated}
	}
	e := r.Effects[0]
	switch {
	case e.Kind == chat.Whisper:
		return output{reply: refused, words: e.Message.Text.String()}
	case e.Message.Board == nil && e.Kind == chat.Edit:
		return output{reply: elsewhere}
	case e.Message.Board == nil:
		return output{reply: asked}
	}
	id, _ := game.ParseID(string(e.Subject.Game)) // 0 is not a game and matches nothing
	return output{
		reply: shown, game: id, version: e.Subject.Version,
		board: e.Message.Board.View.Position, over: e.Message.Board.View.Ended,
	}
}
