package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/engine"
	"othellobot/rules"
)

// gtp plays by the Go Text Protocol, version 2, with the names of Othello's squares: a1
// is at the top left
// (https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html).
type gtp struct {
	player   player
	position rules.Position
	former   []rules.Position // the positions before each move and pass since clear_board
	left     time.Duration    // remaining time of the game; 0 if moves have their own budget
}

// playGTP answers commands until quit or the end of the input.
func playGTP(ctx context.Context, c call) error {
	makePlayer := playerFlags(&c)
	if err := c.parse(0, 0); err != nil {
		return err
	}
	p, err := makePlayer()
	if err != nil {
		return err
	}
	g := &gtp{position: rules.Start(), player: p}
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

// splitCommand splits a line into an optional number, the command and its arguments. It
// drops comments and control characters.
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

// gtpCommands lists the commands in the order of list_commands.
var gtpCommands = []struct {
	name string
	args int
	run  func(g *gtp, ctx context.Context, args []string) (string, error)
}{
	{"name", 0, fixedAnswer("othellobot")},
	{"version", 0, fixedAnswer("1")},
	{"protocol_version", 0, fixedAnswer("2")},
	{"list_commands", 0, nil}, // see answer
	{"known_command", 1, nil}, // see answer
	{"boardsize", 1, (*gtp).boardSize},
	{"clear_board", 0, (*gtp).clearBoard},
	{"komi", 1, (*gtp).komi},
	{"play", 2, (*gtp).play},
	{"genmove", 1, (*gtp).genmove},
	{"undo", 0, (*gtp).undo},
	{"showboard", 0, (*gtp).showBoard},
	{"time_settings", 3, (*gtp).timeSettings},
	{"time_left", 3, (*gtp).timeLeft},
	{"quit", 0, fixedAnswer("")},
}

func fixedAnswer(text string) func(*gtp, context.Context, []string) (string, error) {
	return func(*gtp, context.Context, []string) (string, error) { return text, nil }
}

func (g *gtp) answer(ctx context.Context, name string, args []string) (string, error) {
	var names []string
	for _, c := range gtpCommands {
		names = append(names, c.name)
		switch {
		case c.name != name:
		case len(args) != c.args:
			return "", fmt.Errorf("%s takes %d arguments", name, c.args)
		case c.run != nil:
			return c.run(g, ctx, args)
		}
	}
	switch name {
	case "list_commands":
		return strings.Join(names, "\n"), nil
	case "known_command":
		return strconv.FormatBool(slices.Contains(names, args[0])), nil
	default:
		return "", errors.New("unknown command")
	}
}

// komi accepts a handicap in points and ignores it, since Othello has no komi.
func (g *gtp) komi(_ context.Context, args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", errors.New("komi not a float")
	}
	return "", nil
}

func (g *gtp) undo(context.Context, []string) (string, error) {
	if len(g.former) == 0 {
		return "", errors.New("cannot undo")
	}
	g.position, g.former = g.former[len(g.former)-1], g.former[:len(g.former)-1]
	return "", nil
}

// advance makes a legal move, or a pass if the square is [rules.NoSquare].
func (g *gtp) advance(square rules.Square) (err error) {
	g.former = append(g.former, g.position)
	if square != rules.NoSquare {
		g.position, err = g.position.Play(square)
	}
	return err
}

func (g *gtp) boardSize(ctx context.Context, args []string) (string, error) {
	if args[0] != "8" {
		return "", errors.New("unacceptable size")
	}
	return g.clearBoard(ctx, nil)
}

func (g *gtp) clearBoard(context.Context, []string) (string, error) {
	g.position, g.former = rules.Start(), nil
	g.player.searcher.Forget()
	return "", nil
}

func (g *gtp) showBoard(context.Context, []string) (string, error) {
	board := g.position.FormatBoard()
	var text strings.Builder
	text.WriteString("\n  a b c d e f g h")
	for rank := range 8 {
		fmt.Fprintf(&text, "\n%d %s", rank+1, strings.Join(strings.Split(board[8*rank:8*rank+8], ""), " "))
	}
	fmt.Fprintf(&text, "\n%v to move", g.position.ToMove)
	return text.String(), nil
}

// color parses a side and reports whether it can move now. The error says that the text
// names no side, or that it is the other side's turn.
func (g *gtp) color(text string) (canMove bool, err error) {
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
	canMove, err := g.color(args[0])
	if err != nil {
		return "", err
	}
	if strings.EqualFold(args[1], "pass") {
		if canMove {
			return "", errors.New("illegal move")
		}
		return "", g.advance(rules.NoSquare)
	}
	square, err := rules.ParseSquare(args[1])
	if err != nil {
		return "", err
	}
	if !canMove || !g.position.Legal().Has(square) {
		return "", errors.New("illegal move")
	}
	return "", g.advance(square)
}

func (g *gtp) genmove(ctx context.Context, args []string) (string, error) {
	canMove, err := g.color(args[0])
	if err != nil {
		return "", err
	}
	if !canMove {
		return "pass", g.advance(rules.NoSquare)
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
	return square.String(), g.advance(square)
}

// timeSettings sets the time limit: seconds for the whole game, or for a number of overtime
// moves. It has no effect if the player plays at a level.
func (g *gtp) timeSettings(_ context.Context, args []string) (string, error) {
	seconds, err := threeSeconds(args)
	if err != nil {
		return "", err
	}
	game, overtime, moves := seconds[0], seconds[1], seconds[2]
	g.left = time.Duration(game) * time.Second
	switch {
	case game > 0:
		g.player.limits = engine.Limits{}
	case moves > 0:
		g.player.limits = engine.Limits{}
		g.player.time = max(time.Millisecond, time.Duration(overtime)*time.Second/time.Duration(moves))
	}
	return "", nil
}

// timeLeft takes the remaining time, in seconds, of the game or of some overtime moves.
func (g *gtp) timeLeft(_ context.Context, args []string) (string, error) {
	seconds, err := threeSeconds(append([]string{"0"}, args[1:]...))
	if err != nil {
		return "", err
	}
	left, moves := time.Duration(seconds[1])*time.Second, seconds[2]
	if moves > 0 {
		g.left, g.player.time = 0, max(time.Millisecond, left/time.Duration(moves))
	} else {
		g.left = max(time.Millisecond, left)
	}
	return "", nil
}

func threeSeconds(args []string) (seconds [3]int, err error) {
	for i := range seconds {
		n, err := strconv.Atoi(args[i])
		if err != nil || n < 0 || n > 1e6 {
			return seconds, errors.New("not a number of seconds or moves")
		}
		seconds[i] = n
	}
	return seconds, nil
}
