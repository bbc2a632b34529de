package discord

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/rules"
)

func (d *drive) by(user chat.UserID) chat.Action {
	return chat.Action{User: user, Place: d.place, Direct: d.place.Team == "", Moderator: d.random.IntN(8) == 0}
}

func (d *drive) press(user chat.UserID, control string) chat.Action {
	a := d.by(user)
	a.Control = control
	if d.sent > 0 && d.random.IntN(3) > 0 {
		a.Message = d.ref(d.sent)
	}
	return a
}

// command is a command with arguments of text, name and value in turn.
func (d *drive) command(user chat.UserID, verb string, args ...string) chat.Action {
	a := d.by(user)
	a.Verb, a.Delivery = verb, chat.Delivery(fmt.Sprint(d.random.Uint64()))
	for i := 0; i < len(args); i += 2 {
		a.Args = append(a.Args, chat.Argument{Name: args[i], Value: chat.Word{Text: args[i+1]}})
	}
	return a
}

// manyMoves leads to a position with 27 legal moves.
const manyMoves = "f5d6c3g5e6f3f4d7f6d3c5b4c4e7e8b5b6b7b3d2b2b1a1g3f2g6g4f8"

// typed is one of the commands, with arguments that make sense or do not.
func (d *drive) typed() chat.Action {
	commands := bot.Commands(catalog())
	c := pick(d, commands)
	if len(d.legal) == 0 && d.random.IntN(3) > 0 {
		begins := []string{"start", "load"}[d.oneOf(3, 1)]
		c = commands[slices.IndexFunc(commands, func(c chat.Command) bool { return c.Name == begins })]
	}
	a := d.command(d.somebody(), c.Name)
	for _, p := range c.Parameters {
		if !p.Required && d.random.IntN(3) > 0 {
			continue
		}
		a.Args = append(a.Args, chat.Argument{Name: p.Name, Value: d.word(p)})
	}
	return a
}

func (d *drive) word(p chat.Parameter) chat.Word {
	switch {
	case p.Choices != nil:
		return chat.Word{Text: pick(d, p.Choices).Value}
	case p.Type == chat.TypeUser:
		kind := []chat.Mentioned{chat.MentionsPerson, chat.MentionsBot, chat.MentionsOtherBot}[d.oneOf(8, 1, 1)]
		return chat.Word{Text: "Somebody", User: d.somebody(), Kind: kind}
	case p.Type == chat.TypeInteger:
		return chat.Word{Text: fmt.Sprint(d.random.IntN(12))}
	case p.Type == chat.TypeFlag:
		return chat.Word{Text: pick(d, []string{"true", "false"})}
	case p.Name == "theme":
		return chat.Word{Text: pick(d, append(d.adapter.Limits().Themes, "pink"))}
	case p.Name == "moves":
		return chat.Word{Text: pick(d, []string{manyMoves, d.transcript(), "d3d3", ""})}
	case p.Name == "board":
		return chat.Word{Text: pick(d, []string{strings.Repeat("X", 30) + strings.Repeat("O-", 17), "XO", strings.Repeat("-O X", 30)})}
	default:
		return chat.Word{Text: pick(d, []string{rules.Square(d.random.IntN(64)).String(), "E 5", "zz", "d3 e6", "@everyone <@1> **a**", strings.Repeat("x", 3000)})}
	}
}

// transcript is the beginning of a game.
func (d *drive) transcript() string {
	p, moves := rules.Start(), []rules.Square{}
	for n := d.random.IntN(60); n > 0 && !p.Legal().IsEmpty(); n-- {
		s := pick(d, slices.Collect(p.Legal().Squares()))
		next, err := p.Play(s)
		if err != nil {
			d.t.Fatal(err)
		}
		p, moves = next, append(moves, s)
	}
	return rules.FormatTranscript(moves)
}
