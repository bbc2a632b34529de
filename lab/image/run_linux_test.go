package main

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/logtest"
)

// user is the image's user.
const user = 65532

// The process in the namespaces finds the folders of the image and its volume in these environment variables.
const (
	rootKey   = "OTHELLO_TEST_ROOT"
	volumeKey = "OTHELLO_TEST_VOLUME"
)

// The image runs as an engine would run it: as its user without capabilities, in namespaces of its own, with a
// root that is read-only. Only /data and /tmp can be written.
func TestImage(t *testing.T) {
	if dir := os.Getenv(rootKey); dir != "" {
		run(t, dir)
		return
	}
	s, root := unpacked(t, release(t))
	checkContents(t, s, root)
	dir, volume := filepath.Join(t.TempDir(), "root"), filepath.Join(t.TempDir(), "volume")
	must(t, os.Mkdir(dir, 0o700))
	must(t, os.Mkdir(volume, 0o700))
	for _, name := range slices.Sorted(maps.Keys(root)) {
		if e := root[name]; e.mode.IsDir() {
			must(t, os.MkdirAll(filepath.Join(dir, name), e.mode.Perm()))
		} else {
			must(t, os.WriteFile(filepath.Join(dir, name), e.data, e.mode.Perm()))
		}
	}
	before := tree(t, dir)
	inside := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestImage$", "-test.v")
	inside.Env = append(s.Env, rootKey+"="+dir, volumeKey+"="+volume, "ENTRYPOINT="+strings.Join(s.Entrypoint, " "), "TMPDIR="+t.TempDir())
	inside.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: user, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: user, HostID: os.Getgid(), Size: 1}},
		AmbientCaps: []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SYS_CHROOT},
	}
	said, err := inside.CombinedOutput()
	t.Logf("%s", said)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, unix.ENOSPC) || strings.Contains(string(said), "--- SKIP") {
		t.Skipf("user namespaces are not allowed here, so the image is not run: %v", err)
	}
	must(t, err)
	if diff := cmp.Diff(before, tree(t, dir)); diff != "" {
		t.Errorf("the image has changed:\n%s", diff)
	}
	if _, err := os.Stat(filepath.Join(volume, "othello.db")); err != nil {
		t.Error(err)
	}
}

// tree describes all files in a folder.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	must(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		must(t, err)
		if files[name] = e.Type().String(); e.Type().IsRegular() {
			data, err := os.ReadFile(name)
			must(t, err)
			files[name] = sum(data)
		}
		return nil
	}))
	return files
}

// run runs the bot with dir as its root. It needs namespaces of its own.
func run(t *testing.T, dir string) {
	runtime.LockOSThread() // the capabilities that it drops are those of a thread
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		t.Skip(err)
	}
	must(t, unix.Mount(dir, dir, "", unix.MS_BIND, ""))
	must(t, unix.MountSetattr(unix.AT_FDCWD, dir, 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}))
	must(t, unix.Mount(os.Getenv(volumeKey), filepath.Join(dir, "data"), "", unix.MS_BIND, ""))
	must(t, unix.Mount("tmpfs", filepath.Join(dir, "tmp"), "tmpfs", 0, "mode=1777,size=16m"))
	loopback(t)

	var writable []string
	must(t, filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		must(t, err)
		if unix.Access(name, unix.W_OK) == nil {
			writable = append(writable, strings.TrimPrefix(name, dir))
		}
		return nil
	}))
	if !slices.Equal(writable, []string{"/data", "/tmp"}) {
		t.Errorf("these can be written: %q", writable)
	}

	d := discordtest.New(t)
	must(t, unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0))
	must(t, unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var log logtest.Buffer
	bot := program(ctx, dir, nil, "DISCORD_TOKEN="+d.Token(), "DISCORD_API_URL="+d.APIURL())
	bot.Stderr = &log
	must(t, bot.Start())
	for {
		said, err := program(ctx, dir, []string{"healthcheck"}, "DISCORD_TOKEN="+d.Token()).CombinedOutput()
		if err == nil {
			break
		}
		if ctx.Err() != nil {
			t.Fatalf("healthcheck: %v\n%s\n%s", err, said, &log)
		}
		time.Sleep(20 * time.Millisecond)
	}
	must(t, bot.Process.Signal(unix.SIGTERM))
	if err := bot.Wait(); err != nil {
		t.Errorf("it ends with %v\n%s", err, &log)
	}
	t.Log("it starts, is healthy, and stops at SIGTERM with 0")
}

// program returns a command of the image, as process 1 of its own namespace.
func program(ctx context.Context, dir string, args []string, env ...string) *exec.Cmd {
	words := append(strings.Fields(os.Getenv("ENTRYPOINT")), args...)
	c := exec.CommandContext(ctx, words[0], words[1:]...)
	c.Dir, c.Env = "/", append(env, "DATABASE_URL="+os.Getenv("DATABASE_URL"), "ADMIN_ADDR="+os.Getenv("ADMIN_ADDR"))
	c.SysProcAttr = &syscall.SysProcAttr{Chroot: dir, Cloneflags: unix.CLONE_NEWPID, Pdeathsig: unix.SIGKILL}
	return c
}

// loopback makes 127.0.0.1 reachable in a new network namespace.
func loopback(t *testing.T) {
	t.Helper()
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM, 0)
	must(t, err)
	defer func() { must(t, unix.Close(socket)) }()
	lo, err := unix.NewIfreq("lo")
	must(t, err)
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	must(t, unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo))
}
