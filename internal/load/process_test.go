package load

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// process is a program that is measured, apart from what measures it.
type process struct {
	address string // where it listens
	pid     int
	stop    func() error // asks it to end, and waits for that
}

// setting is a number from the environment, so that a measurement can be made
// longer or shorter.
func setting(b *testing.B, key string, otherwise int) int {
	b.Helper()
	text := os.Getenv(key)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < min(otherwise, 1) {
		b.Fatalf("%s is %q, and should be a number above %d", key, text, min(otherwise, 1)-1)
	}
	return n
}

// text is a text from the environment.
func text(key, otherwise string) string { return cmp.Or(os.Getenv(key), otherwise) }

// build builds a program as it is released.
func build(b *testing.B, pkg string) string {
	b.Helper()
	file := filepath.Join(b.TempDir(), "program")
	command := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", file, pkg)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("cannot build %s: %v\n%s", pkg, err, out)
	}
	return file
}

var listeningAt = regexp.MustCompile(`listening (?:key=HTTP_ADDR )?address=(\S+)`)

// launch starts a program with this environment and nothing else, and waits
// until it listens.
func launch(b *testing.B, file string, env []string, stdin string) *process {
	b.Helper()
	command := exec.Command(file)
	command.Dir = b.TempDir() // where there is no .env
	command.Env = env
	command.Stdin = strings.NewReader(stdin)
	said, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	address, done := make(chan string, 1), make(chan struct{})
	var log buffer
	go func() {
		defer close(done)
		follow(io.TeeReader(said, &log), address)
	}()
	p := &process{pid: command.Process.Pid, stop: func() error {
		_ = command.Process.Signal(syscall.SIGTERM) // it may have ended
		<-done
		return command.Wait()
	}}
	b.Cleanup(func() {
		_ = p.stop() // the second time there is nothing to stop
		if b.Failed() {
			b.Logf("%s said:\n%s", filepath.Base(file), log.String())
		}
	})
	select {
	case p.address = <-address:
	case <-done:
		b.Fatalf("it ended: %s", log.String())
	case <-time.After(20 * time.Second):
		b.Fatalf("it does not listen: %s", log.String())
	}
	return p
}

// follow reads what a program says until it ends, and passes on where it listens.
func follow(r io.Reader, address chan<- string) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if found := listeningAt.FindStringSubmatch(lines.Text()); found != nil {
			address <- found[1]
			break
		}
	}
	_, _ = io.Copy(io.Discard, r)
}

// memory tells how much memory of the machine a process takes now, and how much
// at its most, in MiB.
func (p *process) memory(b *testing.B) (now, most float64) {
	b.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		b.Skip("needs /proc as Linux has it: ", err)
	}
	for line := range strings.Lines(string(content)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "VmRSS: %f kB", &kib); err == nil {
			now = kib / 1024
		}
		if _, err := fmt.Sscanf(line, "VmHWM: %f kB", &kib); err == nil {
			most = kib / 1024
		}
	}
	return now, most
}

// work tells how much processor time a process has taken, to a hundredth of a second.
func (p *process) work(b *testing.B) time.Duration {
	b.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	if err != nil {
		b.Skip("needs /proc as Linux has it: ", err)
	}
	// The name of the program, in brackets, is the only field with spaces in it.
	fields := strings.Fields(string(content)[strings.LastIndexByte(string(content), ')')+1:])
	var ticks int
	for _, field := range fields[11:13] { // utime and stime
		n, err := strconv.Atoi(field)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100 // as sysconf(_SC_CLK_TCK) is everywhere
}
