package crash

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"othellobot/game"
	"othellobot/store"
)

// TestPostgresRestarted shuts the server down, and kills it, while the program plays, and then kills the program.
func TestPostgresRestarted(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	r := newTrial(t, s.url())
	r.lossy = true
	r.run(orders{Places: places}, cycles(2), func(trial *trial) {
		for _, end := range []func(){s.stop, s.kill} {
			end()
			s.start()
			trial.sometime()
		}
	})
}

type server struct {
	t       *testing.T
	folder  string // folder of the server's data and socket
	as      *syscall.Credential
	command *exec.Cmd       // the server's first process
	ended   <-chan struct{} // closed when the first process has ended
}

func newServer(t *testing.T) *server {
	t.Helper()
	initdb, as := programOf(t, "initdb"), unprivileged(t)
	folder, err := os.MkdirTemp("", "othello-postgres") // not t.TempDir, which only its owner can enter
	noError(t, err)
	s := &server{t: t, folder: folder, as: as}
	t.Cleanup(func() {
		s.kill()
		noError(t, os.RemoveAll(folder))
	})
	if s.as != nil {
		noError(t, os.Chown(folder, int(s.as.Uid), int(s.as.Gid)))
	}
	command := s.program(initdb, "--auth=trust", "--username=postgres", "--no-sync", "--pgdata", s.data())
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("initdb: %v\n%s", err, out)
	}
	s.start()
	return s
}

func programOf(t *testing.T, name string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name) // the pattern is valid
	if len(found) == 0 {
		t.Skip("needs PostgreSQL's program " + name + ", to start a server and kill it")
	}
	return found[len(found)-1]
}

// unprivileged returns the user for the server, or nil for the current user. PostgreSQL refuses to run as root.
func unprivileged(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		t.Skip("root needs a user postgres, to run a server as: ", err)
	}
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	noError(t, errors.Join(err1, err2))
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func (s *server) program(name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	command.Dir = s.folder
	command.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	return command
}

func (s *server) data() string { return filepath.Join(s.folder, "data") }

func (s *server) url() string {
	return "postgres://postgres@/postgres?host=" + s.folder + "&connect_timeout=2"
}

func (s *server) start() {
	s.t.Helper()
	s.command = s.program(programOf(s.t, "postgres"), "-D", s.data(), "-k", s.folder, "-c", "listen_addresses=")
	log := &bytes.Buffer{}
	s.command.Stderr = log
	noError(s.t, s.command.Start())
	ended := make(chan struct{})
	s.ended = ended
	go func() {
		defer close(ended)
		_ = s.command.Wait() // fails, because it was killed
	}()
	for s.ping() != nil {
		select {
		case <-ended:
			s.t.Fatalf("the server has ended:\n%s", log)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func (s *server) ping() error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	c, err := pgx.Connect(ctx, s.url())
	if err != nil {
		return err
	}
	return errors.Join(c.Ping(ctx), c.Close(ctx))
}

func (s *server) runs() bool {
	select {
	case <-s.ended:
		return false
	default:
		return s.command != nil
	}
}

func (s *server) stop() {
	s.t.Helper()
	if err := s.command.Process.Signal(os.Interrupt); err != nil { // as pg_ctl -m fast does
		s.t.Fatal(err)
	}
	<-s.ended
}

// kill first stops the parent process, which otherwise could start more processes.
func (s *server) kill() {
	s.t.Helper()
	if !s.runs() {
		return
	}
	first := s.command.Process.Pid
	noError(s.t, syscall.Kill(first, syscall.SIGSTOP))
	all := append(children(s.t, first), first)
	for _, pid := range all {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			s.t.Fatal(err)
		}
	}
	<-s.ended
	for slices.ContainsFunc(all, alive) { // otherwise the next server does not start
		time.Sleep(time.Millisecond)
	}
}

func children(t *testing.T, parent int) []int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", parent, parent))
	noError(t, err)
	var all []int
	for _, field := range strings.Fields(string(text)) {
		pid, err := strconv.Atoi(field)
		noError(t, err)
		all = append(all, pid)
	}
	return all
}

// alive reports whether a process runs. A zombie does not.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(after, "Z")
}

// TestNotOnTheStandby checks that no call reports a change as done before the standby has it.
func TestNotOnTheStandby(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	s, err := store.Open(t.Context(), server.url(), timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() { _ = s.Close() }) // the server may be silent
	c := pgxConnect(t, server.url())
	standBy := func(name string) {
		t.Helper()
		for _, statement := range []string{"ALTER SYSTEM SET synchronous_standby_names = '" + name + "'", "SELECT pg_reload_conf()"} {
			if _, err := c.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		for shown := "?"; shown != name; time.Sleep(10 * time.Millisecond) {
			noError(t, c.QueryRow(t.Context(), "SHOW synchronous_standby_names").Scan(&shown))
		}
	}
	within := func(d time.Duration, do func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		defer cancel()
		return do(ctx)
	}

	const at, delivery = game.Place("p/team/here/"), game.Delivery("d1")
	g := game.NewOpen(1, at, "p//1", time.Now())
	commit := func(ctx context.Context) error {
		_, err := game.NewTable(s, timing).Do(ctx, game.Room{Place: at}, game.Proposal{New: &g, Now: time.Now(), Delivery: delivery})
		return err
	}
	load := func(ctx context.Context) error {
		room, err := s.Load(ctx, at, delivery)
		if err == nil && (!room.Knows(delivery) || room.Active == nil) {
			err = errors.New("it is not stored")
		}
		return err
	}

	standBy("away")
	if err := within(time.Second, commit); err == nil || errors.Is(err, game.ErrNotStored) {
		t.Fatalf("committed without a standby: %v", err)
	}
	for n := 0; n == 0; time.Sleep(10 * time.Millisecond) { // the server must first notice that the client is gone
		noError(t, c.QueryRow(t.Context(), "SELECT COUNT(*) FROM rooms").Scan(&n))
	}
	if err := within(time.Second, load); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("loaded without a standby: %v", err)
	}
	if err := within(time.Second, commit); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("committed again without a standby: %v", err)
	}
	standBy("")
	if err := within(5*time.Second, load); err != nil {
		t.Errorf("loaded: %v", err)
	}
	if err := within(5*time.Second, commit); !errors.Is(err, game.ErrDuplicate) {
		t.Errorf("committed again: %v", err)
	}
}

func pgxConnect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	noError(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}
