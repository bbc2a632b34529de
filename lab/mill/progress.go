package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// teller prints how far work has come: on a terminal in one line that it overwrites each second,
// elsewhere in a line each minute. It must not be used concurrently.
type teller struct {
	to       io.Writer
	terminal bool
	begun    time.Time
	told     time.Time
	first    int // what was done before, by another run
	counted  int // likewise, in what the rate is of
}

// newTeller begins with work that an earlier run did: so much of it is done, and so much is
// counted of what [teller.tell] gives the rate of.
func newTeller(to io.Writer, done, counted int) *teller {
	now := time.Now()
	return &teller{to: to, terminal: isTerminal(to), begun: now, told: now, first: done, counted: counted}
}

// isTerminal reports whether somebody may be looking.
func isTerminal(to io.Writer) bool {
	file, ok := to.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// tell says, if it is time to, that so many of all things are done, and that they made
// so many positions.
func (p *teller) tell(done, all, positions int) {
	p.say(func(took time.Duration) string {
		return progressLine(done, all, positions, done-p.first, positions-p.counted, took)
	})
}

// say says, if it is time to, what there is to say of so much time.
func (p *teller) say(line func(took time.Duration) string) {
	every := time.Minute
	if p.terminal {
		every = time.Second
	}
	now := time.Now()
	if now.Sub(p.told) < every {
		return
	}
	p.told = now
	if p.terminal {
		fmt.Fprintf(p.to, "\r%s\x1b[K", line(now.Sub(p.begun)))
	} else {
		fmt.Fprintln(p.to, line(now.Sub(p.begun)))
	}
}

// clear makes room for the result, where the line stands on a terminal.
func (p *teller) clear() {
	if p.terminal && p.told != p.begun {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.told = p.begun
	}
}

// end leaves the line.
func (p *teller) end() {
	if p.terminal && p.told != p.begun {
		fmt.Fprintln(p.to)
	}
}

// progressLine has what is done, the positions, and, from what was done in this run,
// the rate and the time left.
func progressLine(done, all, positions, doneNow, positionsNow int, took time.Duration) string {
	line := fmt.Sprintf("%d of %d done, %d positions", done, all, positions)
	if doneNow <= 0 || took <= 0 {
		return line
	}
	left := time.Duration(float64(took) / float64(doneNow) * float64(all-done))
	return fmt.Sprintf("%s, %.0f/s, %v left", line, float64(positionsNow)/took.Seconds(), left.Round(time.Second))
}
