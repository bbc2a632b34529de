package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stderr)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	root, err := findRoot(ctx)
	if err != nil {
		return err
	}
	set := flag.NewFlagSet("report", flag.ContinueOnError)
	set.SetOutput(stderr)
	out := set.String("out", filepath.Join(root, "BENCHMARKS.md"), "the `file` to be written")
	only := set.String("only", "", "run only the sections whose headings match this `pattern`, and leave the others without figures")
	quick := set.Bool("quick", false, "with the least counts, to see whether all runs; its figures mean nothing")
	if err := set.Parse(args); err != nil {
		return err
	}
	chosen, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "othellobot-report-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	r := rig{root: root, env: append(os.Environ(), "LOAD_BOT="+filepath.Join(temp, "bot")), quick: *quick, log: stderr, read: make(figures)}
	begun := time.Now()
	facts, err := r.facts(ctx, begun)
	if err != nil {
		return err
	}
	r.sh(ctx, `CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o "$LOAD_BOT" ./cmd/bot`)
	var missing []string
	for _, s := range sections(text) {
		if !chosen.MatchString(s.heading) {
			continue
		}
		for _, command := range commands(s.text) {
			r.sh(ctx, command)
		}
		for _, key := range wanted(s.text) {
			if len(r.read[key]) == 0 {
				missing = append(missing, key)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	facts["took"] = fmt.Sprintf("%.0f minutes", math.Ceil(time.Since(begun).Minutes()))
	facts["load"] = r.loads()
	if err := os.WriteFile(*out, []byte(fill(text, r.read, facts)), 0o644); err != nil {
		return err
	}
	if len(missing) > 0 {
		return fmt.Errorf("not measured: %s", strings.Join(missing, ", "))
	}
	return nil
}

// findRoot returns the folder of the bot's module.
func findRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "othellobot").Output()
	if err != nil {
		return "", fmt.Errorf("find the bot's source: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// rig runs commands one after the other, and keeps the figures they report.
type rig struct {
	root  string
	env   []string
	quick bool
	log   io.Writer
	read  figures
	load  []float64 // the machine's, before each command
}

// sh runs a command in the root and reads its figures. A failing command has no figures.
func (r *rig) sh(ctx context.Context, command string) {
	if ctx.Err() != nil {
		return
	}
	if r.quick {
		command = quicker(command)
	}
	r.load = append(r.load, loadAverage())
	fmt.Fprintln(r.log, "$", command)
	var out bytes.Buffer
	shell := exec.CommandContext(ctx, "bash", "-c", command)
	shell.Dir, shell.Env, shell.Stdout, shell.Stderr = r.root, r.env, io.MultiWriter(&out, r.log), r.log
	shell.Cancel = func() error { return shell.Process.Signal(syscall.SIGTERM) }
	begun := time.Now()
	if err := shell.Run(); err != nil {
		fmt.Fprintln(r.log, "report:", err)
	}
	if err := r.read.read(&out); err != nil {
		fmt.Fprintln(r.log, "report:", err)
	}
	fmt.Fprintf(r.log, "# %v\n", time.Since(begun).Round(time.Second))
}

// least maps patterns of a command's counts to their smallest values, for a quick run.
var least = map[*regexp.Regexp]string{
	regexp.MustCompile(`-benchtime \d{2,}x`):                               "-benchtime 9x",
	regexp.MustCompile(`-(seconds|pairs|count|games) \d+`):                 "-$1 1",
	regexp.MustCompile(`LOAD_(SECONDS|PAIRS|STARTS|DEATHS)=\d+`):           "LOAD_$1=1",
	regexp.MustCompile(`LOAD_(GAMES|RATE|VOTERS|BODIES|IDLE|REVIEWS)=\d+`): "LOAD_$1=10",
	regexp.MustCompile(`LOAD_(INTERACTIONS|STALLED|FLOOD)=\d+`):            "LOAD_$1=20",
	regexp.MustCompile(`OTHELLO_GAMES=\d+`):                                "OTHELLO_GAMES=1000",
}

// quicker returns a command with the least counts.
func quicker(command string) string {
	for before, after := range least {
		command = before.ReplaceAllString(command, after)
	}
	return command
}
