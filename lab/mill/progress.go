package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// progressPrinter prints progress: on a terminal in one line, updated each second, and
// elsewhere in a new line each minute. It must not be used concurrently.
type progressPrinter struct {
	to       io.Writer
	terminal bool
	begun    time.Time
	printed  time.Time
	first    int // number of things done by an earlier run
	counted  int // number of positions counted by an earlier run
}

// newProgress returns a printer for work that an earlier run may have begun. done and counted
// are the numbers of things and positions that the earlier run reached.
func newProgress(to io.Writer, done, counted int) *progressPrinter {
	now := time.Now()
	return &progressPrinter{to: to, terminal: isTerminal(to), begun: now, printed: now, first: done, counted: counted}
}

// isTerminal reports whether the output is a terminal.
func isTerminal(to io.Writer) bool {
	file, ok := to.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// update prints the progress if the last line is old enough: done of all things, and the
// number of positions.
func (p *progressPrinter) update(done, all, positions int) {
	p.say(func(took time.Duration) string {
		return progressLine(done, all, positions, done-p.first, positions-p.counted, took)
	})
}

// say prints a line if the last one is old enough. line gets the time since the beginning.
func (p *progressPrinter) say(line func(took time.Duration) string) {
	every := time.Minute
	if p.terminal {
		every = time.Second
	}
	now := time.Now()
	if now.Sub(p.printed) < every {
		return
	}
	p.printed = now
	if p.terminal {
		fmt.Fprintf(p.to, "\r%s\x1b[K", line(now.Sub(p.begun)))
	} else {
		fmt.Fprintln(p.to, line(now.Sub(p.begun)))
	}
}

// clear removes the line on a terminal, before the result.
func (p *progressPrinter) clear() {
	if p.terminal && p.printed != p.begun {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.printed = p.begun
	}
}

// end ends the line on a terminal.
func (p *progressPrinter) end() {
	if p.terminal && p.printed != p.begun {
		fmt.Fprintln(p.to)
	}
}

// progressLine returns the progress, the positions and, from the work of this run, the
// rate and the time left.
func progressLine(done, all, positions, doneNow, positionsNow int, took time.Duration) string {
	line := fmt.Sprintf("%d of %d done, %d positions", done, all, positions)
	if doneNow <= 0 || took <= 0 {
		return line
	}
	left := time.Duration(float64(took) / float64(doneNow) * float64(all-done))
	return fmt.Sprintf("%s, %.0f/s, %v left", line, float64(positionsNow)/took.Seconds(), left.Round(time.Second))
}
