//go:build unix

package app_test

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/game"
	"othellobot/internal/logtest"
	"othellobot/store"
	"othellobot/store/storetest"
)

// instance is a process of the bot.
type instance struct {
	*exec.Cmd
	log logtest.Buffer
}

func startInstance(t *testing.T, env ...string) *instance {
	t.Helper()
	p := &instance{Cmd: exec.Command(os.Args[0], "-env", "")}
	p.Env, p.Stderr = append([]string{programEnv + "=1"}, env...), &p.log
	must(t, p.Start())
	t.Cleanup(func() {
		p.signal(t, syscall.SIGCONT)
		p.signal(t, syscall.SIGTERM)
		late := time.AfterFunc(10*time.Second, func() { _ = p.Process.Kill() })
		defer late.Stop()
		if err := p.Wait(); err != nil || t.Failed() {
			t.Errorf("the program ends: %v\n%s", err, &p.log)
		}
	})
	return p
}

func (p *instance) resumed() int { return strings.Count(p.log.String(), "gateway resumed") }

func (p *instance) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.Process.Signal(s); err != nil {
		t.Error(err)
	}
}

// players holds fake users who act continuously, one in each channel.
type players struct {
	stop chan struct{}
	all  sync.WaitGroup

	mu   sync.Mutex
	sent []*discordtest.Interaction
}

// play makes one user act in each place until stop is closed. A user without an answer pauses for giveUp.
func play(s *discordtest.Server, places []discordtest.Where) *players {
	p := &players{stop: make(chan struct{})}
	for _, at := range places {
		p.all.Go(func() {
			for wait := time.Duration(0); ; {
				select {
				case <-p.stop:
					return
				case <-time.After(wait):
				}
				in := s.NewCommand(at, "ana", "start")
				in.Send()
				p.mu.Lock()
				p.sent = append(p.sent, in)
				p.mu.Unlock()
				if wait = 300 * time.Millisecond; !in.Answered() {
					wait = giveUp
				}
			}
		})
	}
	return p
}

const giveUp = 15 * time.Second

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

