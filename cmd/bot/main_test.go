//go:build unix

package main

import (
	"encoding/hex"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/logtest"
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

// onDiscord starts the bot for a fake Discord that sends interactions by HTTP.
func onDiscord(t *testing.T, d *discordtest.Server) (process *exec.Cmd, address string, log *logtest.Buffer) {
	t.Helper()
	process, log = program(t, "DISCORD_TOKEN="+d.Token(), "DISCORD_MODE=http", "DISCORD_PUBLIC_KEY="+hex.EncodeToString(d.PublicKey()),
		"DISCORD_API_URL="+d.APIURL(), "HTTP_ADDR=127.0.0.1:0", "DATABASE_URL=memory:"), new(logtest.Buffer)
	process.Stderr = log
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	return process, log.Await(t, `key=HTTP_ADDR address=(\S+)`)[1], log
}

// The bot survives SIGHUP and logs that it changes nothing.
func TestHangup(t *testing.T) {
	process, address, log := onDiscord(t, discordtest.New(t))
	if err := process.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	log.Await(t, "SIGHUP changes nothing")
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
			process, address, _ := onDiscord(t, d)
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
			if err := process.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
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
