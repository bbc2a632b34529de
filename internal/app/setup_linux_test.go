package app_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"othellobot/adapters/discord/discordtest"
)

// pseudoTerminal is a terminal whose user is the test.
type pseudoTerminal struct {
	user, program *os.File

	mu    sync.Mutex
	shown bytes.Buffer
}

func ioctl(t *testing.T, f *os.File, request uintptr, argument unsafe.Pointer) {
	t.Helper()
	connection, err := f.SyscallConn()
	must(t, err)
	must(t, connection.Control(func(fd uintptr) {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(argument)); failed != 0 {
			t.Fatal(failed)
		}
	}))
}

func newPseudoTerminal(t *testing.T) *pseudoTerminal {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	var number, locked uint32
	ioctl(t, user, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	ioctl(t, user, syscall.TIOCGPTN, unsafe.Pointer(&number))
	program, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	must(t, err)
	p := &pseudoTerminal{user: user, program: program}
	go func() {
		part := make([]byte, 4096)
		for {
			n, err := user.Read(part)
			if err != nil {
				return // the terminal is closed
			}
			p.mu.Lock()
			p.shown.Write(part[:n])
			p.mu.Unlock()
		}
	}()
	t.Cleanup(func() { _, _ = program.Close(), user.Close() })
	return p
}

func (p *pseudoTerminal) screen() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.shown.String()
}

func (p *pseudoTerminal) await(t *testing.T, text string) {
	t.Helper()
	for range 2000 {
		if strings.Contains(p.screen(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q is not shown:\n%s", text, p.screen())
}

func (p *pseudoTerminal) echoes(t *testing.T) bool {
	t.Helper()
	var state syscall.Termios
	ioctl(t, p.program, syscall.TCGETS, unsafe.Pointer(&state))
	return state.Lflag&syscall.ECHO != 0 && state.Lflag&syscall.ICANON != 0
}

// At a terminal no secret is shown, however it is pasted. Ctrl-C, the end of the input and SIGTERM restore
// the terminal and leave no file.
func TestSetupAtTerminal(t *testing.T) {
	d := discordtest.New(t)
	for name, c := range map[string]struct {
		hangs bool
		end   func(*pseudoTerminal, *os.Process)
	}{
		"Ctrl-C":                {false, func(p *pseudoTerminal, _ *os.Process) { _, _ = p.user.WriteString("half-a-canary\x03") }},
		"Ctrl-C during a check": {true, func(p *pseudoTerminal, _ *os.Process) { _, _ = p.user.WriteString("\x03") }},
		"Ctrl-D":                {false, func(p *pseudoTerminal, _ *os.Process) { _, _ = p.user.WriteString("\x04") }},
		"a closed terminal":     {false, func(_ *pseudoTerminal, bot *os.Process) { _ = bot.Signal(syscall.SIGHUP) }},
		"SIGTERM":               {false, func(_ *pseudoTerminal, bot *os.Process) { _ = bot.Signal(syscall.SIGTERM) }},
	} {
		t.Run(name, func(t *testing.T) {
			p, folder := newPseudoTerminal(t), t.TempDir()
			asked := make(chan struct{}, 10)
			d.Fail(func(*http.Request) *discordtest.Fault {
				asked <- struct{}{}
				return &discordtest.Fault{Hang: c.hangs}
			})
			defer d.Fail(nil)
			bot := startSetup(t, p, folder, d)
			p.await(t, "both: ")
			_, _ = p.user.WriteString("discord\r")
			p.await(t, "(stays hidden): ")
			_, _ = p.user.WriteString(d.Token()[:40] + "\rcanary-" + d.Token()[40:] + "\r")
			if <-asked; !c.hangs {
				p.await(t, "once more.\r\nDISCORD_TOKEN (stays hidden): ")
			}
			c.end(p, bot.Process)
			err := bot.Wait()
			p.await(t, "nothing was written")
			if err == nil || bot.ProcessState.ExitCode() != 1 || !p.echoes(t) || strings.Contains(p.screen(), "canary") || strings.Contains(p.screen(), d.Token()[40:]) {
				t.Errorf("%v, the terminal echoes: %t\n%s", err, p.echoes(t), p.screen())
			}
			if c.hangs && strings.Contains(p.screen(), "once more") {
				t.Errorf("the check goes on:\n%s", p.screen())
			}
			if files, _ := filepath.Glob(filepath.Join(folder, ".env*")); files != nil {
				t.Errorf("it leaves %v", files)
			}
		})
	}
	p, folder := newPseudoTerminal(t), t.TempDir()
	bot := startSetup(t, p, folder, d)
	_, _ = p.user.WriteString("discord\r")
	p.await(t, "(stays hidden): ")
	_, _ = p.user.WriteString("\x1b[200~" + d.Token() + "\r\x1b[201~")
	p.await(t, "[Y/n] ")
	_, _ = p.user.WriteString("n\r")
	written, _ := os.ReadFile(filepath.Join(folder, ".env"))
	if err := bot.Wait(); err != nil || string(written) != "DISCORD_TOKEN="+d.Token()+"\n" || !p.echoes(t) || strings.Contains(p.screen(), d.Token()) {
		t.Errorf("%v, written is %q, and it shows\n%s", err, written, p.screen())
	}
}

func startSetup(t *testing.T, p *pseudoTerminal, folder string, d *discordtest.Server) *exec.Cmd {
	t.Helper()
	bot := exec.Command(os.Args[0], "setup")
	bot.Dir, bot.Env = folder, []string{programEnv + "=1", "DISCORD_API_URL=" + d.APIURL()}
	bot.Stdin, bot.Stdout, bot.Stderr = p.program, p.program, p.program
	must(t, bot.Start())
	t.Cleanup(func() { _ = bot.Process.Kill() })
	return bot
}
