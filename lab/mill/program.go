package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"othellobot/rules"
)

// program is another engine in a match. It speaks the Go Text Protocol, and keeps the
// board of the game itself.
type program struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// startProgram starts an engine with a time limit for each move, or none if limit is 0. It splits
// the command line at spaces.
func startProgram(commandLine string, limit time.Duration) (*program, error) {
	words := strings.Fields(commandLine)
	p := &program{process: exec.Command(words[0], words[1:]...)}
	var err error
	if p.in, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReader(out)
	if err := p.process.Start(); err != nil {
		return nil, err
	}
	if limit > 0 {
		_, err = p.ask("time_settings 0 %d 1000", limit.Milliseconds()) // n ms a move are n seconds for 1,000 moves
	}
	return p, err
}

// ask sends a command and returns the answer.
func (p *program) ask(format string, args ...any) (string, error) {
	command := fmt.Sprintf(format, args...)
	if _, err := fmt.Fprintln(p.in, command); err != nil {
		return "", fmt.Errorf("%s: %w", p.process.Path, err)
	}
	var answer string
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			return "", fmt.Errorf("%s: no answer to %q: %w", p.process.Path, command, err)
		}
		if line = strings.TrimSpace(line); line == "" && answer != "" {
			break
		}
		answer += line
	}
	if !strings.HasPrefix(answer, "=") {
		return "", fmt.Errorf("%s: %q to %q", p.process.Path, answer, command)
	}
	return strings.TrimSpace(answer[1:]), nil
}

// begin sets up the position before a game.
func (p *program) begin(opening []rules.Square) error {
	if _, err := p.ask("clear_board"); err != nil {
		return err
	}
	position := rules.Start()
	for _, square := range opening {
		if err := p.play(position.ToMove, square); err != nil {
			return err
		}
		position, _ = position.Play(square)
	}
	return nil
}

// play sends a move to the program.
func (p *program) play(side rules.Color, square rules.Square) error {
	_, err := p.ask("play %v %v", side, square)
	return err
}

// move asks the program for a move.
func (p *program) move(side rules.Color) (rules.Square, error) {
	answer, err := p.ask("genmove %v", side)
	if err != nil {
		return rules.NoSquare, err
	}
	return rules.ParseSquare(answer)
}

// end stops the program and returns the processor time it has used.
func (p *program) end() (time.Duration, error) {
	p.in.Close()
	if err := p.process.Wait(); err != nil {
		return 0, err
	}
	return p.process.ProcessState.UserTime() + p.process.ProcessState.SystemTime(), nil
}
