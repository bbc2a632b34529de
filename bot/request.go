package bot

import (
	"context"
	"time"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// request is an action with all that is needed to answer it.
type request struct {
	chat.Action
	card.Viewer
	by      game.Player
	action  action          // what is asked for, once that is known
	args    parse.Arguments // of what was typed
	control control.Control // what was pressed, if a control was
	about   game.ID         // the game that was to be changed, once that is known
	players []chat.UserID   // whose games were changed
	pair    [2]chat.UserID  // where there is room for the first of them
	offers  bool            // the place begins to speak as the actor does, who may want English instead
	channel game.Settings   // of the channel, if a game begins in a thread where there was none
	room    game.Room       // the place as it was when the action came; after a change, before it; after a refused one, as it stands
}

// player is who acts, by the name the game knows.
func player(a chat.Action) game.Player {
	switch a.Origin {
	case chat.OriginEngine:
		return game.Engine
	case chat.OriginClock, chat.OriginPlatform:
		return game.Nobody
	default:
		return game.Player(a.User.String())
	}
}

// pressed reports whether the request came from a control.
func (r *request) pressed() bool { return r.Control != "" }

// prompted reports whether a person is there to be answered.
func (r *request) prompted() bool { return r.Origin == chat.OriginUser }

// typed reports whether a person typed the request: what comes of it is a message
// of its own.
func (r *request) typed() bool { return r.prompted() && !r.pressed() }

// delivery is the id by which a repetition is known. A move that was pressed needs
// none: it carries the turn it was made for. Nor does a completion, which changes
// nothing and comes with every key.
func (r *request) delivery() game.Delivery {
	if r.control.Verb == "move" || r.control.Verb == "vote" || r.Origin == chat.OriginCompletion || r.Delivery == "" {
		return ""
	}
	return game.Delivery(r.Place.Platform + "/" + string(r.Delivery))
}

// asCommand makes the request one whose control had been typed as a command: what
// comes of it is a message of its own.
func (r *request) asCommand() { r.Control, r.Message = "", "" }

// active is the running game of the place.
func (r *request) active() (game.Game, error) {
	switch {
	case r.room.Active != nil:
		return *r.room.Active, nil
	case r.room.HeldByNewer():
		return game.Game{}, game.ErrNewer
	case len(r.room.Unreadable) > 0:
		return game.Game{}, refused(words.GameUnreadable{})
	default:
		return game.Game{}, errNoGame(words.OpenButton{}, "")
	}
}

// sees makes a room that of the request.
func (r *request) sees(room game.Room) {
	r.room, r.Settings, r.First = room, room.Settings, room.Last == nil
}

// nothingHere reports whether no game runs in the place, as far as anybody can tell.
func (r *request) nothingHere() bool {
	return r.room.Active == nil && len(r.room.Unreadable) == 0 && !r.room.HeldByNewer()
}

// errNoGame refuses what needs a game, and offers to open one by a button, with a
// first move if there is one.
func errNoGame(label words.Message, move string) error {
	return refused(words.NoGame{}).offering(func(r *request) []chat.Row {
		return []chat.Row{card.Row(card.Button(r.Own, label, control.Of("open", move)))}
	})
}

// shown is the running game of the place, else the one that ended last.
func (r *request) shown() (game.Game, error) {
	if r.room.Active == nil && r.room.Last != nil {
		return *r.room.Last, nil
	}
	return r.active()
}

// do makes a proposal of the request's.
func (b *Bot) do(ctx context.Context, r *request, p game.Proposal) (game.Outcome, error) {
	p.By, p.Now, p.Delivery = r.by, r.Now, r.delivery()
	r.about = p.Game
	out, err := b.Table.Do(ctx, r.room, p)
	r.sees(out.Room)
	if err == nil {
		board, _ := out.Slot(card.BoardSlot)
		r.Post = board.Post
		r.concern(out)
		b.reviewLater(out)
	}
	return out, err
}

// concern notes whose games an outcome has changed.
func (r *request) concern(out game.Outcome) {
	if r.players == nil {
		r.players = r.pair[:0]
	}
	for _, g := range []*game.Game{&out.Game, out.Aside} {
		if g == nil {
			continue
		}
		var few [4]game.Player
		for _, p := range g.AppendPlayers(few[:0]) {
			if user, err := chat.ParseUserID(string(p)); err == nil {
				r.players = append(r.players, user)
			}
		}
	}
}

// change does an operation on a game, and shows the game.
func (b *Bot) change(ctx context.Context, r *request, id game.ID, operation game.Operation) (game.Outcome, error) {
	return b.do(ctx, r, game.Proposal{Game: id, Operation: r.reminding(operation), Slots: r.slots})
}

// reminding is the operation, which also reminds the next player if the place
// wants players to be told at once and the change only edits a message: that
// notifies nobody, while a new message does.
func (r *request) reminding(operation game.Operation) game.Operation {
	if r.Settings.Pings != game.PingNow || r.typed() {
		return operation
	}
	return func(g game.Game, by game.Player, now time.Time) (game.Game, []game.Event, error) {
		next, events, err := operation(g, by, now)
		if err == nil {
			if reminded, _, err := next.Ping(by, now); err == nil {
				next = reminded
			}
		}
		return next, events, err
	}
}

// controlled is the game that a control belongs to, which must be of this place.
func (r *request) controlled() (game.Game, error) {
	g, ok := r.room.Find(r.control.Game)
	if !ok {
		return game.Game{}, r.room.Without(r.control.Game)
	}
	return g, nil
}
