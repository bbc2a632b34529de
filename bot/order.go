package bot

import (
	"slices"
	"strings"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
)

// order is what a chat action alone says about a request, before anything is loaded. It is read-only.
type order struct {
	chat.Action // its Control is "" if the answer is a new message
	by          game.Player
	action      *action         // has no name if the user typed no word
	args        parse.Arguments // of the typed command
	control     control.Control // the pressed control; zero if the user typed a command
	trial       *request        // if not nil, the order changes nothing; instead of success it returns [game.ErrTrial]
}

// parse reads an action. It loads nothing and changes nothing.
func (b *Bot) parse(a chat.Action, trial *request) (*order, error) {
	o := &order{Action: a, by: player(a), action: b.actions[""], trial: trial}
	if a.Control != "" {
		return o, b.parseControl(o)
	}
	return o, b.parseWords(o)
}

func (b *Bot) parseWords(o *order) error {
	c, args, err := b.Grammar.Read(o.Action, b.Limits[o.Place.Platform])
	o.action, o.args = b.actions[c.Name], args
	return err
}

func (b *Bot) parseControl(o *order) error {
	c, err := control.Parse(o.Control)
	if err == nil && c.Verb == parse.SayVerb && o.fromUser() {
		o.Control, o.Message, o.Tokens = "", "", parse.OfferedWords(c.Arg)
		return b.parseWords(o)
	}
	what, ok := b.actions[c.Verb]
	if err != nil || !ok || what.press == nil || !slices.Contains(what.by, o.Origin) {
		return errBadControl
	}
	o.control, o.action = c, what
	if what.newMessage || strings.HasPrefix(c.Arg, control.Private) {
		o.Control, o.Message = "", ""
	}
	if what.startWords {
		return b.parseStart(o)
	}
	return nil
}

// parseStart reads a control whose argument holds the words of a start command, separated by full
// stops.
func (b *Bot) parseStart(o *order) error {
	start := b.actions["start"]
	args, err := b.Grammar.Sort(start.Command, strings.ReplaceAll(o.control.Arg, ".", " "), b.Limits[o.Place.Platform])
	if err != nil {
		return errBadControl
	}
	if o.control.Verb == "thread" {
		args = args.With("thread", chat.Token{Text: "true"})
	}
	o.action, o.args = start, args
	return start.Admit(args)
}

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

// byControl reports whether a control was pressed, on any message.
func (o *order) byControl() bool { return o.Control != "" || o.control.Verb != "" }

// pressed reports whether a control was pressed on a message that the answer can replace.
func (o *order) pressed() bool { return o.Control != "" }

// fromUser reports whether a user is waiting for the answer.
func (o *order) fromUser() bool { return o.Origin == chat.OriginUser }

// typed reports whether a user waits for an answer in a new message.
func (o *order) typed() bool { return o.fromUser() && !o.pressed() }

// delivery returns the id by which the store recognizes a repeated delivery, or "" if it need not. A
// pressed move or vote needs none, because its control names the turn. Completions and trials change
// nothing.
func (o *order) delivery() game.Delivery {
	if o.control.Verb == "move" || o.control.Verb == "vote" || o.Origin == chat.OriginCompletion || o.Delivery == "" || o.trial != nil {
		return ""
	}
	return game.Delivery(o.Place.Platform + "/" + string(o.Delivery))
}
