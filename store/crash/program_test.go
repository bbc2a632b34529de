package crash

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// program is a child process that runs this test binary, so that a test can kill it. It writes its events to its output, as lines of JSON.
type program[E any] struct {
	command *exec.Cmd
	ready   chan struct{} // closed after enough events, or when the program has ended
	events  chan []E      // all events, once the program has ended
}

// start starts a program. The variable, "NAME=value", selects its task.
func start[E any](t *testing.T, variable, input string, enough func([]E) bool) *program[E] {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	p := &program[E]{exec.Command(self), make(chan struct{}), make(chan []E, 1)}
	p.command.Env = append(os.Environ(), variable)
	p.command.Stdin, p.command.Stderr = strings.NewReader(input), os.Stderr
	out, err := p.command.StdoutPipe()
	noError(t, err)
	noError(t, p.command.Start())
	t.Cleanup(func() { _ = p.command.Process.Kill() }) // it may have ended
	go p.listen(out, enough)
	return p
}

// listen reads the program's events up to the last whole line.
func (p *program[E]) listen(out io.Reader, enough func([]E) bool) {
	var all []E
	ready := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var e E
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break
		}
		if all = append(all, e); !ready && enough(all) {
			ready = true
			close(p.ready)
		}
	}
	if !ready {
		close(p.ready)
	}
	p.events <- all
}

func (p *program[E]) kill(t *testing.T) []E {
	t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		t.Fatal("the program has ended by itself: ", err)
	}
	events := <-p.events
	_ = p.command.Wait() // fails, because it was killed
	return events
}

// journal writes events as lines, each at once and whole, without a buffer.
type journal struct {
	mu sync.Mutex
	to io.Writer
}

func (j *journal) write(event any) {
	line, err := json.Marshal(event)
	if err != nil {
		panic(err) // an event is plain data
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.to.Write(append(line, '\n')); err != nil {
		panic(err) // the reader is gone
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
