//go:build unix

package main

import (
	"bufio"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

// asProgram makes the test binary run as the bot.
const asProgram = "OTHELLO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

func program(t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Dir, process.Env = t.TempDir(), append(env, asProgram+"=1") // the folder has no .env
	t.Cleanup(func() {
		if process.ProcessState == nil && process.Process != nil {
			_ = process.Process.Kill()
		}
	})
	return process
}

// onDiscord starts the bot for a fake Discord that sends interactions by HTTP. The caller must keep
// reading the log.
func onDiscord(t *testing.T, d *discordtest.Server) (process *exec.Cmd, address string, log *bufio.Reader) {
	t.Helper()
	process = program(t, "DISCORD_TOKEN="+d.Token(), "DISCORD_MODE=http", "DISCORD_PUBLIC_KEY="+hex.EncodeToString(d.PublicKey()),
		"DISCORD_API_URL="+d.APIURL(), "HTTP_ADDR=127.0.0.1:0", "DATABASE_URL=memory:")
	said, err := process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(said)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatalf("it ends before it listens: %v", err)
		}
		if found := regexp.MustCompile(`key=HTTP_ADDR address=(\S+)`).FindStringSubmatch(line); found != nil {
			return process, found[1], lines
		}
	}
}

// The bot survives SIGHUP and logs that it changes nothing.
func TestHangup(t *testing.T) {
	process, address, lines := onDiscord(t, discordtest.New(t))
	if err := process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	for said := ""; !strings.Contains(said, "SIGHUP changes nothing"); {
		var err error
		if said, err = lines.ReadString('\n'); err != nil {
			t.Fatalf("it ends without a word: %v", err)
		}
	}
	awaitReady(t, address)
}

func awaitReady(t *testing.T, address string) {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		response, err := client.Get("http://" + address + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		if _ = response.Body.Close(); response.StatusCode == http.StatusOK {
			return
		}
	}
	t.Fatal("it does not become ready")
}

func TestNothingToRun(t *testing.T) {
	process := program(t)
	if said, _ := process.CombinedOutput(); process.ProcessState.ExitCode() != 2 {
		t.Errorf("it exits %d and says %s", process.ProcessState.ExitCode(), said)
	}
}

// The first signal makes the bot finish its work and stop. A second one kills it.
func TestSignals(t *testing.T) {
	for name, second := range map[string]bool{"one": false, "two": true} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t)
			begun, goOn := make(chan struct{}), make(chan struct{})
			begin, end := sync.OnceFunc(func() { close(begun) }), sync.OnceFunc(func() { close(goOn) })
			defer end()
			process, address, log := onDiscord(t, d)
			go func() { _, _ = io.Copy(io.Discard, log) }() // until the program ends
			awaitReady(t, address)
			d.ConnectURL("http://" + address + "/discord/interactions")
			room := d.Channel("den")
			d.Command(room, "ana", "start")
			d.Settle()
			d.Fail(func(r *http.Request) *discordtest.Fault {
				if r.Method == http.MethodPatch {
					begin()
					<-goOn
				}
				return nil
			})
			d.Command(room, "ana", "move", discordtest.Text("square", "d3"))
			select {
			case <-begun:
			case <-time.After(20 * time.Second):
				t.Fatal("nothing follows the answer")
			}
			send := func(s os.Signal) {
				if err := process.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
			}
			send(syscall.SIGTERM)
			for { // until the bot stops and accepts no more requests
				conn, err := net.Dial("tcp", address)
				if err != nil {
					break
				}
				_ = conn.Close()
				time.Sleep(5 * time.Millisecond)
			}
			ended := make(chan error, 1)
			go func() { ended <- process.Wait() }()
			if !second {
				end()
			}
			var err error
			for waits := true; waits; {
				select {
				case err = <-ended:
					waits = false
				case <-time.After(50 * time.Millisecond):
					if second { // repeat the signal, as users do: the first may still be pending
						_ = process.Process.Signal(syscall.SIGTERM)
					}
				}
			}
			if status := process.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() != second || !second && err != nil {
				t.Errorf("it ends with %v", err)
			}
			if edited := slices.ContainsFunc(d.Messages(room, "bo"), func(m discordtest.Message) bool { return m.Edits > 0 }); edited == second {
				t.Errorf("the board is drawn again: %t", edited)
			}
		})
	}
}
