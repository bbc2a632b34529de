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

// program is this program, started again to be killed. It tells what happens to it, each
// time as a line of JSON.
type program[E any] struct {
	command *exec.Cmd
	heard   chan struct{} // closed when it has told enough, or has ended
	told    chan []E      // all that it told, when it has ended
}

// start starts a program with a variable of the environment, "NAME=value", that says what to
// do, and a standard input.
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
	t.Cleanup(func() { _ = p.command.Process.Kill() }) // it may be dead
	go p.listen(out, enough)
	return p
}

// listen reads what the program tells, to the last line that it wrote whole.
func (p *program[E]) listen(out io.Reader, enough func([]E) bool) {
	var all []E
	heard := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var e E
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break
		}
		if all = append(all, e); !heard && enough(all) {
			heard = true
			close(p.heard)
		}
	}
	if !heard {
		close(p.heard)
	}
	p.told <- all
}

// kill ends the program without a warning, and gives what it told.
func (p *program[E]) kill(t *testing.T) []E {
	t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		t.Fatal("the program has ended by itself: ", err)
	}
	told := <-p.told
	_ = p.command.Wait() // it was killed
	return told
}

// journal writes what happens as lines, each at once and whole. Nothing of it is kept in the
// process: what was written survives it.
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
		panic(err) // nobody reads any more
	}
}

// noError fails the test if there is an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
