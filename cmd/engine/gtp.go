package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// gtp plays by the Go Text Protocol, version 2, with the names of Othello's
// squares, a1 at the top left
// (https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html).
type gtp struct {
	player   player
	position rules.Position
	left     time.Duration // of the game's time; 0 if moves have a time of their own
}

// What a controller that says nothing about time gets.
const defaultMoveTime = time.Second

// playGTP answers commands until quit or the end of the input.
func playGTP(ctx context.Context, c call) error {
	weightsFile := c.flags.String("weights", "", "`file` of weights; those of the program if empty")
	if err := c.parse(0, 0); err != nil {
		return err
	}
	weights, err := readWeights(*weightsFile)
	if err != nil {
		return err
	}
	g := &gtp{position: rules.Start(), player: player{
		budget:   1,
		searcher: engine.NewSearcher(weights, playerMemory),
		time:     defaultMoveTime,
	}}
	lines := bufio.NewScanner(c.stdin)
	for lines.Scan() && ctx.Err() == nil {
		id, name, args := splitCommand(lines.Text())
		if name == "" {
			continue
		}
		answer, err := g.answer(ctx, name, args)
		if err != nil {
			fmt.Fprintf(c.stdout, "?%s %v\n\n", id, err)
		} else {
			fmt.Fprintf(c.stdout, "=%s %s\n\n", id, answer)
		}
		if name == "quit" {
			return nil
		}
	}
	return lines.Err()
}

// splitCommand takes a line apart: an optional number, the command, and its
// arguments. Comments and control characters are left out.
func splitCommand(line string) (id, name string, args []string) {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.FieldsFunc(line, func(r rune) bool { return r <= ' ' || r == 0x7f })
	if len(fields) > 0 {
		if _, err := strconv.Atoi(fields[0]); err == nil {
			id, fields = fields[0], fields[1:]
		}
	}
	if len(fields) == 0 {
		return id, "", nil
	}
	return id, fields[0], fields[1:]
}

// gtpCommands are the commands in the order in which they are listed.
var gtpCommands = []struct {
	name string
	args int
	run  func(g *gtp, ctx context.Context, args []string) (string, error)
}{
	{"name", 0, say("othellobot")},
	{"version", 0, say("1")},
	{"protocol_version", 0, say("2")},
	{"list_commands", 0, nil}, // see answer
	{"boardsize", 1, (*gtp).boardSize},
	{"clear_board", 0, (*gtp).clearBoard},
	{"play", 2, (*gtp).play},
	{"genmove", 1, (*gtp).genmove},
	{"showboard", 0, (*gtp).showBoard},
	{"set_level", 1, (*gtp).setLevel},
	{"time_settings", 3, (*gtp).timeSettings},
	{"quit", 0, say("")},
}

func say(text string) func(*gtp, context.Context, []string) (string, error) {
	return func(*gtp, context.Context, []string) (string, error) { return text, nil }
}

// answer carries out a command.
func (g *gtp) answer(ctx context.Context, name string, args []string) (string, error) {
	var names []string
	for _, c := range gtpCommands {
		names = append(names, c.name)
		switch {
		case c.name != name || c.run == nil:
		case len(args) != c.args:
			return "", fmt.Errorf("%s takes %d arguments", name, c.args)
		default:
			return c.run(g, ctx, args)
		}
	}
	if name == "list_commands" {
		return strings.Join(names, "\n"), nil
	}
	return "", errors.New("unknown command")
}

func (g *gtp) boardSize(_ context.Context, args []string) (string, error) {
	if args[0] != "8" {
		return "", errors.New("unacceptable size")
	}
	g.position = rules.Start()
	return "", nil
}

func (g *gtp) clearBoard(context.Context, []string) (string, error) {
	g.position = rules.Start()
	return "", nil
}

func (g *gtp) showBoard(context.Context, []string) (string, error) {
	board := g.position.FormatBoard(rules.AlphabetXO)
	var text strings.Builder
	text.WriteString("\n  a b c d e f g h")
	for rank := range 8 {
		fmt.Fprintf(&text, "\n%d %s", rank+1, strings.Join(strings.Split(board[8*rank:8*rank+8], ""), " "))
	}
	fmt.Fprintf(&text, "\n%v to move", g.position.ToMove)
	return text.String(), nil
}

// color reads the side that a command is about and reports whether it is that
// side's turn; if it is not, the side must have no move.
func (g *gtp) color(text string) (turn bool, err error) {
	var c rules.Color
	switch strings.ToLower(text) {
	case "b", "black":
		c = rules.Black
	case "w", "white":
		c = rules.White
	default:
		return false, fmt.Errorf("%q is no colour", text)
	}
	switch {
	case g.position.Over() || g.position.LegalFor(c).IsEmpty():
		return false, nil
	case c != g.position.ToMove:
		return false, fmt.Errorf("it is %v's turn", g.position.ToMove)
	}
	return true, nil
}

func (g *gtp) play(_ context.Context, args []string) (string, error) {
	turn, err := g.color(args[0])
	if err != nil {
		return "", err
	}
	if strings.EqualFold(args[1], "pass") {
		if turn {
			return "", errors.New("illegal move")
		}
		return "", nil
	}
	square, err := rules.ParseSquare(args[1])
	if err != nil {
		return "", err
	}
	if !turn || !g.position.Legal().Has(square) {
		return "", errors.New("illegal move")
	}
	g.position, err = g.position.Play(square)
	return "", err
}

func (g *gtp) genmove(ctx context.Context, args []string) (string, error) {
	turn, err := g.color(args[0])
	if err != nil || !turn {
		return "pass", err
	}
	p := g.player
	begun := time.Now()
	if g.left > 0 {
		p.time = g.left / time.Duration(g.position.Empties().Len()/2+2)
	}
	square, err := p.move(ctx, g.position, 1)
	if err != nil {
		return "", err
	}
	if g.left > 0 {
		g.left = max(time.Millisecond, g.left-time.Since(begun))
	}
	g.position, err = g.position.Play(square)
	return square.String(), err
}

func (g *gtp) setLevel(_ context.Context, args []string) (string, error) {
	level, err := strconv.Atoi(args[0])
	if err != nil || level < 0 || level > engine.Levels {
		return "", fmt.Errorf("levels run from 1 to %d; 0 is full strength", engine.Levels)
	}
	g.player.level = level
	return "", nil
}

// timeSettings takes the time of a game, or of so many moves of overtime, in
// seconds.
func (g *gtp) timeSettings(_ context.Context, args []string) (string, error) {
	var seconds [3]int
	for i := range seconds {
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 || n > 1e6 {
			return "", errors.New("not three numbers of seconds, seconds and moves")
		}
		seconds[i] = n
	}
	game, overtime, moves := seconds[0], seconds[1], seconds[2]
	g.left = time.Duration(game) * time.Second
	if game == 0 && moves > 0 {
		g.player.time = max(time.Millisecond, time.Duration(overtime)*time.Second/time.Duration(moves))
	}
	return "", nil
}
