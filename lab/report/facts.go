package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
)

// program holds git's path arguments for the measured source: everything except documents, tests, and
// code only for authors.
var program = []string{"--", ".", ":(exclude)*.md", ":(exclude)*_test.go", ":(exclude)lab", ":(exclude).ci"}

// facts returns what was measured, when, and on which machine.
func (r *rig) facts(ctx context.Context, now time.Time) (map[string]string, error) {
	commit, err := r.git(ctx, append([]string{"log", "-1", "--abbrev=7", "--format=%h"}, program...)...)
	if err != nil {
		return nil, err
	}
	changed, err := r.git(ctx, append([]string{"status", "--porcelain"}, program...)...)
	if err != nil {
		return nil, err
	}
	if changed != "" {
		commit += " with changes that are not committed"
	}
	return map[string]string{
		"commit": commit, "date": now.UTC().Format("2 January 2006"), "go": strings.TrimPrefix(runtime.Version(), "go"),
		"machine": fmt.Sprintf("%d cores of %s, %s/%s", runtime.NumCPU(), processor(), runtime.GOOS, runtime.GOARCH),
	}, nil
}

func (r *rig) git(ctx context.Context, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir, command.Env = r.root, r.env
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// processor returns the name of the machine's processor.
func processor() string {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "a processor that is not named"
	}
	_, name, _ := strings.Cut(string(info), "model name\t: ")
	name, _, _ = strings.Cut(name, "\n")
	return name
}

// loadAverage returns the average number of runnable processes in the last minute, or 0 if it is
// unknown.
func loadAverage() (load float64) {
	told, err := os.ReadFile("/proc/loadavg")
	if err == nil {
		_, err = fmt.Sscan(string(told), &load)
	}
	if err != nil {
		return 0
	}
	return load
}

// loads returns the median load before commands, with minimum and maximum.
func (r *rig) loads() string {
	sorted := slices.Sorted(slices.Values(r.load))
	return fmt.Sprintf("%s (%s to %s)", digits(sorted[len(sorted)/2]), digits(sorted[0]), digits(sorted[len(sorted)-1]))
}