// onEach returns n places on each shard.
func onEach(t *testing.T, s *discordtest.Server, shards, n int) (all []discordtest.Where) {
	t.Helper()
	of := make([]int, shards)
	for i := 0; len(all) < shards*n; i++ {
		room := s.ChannelOf(fmt.Sprint("server ", i), "room")
		id, err := strconv.ParseUint(room.Guild, 10, 64)
		must(t, err)
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
// each takeover costs a user at most one command.
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
	var instances []*instance
	resumed := func() (n int) {
		for _, p := range instances {
			n += p.resumed()
		}
		return n
	}
	for i := range shards {
		p := startInstance(t,
			"DISCORD_TOKEN="+s.Token(), "DISCORD_API_URL="+s.APIURL(), "DISCORD_SHARDS=shared", "DATABASE_URL="+database, "FLOOD_LIMITS=off",
		)
		instances = append(instances, p)
		within(t, time.Minute, "each has its shards", func() bool { return s.Ready() && (i == 0 || p.resumed() > 0) })
		s.WaitRegistered()
	}
	p := play(s, onEach(t, s, shards, people))
	for round := range rounds {
		time.Sleep(2 * time.Second)
		if round > 0 {
			time.Sleep(giveUp) // users without an answer act again
		}
		paused := instances[round%len(instances)]
		lost, hands := p.lost(), resumed()
		paused.signal(t, syscall.SIGSTOP)
		stopped := time.Now()
		within(t, time.Minute, "another has its shard", func() bool { return resumed() > hands && s.Ready() })
		time.Sleep(pause - time.Since(stopped))
		before := paused.resumed()
		paused.signal(t, syscall.SIGCONT)
		within(t, time.Minute, "it has a shard again", func() bool { return paused.resumed() > before && s.Ready() })
		time.Sleep(4 * time.Second) // until Discord no longer accepts answers to earlier commands
		lost, hands = p.lost()-lost, resumed()-hands
		if lost > hands*people {
			t.Errorf("%d commands are lost where shards change hands %d times", lost, hands)
		}
	}
	close(p.stop)
	p.all.Wait()
	s.Settle() // the fake counts an answer a moment after it has accepted it
	if identified, _ := s.Sessions(); identified != shards {
		t.Errorf("%d shards have identified", identified)
	}
	accepted, refused := make(map[string]int), make(map[string]int) // answers, by the interaction's ID
	for _, r := range s.Requests() {
		if rest, ok := strings.CutPrefix(r.Path, "/interactions/"); ok {
			id, _, _ := strings.Cut(rest, "/")
			if r.Status < 300 {
				accepted[id]++
			} else {
				refused[id]++
			}
		}
	}
	for _, in := range p.sent {
		if accepted[in.ID]+refused[in.ID] > 1 || accepted[in.ID] == 1 != in.Answered() {
			t.Errorf("an interaction has %d accepted and %d refused answers; answered in time: %t", accepted[in.ID], refused[in.ID], in.Answered())
		}
	}
	t.Logf("%d commands, %d of them lost", len(p.sent), p.lost())
}

// Commands that only read work in a read-only folder. Commands that write explain why they cannot.
func TestReadOnlyFolder(t *testing.T) {
	folder, err := os.MkdirTemp("", "readonly") // t.TempDir is accessible only to its owner
	must(t, err)
	t.Cleanup(func() { _ = errors.Join(os.Chmod(folder, 0o755), os.RemoveAll(folder)) })
	closed, killed := filepath.Join(folder, "closed.db"), filepath.Join(folder, "killed.db")
	there := filepath.Join(newShell(t).folder, "othello.db")
	content, err := os.ReadFile(there)
	must(t, errors.Join(err, os.WriteFile(closed, content, 0o444)))
	leaveJournal(t, there, killed)
	bot := unprivileged(t, folder)
	for _, c := range []struct{ database, args, says string }{
		{closed, "games", "3 games"},
		{closed, "backup -", "copied and verified"},
		{closed, "export slack/T1/U1", `"player": "slack/T1/U1"`},
		{closed, "check", "it cannot be written: the disk can only be read"},
		{closed, "stop 10", "the disk can only be read"},
		{closed, "forget slack/T1/U2", "the disk can only be read"},
		{killed, "games", "4 games"},
		{killed, "backup -", "copied and verified"},
		{killed, "export slack/T1/U99", "nothing is kept of slack/T1/U99"},
		{killed, "check", "it cannot be written: the disk can only be read"},
	} {
		if said := bot("sqlite:"+c.database, c.args); !strings.Contains(said, c.says) {
			t.Errorf("%s, of %s: %.300s", c.args, c.database, said)
		}
	}
	must(t, errors.Join(os.Chmod(folder, 0o755), os.Remove(killed+"-shm"), os.Chmod(folder, 0o555)))
	if said := bot("sqlite:"+killed, "games"); !strings.Contains(said, "copy all of "+killed+"*") {
		t.Errorf("a journal that cannot be read: %s", said)
	}
}

// leaveJournal copies a database as a killed process leaves it: the newest game is only in the journal.
func leaveJournal(t *testing.T, path, to string) {
	t.Helper()
	keeping := game.Timing{IdleExpiry: time.Hour, Retention: time.Hour, Zones: time.LoadLocation}
	db, err := store.Open(t.Context(), "sqlite:"+path, keeping, slog.New(slog.DiscardHandler))
	must(t, err)
	defer db.Close()
	g := game.NewOpen(39, "slack/T1/C3/", "slack/T1/U1", time.Now())
	if _, err := game.NewTable(db, keeping).Do(t.Context(), game.Room{Place: g.Place}, game.Proposal{New: &g, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		content, err := os.ReadFile(path + suffix)
		must(t, err)
		must(t, os.WriteFile(to+suffix, content, 0o444))
	}
}

// unprivileged makes the files read-only and returns a function that runs the program as a user
// without write access.
func unprivileged(t *testing.T, folder string) func(url, args string) (said string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.db*")
	must(t, err)
	for _, file := range files {
		must(t, os.Chmod(file, 0o444))
	}
	program, err := os.ReadFile(os.Args[0])
	must(t, err)
	away, err := os.MkdirTemp("", "program") // t.TempDir is accessible only to its owner
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(away) })
	name := filepath.Join(away, "bot")
	must(t, errors.Join(os.WriteFile(name, program, 0o555), os.Chmod(away, 0o755), os.Chmod(folder, 0o555)))
	return func(url, args string) string {
		bot := exec.Command(name, strings.Fields("-env= "+args)...)
		bot.Dir = "/"
		bot.Env = []string{programEnv + "=1", "DATABASE_URL=" + url}
		if os.Getuid() == 0 {
			bot.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		said, _ := bot.CombinedOutput() // some commands must fail
		return string(said)
	}
}
