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

type instance struct {
	*exec.Cmd
	mu  sync.Mutex
	log []string
	end sync.WaitGroup
}

func startInstance(t *testing.T, env ...string) *instance {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &instance{Cmd: exec.Command(self, "-env", "")}
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
		if p.ProcessState == nil {
			p.signal(t, syscall.SIGCONT)
			p.stop(t)
		}
	})
	return p
}

const drain = 10 * time.Second

func (p *instance) stop(t *testing.T) {
	t.Helper()
	p.signal(t, syscall.SIGTERM)
	late := time.AfterFunc(drain, func() { _ = p.Process.Kill() })
	defer late.Stop()
	p.end.Wait()
	if err := p.Wait(); err != nil || t.Failed() {
		t.Errorf("within %v the program ends: %v\n%s", drain, err, strings.Join(p.log, "\n"))
	}
}

func (p *instance) listen(out io.Reader) {
	for lines := bufio.NewScanner(out); lines.Scan(); {
		p.mu.Lock()
		p.log = append(p.log, lines.Text())
		p.mu.Unlock()
	}
}

// logged counts the log's lines that contain a text.
func (p *instance) logged(text string) (n int) {
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

// next returns a press of the first legal move on the newest board in a place, or a command that
// starts a game.
func next(s *discordtest.Server, at discordtest.Where) *discordtest.Interaction {
	if messages := s.Messages(at, "ana"); len(messages) > 0 {
		newest := messages[len(messages)-1]
		for _, c := range newest.Controls() {
			if moveButton.MatchString(c.CustomID) {
				return s.NewPress(at, "ana", newest.ID, c.CustomID)
			}
			for _, o := range c.Options {
				if moveButton.MatchString(o.Value) {
					return s.NewPress(at, "ana", newest.ID, c.CustomID, o.Value)
				}
			}
		}
	}
	return s.NewCommand(at, "ana", "start")
}

// players holds fake users who act continuously, one in each channel.
type players struct {
	*discordtest.Server
	stop chan struct{}
	all  sync.WaitGroup

	mu   sync.Mutex
	sent []*discordtest.Interaction
}

const (
	thinkTime = 300 * time.Millisecond // pause of a player after an answer
	giveUp    = 15 * time.Second       // pause of a player who got no answer
)

// play makes one user play in each place until stop is closed.
func play(s *discordtest.Server, places []discordtest.Where) *players {
	p := &players{Server: s, stop: make(chan struct{})}
	for _, at := range places {
		p.all.Go(func() {
			for wait := time.Duration(0); ; wait = thinkTime {
				select {
				case <-p.stop:
					return
				case <-time.After(wait):
				}
				for in := p.act(at); !in.Answered(); in = p.act(at) {
					select {
					case <-p.stop:
						return
					case <-time.After(giveUp):
					}
				}
			}
		})
	}
	return p
}

func (p *players) act(at discordtest.Where) *discordtest.Interaction {
	in := next(p.Server, at)
	in.Send()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sent = append(p.sent, in)
	return in
}

// lost returns the number of unanswered interactions.
func (p *players) lost() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, in := range p.sent {
		if !in.Answered() {
			n++
		}
	}
	return n
}

// answersTo counts the accepted and the refused answers to each interaction, by its ID.
func answersTo(s *discordtest.Server) (taken, refused map[string]int) {
	taken, refused = map[string]int{}, map[string]int{}
	for _, r := range s.Requests() {
		if rest, ok := strings.CutPrefix(r.Path, "/interactions/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			if r.Status < 300 {
				taken[id]++
			} else {
				refused[id]++
			}
		}
	}
	return taken, refused
}

func onEach(t *testing.T, s *discordtest.Server, shards, n int) (all []discordtest.Where) {
	t.Helper()
	of := make([]int, shards)
	for i := 0; len(all) < shards*n; i++ {
		room := s.ChannelOf(fmt.Sprint("server ", i), "room")
		id, err := strconv.ParseUint(room.Guild, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if shard := id >> 22 % uint64(shards); of[shard] < n {
			of[shard]++
			all = append(all, room)
		}
		time.Sleep(time.Millisecond) // so that the next ID, which contains the time, may belong to another shard
	}
	return all
}

// TestPausedInstance runs three instances that share three shards while users play. SIGSTOP pauses one
// instance for longer than its leases last, and another takes over its shard. After the paused instance
// wakes, it must not act on old events, identify, or disturb the others. Nothing happens twice, and
// each takeover costs a user at most one press.
func TestPausedInstance(t *testing.T) {
	t.Parallel()
	database := storetest.Postgres(t)
	const shards, people = 3, 5 // people is the number of players on each shard
	pause, rounds := 20*time.Second, 1
	if os.Getenv("OTHELLO_LONG") == "1" {
		pause, rounds = time.Minute, 5
	}
	s := discordtest.New(t)
	s.SetShards(shards)
	s.SetMaxConcurrency(1)
	instances := make([]*instance, shards)
	resumed := func() (n int) {
		for _, p := range instances {
			if p != nil {
				n += p.logged("gateway resumed")
			}
		}
		return n
	}
	for i := range instances {
		instances[i] = startInstance(t,
			"DISCORD_TOKEN="+s.Token(), "DISCORD_API_URL="+s.APIURL(), "DISCORD_SHARDS=shared", "DATABASE_URL="+database, "FLOOD_LIMITS=off",
		)
		within(t, time.Minute, "each has its shards", func() bool { return s.Ready() && (i == 0 || instances[i].logged("gateway resumed") > 0) })
		s.WaitRegistered()
	}
	p := play(s, onEach(t, s, shards, people))
	for round := range rounds {
		time.Sleep(2 * time.Second)
		if round > 0 {
			time.Sleep(giveUp) // users without an answer act again
		}
		paused := instances[round%len(instances)]
		lost, before := p.lost(), resumed()
		hands := before
		paused.signal(t, syscall.SIGSTOP)
		stopped := time.Now()
		within(t, 15*time.Second, "another has its shard", func() bool { return resumed() > before && s.Ready() })
		t.Logf("taken over after %v", time.Since(stopped).Round(100*time.Millisecond))
		time.Sleep(pause - time.Since(stopped))
		before = paused.logged("gateway resumed")
		paused.signal(t, syscall.SIGCONT)
		within(t, 20*time.Second, "it has a shard again", func() bool { return paused.logged("gateway resumed") > before && s.Ready() })
		time.Sleep(4 * time.Second) // until Discord no longer accepts answers to earlier presses
		lost, hands = p.lost()-lost, resumed()-hands
		if lost > hands*people {
			t.Errorf("%d presses are lost where shards change hands %d times", lost, hands)
		}
	}
	close(p.stop)
	p.all.Wait()
	s.Settle() // the fake counts an answer a moment after it has accepted it
	if identified, _ := s.Sessions(); identified != shards {
		t.Errorf("%d shards have identified", identified)
	}
	taken, refused := answersTo(s)
	for _, in := range p.sent {
		if taken[in.ID]+refused[in.ID] > 1 || taken[in.ID] == 1 != in.Answered() {
			t.Errorf("an interaction has %d accepted and %d refused answers; answered in time: %t", taken[in.ID], refused[in.ID], in.Answered())
		}
	}
	t.Logf("%d presses, %d of them lost", len(p.sent), p.lost())
}
