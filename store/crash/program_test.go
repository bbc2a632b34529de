package crash

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"testing"
)

// enough is how many events must have been told before a program is killed.
const enough = 20 * places

// program is another process that plays.
type program struct {
	command *exec.Cmd
	playing chan struct{} // closed when it has told enough, or has ended
	events  chan []event  // all that it told, when it has ended
}

// start has a program play over a store.
func start(t *testing.T, url string, o orders) *program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{command: exec.Command(self), playing: make(chan struct{}), events: make(chan []event, 1)}
	p.command.Env = append(os.Environ(), playEnv+"="+url)
	p.command.Stderr = os.Stderr
	in, err := p.command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.command.Process.Kill() }) // it may be dead
	if err := json.NewEncoder(in).Encode(o); err != nil {
		t.Fatal(err)
	}
	go p.listen(out)
	return p
}

// listen reads what the program tells, to the last line that it wrote whole.
func (p *program) listen(out io.Reader) {
	var all []event
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break
		}
		if all = append(all, e); len(all) == enough {
			close(p.playing)
		}
	}
	if len(all) < enough {
		close(p.playing)
	}
	p.events <- all
}

// kill ends the program without a warning, and gives what it told.
func (p *program) kill(t *testing.T) []event {
	t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		t.Fatal("the program has ended by itself: ", err)
	}
	events := <-p.events
	_ = p.command.Wait() // it was killed
	return events
}
