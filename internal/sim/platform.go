package sim

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"othellobot/chat"
)

// platform is the name of the one there is.
const platform = "p"

var errPlatform = errors.New("the platform does not answer")

// postTime is how long an adapter waits for the platform.
const postTime = 5 * time.Second

// message is one in a channel, as it stands.
type message struct {
	ref      chat.MessageRef
	only     chat.UserID // who sees it, if not everybody
	controls []string
	shows    chat.Shown
	posts    []uint32 // of its slot, that it was to be
	gone     bool
}

// channel is a place with its people, its messages and what they play.
type channel struct {
	world    *world
	place    chat.Place
	messages []*message
	people   []chat.UserID
	games    int  // still to be begun
	plies    int  // after which the running game is to end
	pressed  *act // the last press
}

func (c *channel) find(ref chat.MessageRef) *message {
	for _, m := range slices.Backward(c.messages) {
		if m.ref == ref {
			return m
		}
	}
	return nil
}

// carry does one effect, and gives the message that shows it. on is the message
// that was acted on, and by whom.
func (c *channel) carry(e chat.Effect, on chat.MessageRef, by chat.UserID) chat.MessageRef {
	w := c.world
	var controls []string
	for _, row := range e.Message.Controls {
		for _, b := range row.Buttons {
			controls = append(controls, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				controls = append(controls, o.Action)
			}
		}
	}
	for _, text := range controls {
		w.noteText(text)
	}
	ref := e.Ref
	if ref == "" {
		ref = on
	}
	switch e.Kind {
	case chat.Post, chat.Ping, chat.Whisper:
		w.messages++
		m := &message{ref: chat.MessageRef("m" + strconv.Itoa(w.messages)), controls: controls, shows: e.Shows, posts: []uint32{e.Shows.Post}}
		if e.Kind == chat.Whisper {
			m.only = by
		}
		c.messages = append(c.messages, m)
		return m.ref
	case chat.Edit, chat.Collapse:
		m := c.find(ref)
		if m == nil {
			break
		}
		m.posts = append(m.posts, e.Shows.Post)
		if e.Shows.Post != m.shows.Post || e.Shows.Version >= m.shows.Version {
			m.controls = controls
			if e.Shows.Slot != "" {
				m.shows = e.Shows
			}
		}
	case chat.Remove:
		if m := c.find(ref); m != nil {
			m.gone, m.controls = true, nil
		}
	}
	return ref
}

// poster is the adapter of a process. It implements [chat.Poster].
type poster struct{ *process }

// Deliver implements [chat.Poster].
func (p poster) Deliver(ctx context.Context, place chat.Place, r chat.Response) error {
	return p.carryOut(ctx, place, r, "", chat.UserID{})
}

// carryOut does all effects of a response, and what follows from them.
func (p poster) carryOut(ctx context.Context, place chat.Place, r chat.Response, on chat.MessageRef, by chat.UserID) error {
	var failed error
	for i, e := range r.Effects {
		ref, err := p.send(ctx, place, e, i, on, by)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if e.Shows.Slot == "" {
			continue
		}
		next, err := p.handler.Sent(ctx, e.Shows, ref)
		if err == nil {
			err = p.carryOut(ctx, place, next, "", by)
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// send has the platform do one effect.
func (p poster) send(ctx context.Context, place chat.Place, e chat.Effect, nth int, on chat.MessageRef, by chat.UserID) (chat.MessageRef, error) {
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	w := p.world
	about := place.Channel + string(e.Shows.Game) + string(e.Shows.Slot) + string(e.Ref) + e.Message.Text.String()
	answers := w.post(p.label(ctx, "send"+strconv.Itoa(int(e.Kind))+strconv.Itoa(nth), about, e.Shows.Version), func(reply func(any)) {
		w.judge.sends(p.process, place, e)
		way := w.between(5*time.Millisecond, 4*w.weather.latency)
		if w.chance(w.weather.slowPost) {
			way = w.between(time.Second, 8*time.Second)
		}
		lost, blind := w.chance(w.weather.lostPost), w.chance(w.weather.blindPost)
		w.after(way, func() {
			w.mayCrash(p.process)
			var ref chat.MessageRef
			if !lost {
				ref = w.channels[place].carry(e, on, by)
			}
			w.after(w.between(time.Millisecond, 2*w.weather.latency), func() {
				w.mayCrash(p.process)
				if lost || blind {
					reply(errPlatform)
				} else {
					reply(ref)
				}
			})
		})
	})
	select {
	case answer := <-answers:
		if ref, ok := answer.(chat.MessageRef); ok {
			return ref, nil
		}
		return "", errPlatform
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
