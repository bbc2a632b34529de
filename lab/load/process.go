package load

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"othellobot/internal/logtest"
)

// process is a measured program in its own process.
type process struct {
	address string // address of its HTTP server, or of its admin server if it has no other
	pid     int
	stop    func() error // stops the process, and waits for its end
}

// build builds a program like a release, in the module of a folder.
func build(tb testing.TB, folder, pkg string) string {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "program")
	command := exec.Command("go", "build", "-C", folder, "-buildvcs=false", "-trimpath", "-ldflags=-s -w", "-o", file, pkg)
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := command.CombinedOutput(); err != nil {
		tb.Fatalf("cannot build %s: %v\n%s", pkg, err, out)
	}
	return file
}

// buildBot builds the bot from the source around this module.
func buildBot(tb testing.TB) string {
	tb.Helper()
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "othellobot").Output()
	if err != nil {
		tb.Fatalf("cannot find the bot's source: %v", err)
	}
	return build(tb, strings.TrimSpace(string(folder)), "./cmd/bot")
}

// listeningAt returns an expression for the log line with a program's address. A line that names a
// setting must name key.
func listeningAt(key string) *regexp.Regexp {
	return regexp.MustCompile(`listening (?:key=` + key + ` )?address=(\S+)`)
}

// launch starts a program with only this environment, and waits until it listens. If HTTP_ADDR is set,
// it waits for that address.
func launch(tb testing.TB, file string, env []string, stdin string) *process {
	tb.Helper()
	command := exec.Command(file)
	command.Dir = tb.TempDir() // has no .env
	command.Env = env
	command.Stdin = strings.NewReader(stdin)
	said, err := command.StderrPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := command.Start(); err != nil {
		tb.Fatal(err)
	}
	key := "ADMIN_ADDR"
	if slices.ContainsFunc(env, func(pair string) bool { return strings.HasPrefix(pair, "HTTP_ADDR=") }) {
		key = "HTTP_ADDR"
	}
	address, done := make(chan string, 1), make(chan struct{})
	var log logtest.Buffer
	go func() {
		defer close(done)
		follow(io.TeeReader(said, &log), listeningAt(key), address)
	}()
	p := &process{pid: command.Process.Pid, stop: func() error {
		_ = command.Process.Signal(syscall.SIGTERM) // it may have ended
		<-done
		return command.Wait()
	}}
	tb.Cleanup(func() {
		_ = p.stop() // stopping twice does no harm
		if tb.Failed() {
			tb.Logf("%s said:\n%s", filepath.Base(file), log.String())
		}
	})
	select {
	case p.address = <-address:
	case <-done:
		tb.Fatalf("it ended: %s", log.String())
	case <-time.After(20 * time.Second):
		tb.Fatalf("it does not listen: %s", log.String())
	}
	return p
}

// follow reads a program's output until it ends, and passes on its address.
func follow(r io.Reader, listeningAt *regexp.Regexp, address chan<- string) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if found := listeningAt.FindStringSubmatch(lines.Text()); found != nil {
			address <- found[1]
			break
		}
	}
	_, _ = io.Copy(io.Discard, r)
}

// memory returns a process's resident memory now and at most, in MiB.
func (p *process) memory(tb testing.TB) (now, most float64) {
	tb.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		tb.Skip("needs /proc as Linux has it: ", err)
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

// wrote returns how many bytes a process has written to disk, as proc(5) counts them. Writes to a file
// system in memory do not count.
func (p *process) wrote(tb testing.TB) (bytes float64) {
	tb.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", p.pid))
	if err != nil {
		tb.Skip("needs /proc as Linux has it: ", err)
	}
	if _, after, ok := strings.Cut(string(content), "\nwrite_bytes: "); !ok {
		tb.Fatalf("it does not tell what is written: %s", content)
	} else if _, err := fmt.Sscan(after, &bytes); err != nil {
		tb.Fatal(err)
	}
	return bytes
}

// work holds a process's processor time.
type work struct{ user, system time.Duration }

func (w work) sum() time.Duration { return w.user + w.system }

func (w work) since(before work) work { return work{w.user - before.user, w.system - before.system} }

// work returns the process's processor time so far, to a hundredth of a second.
func (p *process) work(tb testing.TB) work {
	tb.Helper()
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.pid))
	if err != nil {
		tb.Skip("needs /proc as Linux has it: ", err)
	}
	// The program's name, in parentheses, is the only field that may contain spaces.
	fields := strings.Fields(string(content)[strings.LastIndexByte(string(content), ')')+1:])
	ticks := func(field int) time.Duration {
		n, err := strconv.Atoi(fields[field])
		if err != nil {
			tb.Fatal(err)
		}
		return time.Duration(n) * time.Second / 100 // sysconf(_SC_CLK_TCK) is 100 on amd64 and arm64
	}
	return work{user: ticks(11), system: ticks(12)}
}
