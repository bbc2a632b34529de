//go:build unix

package app_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/store/storetest"
)

// instance is the program as a process of its own.
type instance struct {
	*exec.Cmd
	mu  sync.Mutex
	log []string
	end sync.WaitGroup
}

// startInstance starts the program, which ends with the test.
func startInstance(t *testing.T, env ...string) *instance {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &instance{Cmd: exec.Command(self, "-env", t.TempDir()+"/none")}
	p.Env = append([]string{programEnv + "=1"}, env...)
	out, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	p.end.Go(func() { p.listen(out) })
	t.Cleanup(func() {
		p.signal(t, syscall.SIGCONT)
		p.signal(t, syscall.SIGTERM)
		p.end.Wait()
		if err := p.Wait(); err != nil || t.Failed() {
			t.Errorf("the program ends: %v\n%s", err, strings.Join(p.log, "\n"))
		}
	})
	return p
}

func (p *instance) listen(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		p.mu.Lock()
		p.log = append(p.log, lines.Text())
		p.mu.Unlock()
	}
}

// says counts the lines of the log that hold a text.
func (p *instance) says(text string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, line := range p.log {
		if strings.Contains(line, text) {
			n++
		}
	}
	return n
}

func (p *instance) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Error(err)
	}
}

func within(t *testing.T, most time.Duration, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(most); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", most, what)
		}
	}
}

var moveButton = regexp.MustCompile(`^o1:.*:move:[a-h][1-8]$`)

// newMove is a press of the first move on the newest board in a place.
func newMove(t *testing.T, s *discordtest.Server, at discordtest.Where) *discordtest.Interaction {
	t.Helper()
	messages := s.Messages(at, "ana")
	for _, c := range messages[len(messages)-1].Controls() {
		if moveButton.MatchString(c.CustomID) {
			return s.NewPress(at, "ana", messages[len(messages)-1].ID, c.CustomID)
		}
		for _, o := range c.Options {
			if moveButton.MatchString(o.Value) {
				return s.NewPress(at, "ana", messages[len(messages)-1].ID, c.CustomID, o.Value)
			}
		}
	}
	t.Fatalf("no move is offered by %+v", messages[len(messages)-1])
	return nil
}

// answersTo counts the answers to an interaction that were taken, and those that were not.
func answersTo(s *discordtest.Server, in *discordtest.Interaction) (taken, refused int) {
	for _, r := range s.Requests() {
		if strings.HasPrefix(r.Path, "/interactions/"+in.ID+"/") {
			if r.Status < 300 {
				taken++
			} else {
				refused++
			}
		}
	}
	return taken, refused
}

// TestPausedInstance has one of two instances stand still, by SIGSTOP, for longer than its
// leases. The other has its shard by then. What had been on its way to it is too old when
// it wakes, and it neither acts upon that, nor identifies, nor disturbs the other.
func TestPausedInstance(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	pause := 20 * time.Second
	if os.Getenv("OTHELLO_LONG") == "1" {
		pause = time.Minute
	}
	s := discordtest.New(t)
	s.SetShards(2)
	s.SetMaxConcurrency(1)
	env := []string{
		"DISCORD_TOKEN=" + s.Token(), "DISCORD_API_URL=" + s.APIURL(), "DISCORD_SHARDS=shared", "DATABASE_URL=" + database,
		"FLOOD_LIMITS=off",
	}
	first := startInstance(t, env...)
	within(t, time.Minute, "the first has both shards", s.Ready)
	s.WaitRegistered()
	second := startInstance(t, env...)
	within(t, time.Minute, "the second has a shard", func() bool { return second.says("gateway resumed") > 0 && s.Ready() })

	var rooms []discordtest.Where
	for i, of := 0, [2]int{}; len(rooms) < 8; time.Sleep(time.Millisecond) { // so that their ids are of other shards
		room := s.ChannelOf(fmt.Sprint("server ", i), "room")
		i++
		id, err := strconv.ParseUint(room.Guild, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if shard := id >> 22 % 2; of[shard] < 4 {
			of[shard]++
			rooms = append(rooms, room)
		}
	}
	for _, room := range rooms {
		if in := s.Command(room, "ana", "start"); !in.Answered() {
			t.Fatal("a game cannot be begun")
		}
	}

	time.Sleep(500 * time.Millisecond) // until what follows the answers is done
	second.signal(t, syscall.SIGSTOP)
	stopped := time.Now()
	var late []*discordtest.Interaction
	var sending sync.WaitGroup
	for _, room := range rooms { // which those of its shard do not get, and keep on their way to it
		in := newMove(t, s, room)
		late = append(late, in)
		sending.Go(in.Send)
	}
	sending.Wait()
	within(t, 15*time.Second-time.Since(stopped), "the first has both shards again", func() bool { return first.says("gateway resumed") > 0 && s.Ready() })
	t.Logf("taken over after %v", time.Since(stopped).Round(100*time.Millisecond))
	lost := 0
	for _, in := range late {
		if !in.Answered() {
			lost++
		}
	}
	if lost == 0 || lost == len(late) {
		t.Fatalf("%d of %d presses were lost: nobody's shard, or both", lost, len(late))
	}
	var pressed []*discordtest.Interaction
	moves := func() {
		t.Helper()
		for _, room := range rooms {
			in := newMove(t, s, room)
			in.Send()
			pressed = append(pressed, in)
			time.Sleep(30 * time.Millisecond)
		}
	}
	moves()
	time.Sleep(pause - time.Since(stopped))
	identified, _ := s.Sessions()
	before := second.says("gateway resumed")
	second.signal(t, syscall.SIGCONT)
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); {
		moves()
	}
	within(t, 15*time.Second, "the second has a shard again", func() bool { return second.says("gateway resumed") > before && s.Ready() })
	moves()
	if after, _ := s.Sessions(); after != identified || identified != 2 {
		t.Errorf("%d shards have identified, %d of them after the pause", after, after-identified)
	}
	for _, in := range pressed {
		if taken, _ := answersTo(s, in); taken != 1 || !in.Answered() {
			t.Errorf("a press is answered %d times, in time: %t", taken, in.Answered())
		}
	}
	t.Logf("%d presses were lost, and %d answered once", lost, len(pressed))
	for _, in := range late {
		if taken, refused := answersTo(s, in); taken+refused > 0 && !in.Answered() || taken > 1 {
			t.Errorf("a press of before is answered %d times, and %d times in vain", taken, refused)
		}
	}
}
