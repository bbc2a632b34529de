package bottest

import (
	"fmt"
	"slices"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

func (p *player) by(user chat.UserID) chat.Action {
	return chat.Action{User: user, Place: p.Place.Place, Direct: p.Team == "", Moderator: p.random.IntN(8) == 0}
}

func (p *player) press(user chat.UserID, control string) chat.Action {
	a := p.by(user)
	a.Control = control
	if p.sent > 0 && p.random.IntN(3) > 0 {
		a.Message = p.Ref(p.sent)
	}
	return a
}

// command returns a command with text arguments, given as alternating names and values.
func (p *player) command(user chat.UserID, verb string, args ...string) chat.Action {
	a := p.by(user)
	a.Verb, a.Delivery = verb, chat.Delivery(fmt.Sprint(p.random.Uint64()))
	for i := 0; i < len(args); i += 2 {
		a.Args = append(a.Args, chat.Argument{Name: args[i], Value: chat.Token{Text: args[i+1]}})
	}
	return a
}

// walked lists the commands of [player.walk]. It excludes newer ones, so that a seed keeps its steps.
var walked = []string{
	"start", "move", "board", "check", "hint", "undo", "resign", "stop", "history", "review", "stats", "games", "load", "puzzle", "settings", "help",
}

// walk returns a random command, mostly one that begins a game if no move is legal.
func (p *player) walk() chat.Action {
	verb := pick(p, walked)
	if len(p.legal) == 0 && p.random.IntN(3) > 0 {
		verb = []string{"start", "load"}[p.oneOf(3, 1)]
	}
	at := slices.IndexFunc(p.commands, func(c chat.Command) bool { return c.Name == verb })
	if at < 0 {
		p.t.Fatalf("there is no command %s to walk with", verb)
	}
	return p.typed(p.commands[at])
}

// typed returns a command with random arguments.
func (p *player) typed(c chat.Command) chat.Action {
	a := p.command(p.somebody(), c.Name)
	for _, parameter := range c.Parameters {
		if parameter.Required || p.random.IntN(3) == 0 {
			a.Args = append(a.Args, chat.Argument{Name: parameter.Name, Value: p.word(parameter)})
		}
	}
	return a
}

// manyMoves leads to a position with 27 legal moves.
const manyMoves = "f5d6c3g5e6f3f4d7f6d3c5b4c4e7e8b5b6b7b3d2b2b1a1g3f2g6g4f8"

func (p *player) word(of chat.Parameter) chat.Token {
	text := func(options ...string) chat.Token { return chat.Token{Text: pick(p, append(options, p.ArgTexts...))} }
	switch {
	case of.Choices != nil:
		return chat.Token{Text: pick(p, of.Choices).Value}
	case of.Type == chat.TypeUser:
		kind := []chat.Mentioned{chat.MentionsPerson, chat.MentionsBot, chat.MentionsOtherBot}[p.oneOf(8, 1, 1)]
		return chat.Token{Text: "Somebody", User: p.somebody(), Kind: kind}
	case of.Type == chat.TypeInteger:
		return chat.Token{Text: fmt.Sprint(p.random.IntN(12))}
	case of.Type == chat.TypeFlag:
		return text("true", "false")
	case of.Name == "theme":
		return text(append(slices.Clone(p.Limits.Themes), "pink")...)
	case of.Name == "moves":
		return text(manyMoves, p.transcript(), "d3d3", "")
	case of.Name == "board":
		return text(strings.Repeat("X", 30)+strings.Repeat("O-", 17), "XO", strings.Repeat("-O X", 30))
	default:
		return text(rules.Square(p.random.IntN(64)).String(), "E 5", "zz", "d3 e6", "@everyone <@1> **a** *b* <!here>", strings.Repeat("x", 3000))
	}
}

// transcript returns the first moves of a random game.
func (p *player) transcript() string {
	position, moves := rules.Start(), []rules.Square{}
	for n := p.random.IntN(60); n > 0 && !position.Legal().IsEmpty(); n-- {
		s := pick(p, slices.Collect(position.Legal().Squares()))
		next, err := position.Play(s)
		if err != nil {
			p.t.Fatal(err)
		}
		position, moves = next, append(moves, s)
	}
	return rules.FormatTranscript(moves)
}
