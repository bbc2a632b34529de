package bot

import (
	"context"
	"slices"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// request is an action with all that is needed to answer it.
type request struct {
	chat.Action
	now    time.Time
	limits chat.Limits
	room   game.Room // the place, as it was when the action came
	by     game.Player
	verb   verb // what was typed, if it was a verb
	args   arguments
	press  control // what was pressed, if a control was
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

// length is how many bytes of text were typed.
func (r request) length() int {
	n := len(r.Verb)
	for _, w := range r.Words {
		n += len(w.Text)
	}
	for _, a := range r.Args {
		n += len(a.Value.Text)
	}
	return n
}

// pressed reports whether the request came from a control.
func (r request) pressed() bool { return r.Control != "" }

// prompted reports whether a person is there to be answered.
func (r request) prompted() bool { return r.Origin == chat.OriginUser }

// delivery is the id by which a repeated command is known. A press needs none:
// it carries the turn it was made for. Nor does a completion, which changes
// nothing and comes with every key.
func (r request) delivery() string {
	if r.pressed() || r.Origin == chat.OriginCompletion || r.Delivery == "" {
		return ""
	}
	return r.Place.Platform + "/" + r.Delivery
}

// occasion is on what account the request changes a game.
func (r request) occasion() game.Occasion {
	return game.Occasion{Delivery: r.delivery(), Now: r.now}
}

// asCommand is the request as if its control had been typed as a command: what
// comes of it is a message of its own.
func (r request) asCommand() request {
	r.Control, r.Message = "", ""
	return r
}

// when tells a time of today or of the day after.
func (r request) when(t time.Time) chat.Text {
	t = t.In(r.now.Location())
	if t.YearDay() == r.now.YearDay() {
		return chat.Say(chat.TimeOf(t))
	}
	return chat.Say(chat.TimeOf(t), " tomorrow")
}

// active is the running game of the place, or [errNoGame].
func (r request) active() (game.Game, error) {
	if r.room.Active == nil {
		return game.Game{}, errNoGame
	}
	return *r.room.Active, nil
}

// shown is the running game of the place, else the one that ended last, or
// [errNoGame].
func (r request) shown() (game.Game, error) {
	if r.room.Active == nil && r.room.Last != nil {
		return *r.room.Last, nil
	}
	return r.active()
}

// update changes a game of the request's place. It fails with an
// [*unchangedError] if there is that game.
func (b *Bot) update(
	ctx context.Context, r request, id game.ID, operation game.Operation,
) (game.Game, []game.Event, error) {
	g, events, err := b.Table.Update(ctx, r.room, id, r.occasion(), r.reminding(operation))
	return g, events, unchanged(g, err)
}

// updateInstead is update for a game that begins, also instead of one that was
// left alone: that is returned too.
func (b *Bot) updateInstead(
	ctx context.Context, r request, id game.ID, operation game.Operation,
) (game.Game, []game.Event, *game.Game, error) {
	g, events, old, err := b.Table.UpdateInstead(ctx, r.room, id, r.occasion(), r.reminding(operation), r.setAside)
	return g, events, old, unchanged(g, err)
}

// unchanged is the error together with the game that could not be changed.
func unchanged(g game.Game, err error) error {
	if err == nil || g.Place == "" {
		return err // it could, or there is none
	}
	return &unchangedError{Game: g, Err: err}
}

// reminding is the operation, which also reminds the next player if the place
// wants players to be told at once and the change only edits a message: that
// notifies nobody, while a new message does.
func (r request) reminding(operation game.Operation) game.Operation {
	if r.room.Settings.Pings != game.PingNow || r.prompted() && !r.pressed() {
		return operation
	}
	return func(g game.Game) (game.Game, []game.Event, error) {
		next, events, err := operation(g)
		if err == nil {
			if reminded, _, err := next.Ping(); err == nil {
				next = reminded
			}
		}
		return next, events, err
	}
}

// arguments are the arguments of a command. A later one of a name replaces an
// earlier one.
type arguments []chat.Argument

// with is the arguments and one more.
func (a arguments) with(name string, value chat.Word) arguments {
	return append(a, chat.Argument{Name: name, Value: value})
}

// find is the argument of that name, and false if it is absent.
func (a arguments) find(name string) (chat.Word, bool) {
	for _, arg := range slices.Backward(a) {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return chat.Word{}, false
}

// text is the argument's text, empty if it is absent.
func (a arguments) text(name string) string {
	word, _ := a.find(name)
	return word.Text
}

// has reports whether the argument is there.
func (a arguments) has(name string) bool {
	_, ok := a.find(name)
	return ok
}

// whisper is the response that tells the actor something privately.
func whisper(m chat.Message) chat.Response {
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: m}}}
}

// whisperText is whisper for a message of text only.
func whisperText(parts ...any) chat.Response {
	return whisper(chat.Message{Text: chat.Say(parts...)})
}
