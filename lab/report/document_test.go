package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	f := figures{"a ns/op": {3e6, 1e6, 2e6}, "b p50-ms": {4, 8}, "c most-MiB": {20}, "d p50-ratio": {1.579}, "e lost": {0}, "g p50-ms": {3}, "g cpu-ms": {4}, "g late-p99-ms": {10}}
	for text, want := range map[string]string{
		"| {a ns/op} |":           "| 2 ms |",
		"{b p50-ms}":              "6 ms",
		"{b p50-ms ÷ a ns/op}":    "**3**",
		"{b p50-ms ÷ 1 s}":        "**0.006**",
		"{c most-MiB ÷ 8 MiB}":    "**2.5**",
		"{d p50-ratio}":           "**1.6**",
		"{e lost}":                "0",
		"{e lost ÷ 100}":          "**0**",
		"{b p50-ms ÷ e lost}":     notMeasured,
		"{b p50-ms ÷ c most-MiB}": notMeasured, // different kinds
		"{g p50-ms} {g cpu-ms}":   "3 ms * 4 ms",
		"{b p95-ms}":              notMeasured,
		"on {date}":               "on Sunday",
	} {
		if got := fill(text, f, map[string]string{"date": "Sunday"}); got != want {
			t.Errorf("%s becomes %q, want %q", text, got, want)
		}
	}
}

const small = "# A\n\n{date}\n\n## B\n\n```sh\nfirst | {\\\nsecond\nthird\n```\n\n| {x ms} | {x ms ÷ y s} {x ms ÷ 3 s} |\n\n## C\n\n`no command`\n"

func TestSectionsAndCommands(t *testing.T) {
	all := sections(small)
	if len(all) != 3 || all[0].heading != "" || all[1].heading != "B" || all[2].heading != "C" {
		t.Fatalf("it has %q", all)
	}
	for i, want := range [][]string{nil, {"first | {second", "third"}, nil} {
		if got := commands(all[i].text); !slices.Equal(got, want) {
			t.Errorf("section %d has the commands %q, want %q", i, got, want)
		}
	}
	if got := wanted(all[1].text); !slices.Equal(got, []string{"x ms", "y s"}) {
		t.Errorf("it wants %q", got)
	}
}

func TestWrittenBy(t *testing.T) {
	const text = "# A\n| one | {x ms} | {x ms ÷ 3 s} |\n"
	for file, right := range map[string]bool{
		"# A\n| one | 3.1 ms | **0.5** |\n":            true,
		"# A\n| one | not measured | not measured |\n": true,
		"# A\n| two | 3.1 ms | **0.5** |\n":            false,
		"# A\n| one | 3.1 ms | 4 | **0.5** |\n":        false,
		"# A\n| one | {x ms} | **0.5** |\n":            false,
		"# A\n":                                        false,
		"# A\n| one | 3.1 ms | **0.5** |\n\nmore\n":    false,
	} {
		if err := writtenBy(text, file); (err == nil) != right {
			t.Errorf("%q: %v", file, err)
		}
	}
}

// BENCHMARKS.md has exactly the rows of the report, and is short enough to read.
func TestBenchmarksAreOfTheReport(t *testing.T) {
	file, err := os.ReadFile("../../BENCHMARKS.md")
	if err != nil {
		t.Fatal(err)
	}
	if err := writtenBy(text, string(file)); err != nil {
		t.Errorf("%v; make the file again with .ci/run report", err)
	}
	if lines := strings.Count(string(file), "\n"); lines > 210 {
		t.Errorf("it has %d lines", lines)
	}
}

// Every table row with figures has a ratio.
func TestRowsHaveRatios(t *testing.T) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "|") && place.MatchString(line) && !strings.Contains(line, " ÷ ") && !regexp.MustCompile(`ratio\}`).MatchString(line) {
			t.Errorf("there is no ratio in %s", line)
		}
	}
}

// Each figure that a row names is reported by a benchmark of that name and in that unit.
func TestBenchmarksAreThere(t *testing.T) {
	sources := make(map[string]string) // by package
	for _, key := range wanted(text) {
		name, unit, _ := strings.Cut(key, " ")
		pkg, benchmark, of := strings.Cut(name, ".")
		if !of || strings.HasPrefix(pkg, "Load/") {
			continue // from a program, not a benchmark
		}
		if sources[pkg] == "" {
			sources[pkg] = testsOf(t, pkg)
		}
		benchmark, _, _ = strings.Cut(benchmark, "/")
		if !strings.Contains(sources[pkg], "func Benchmark"+benchmark+"(") {
			t.Errorf("%s has no Benchmark%s", pkg, benchmark)
		}
		reported := slices.Contains([]string{"ns/op", "B/op", "allocs/op"}, unit)
		for word := range strings.FieldsFuncSeq(unit, func(r rune) bool { return r == '-' || r == '/' }) {
			reported = reported || strings.Contains(sources[pkg], `"`+unit+`"`) || strings.Contains(sources[pkg], word)
		}
		if !reported {
			t.Errorf("%s reports nothing in %s", name, unit)
		}
	}
}

// testsOf returns the source of a package's tests.
func testsOf(t *testing.T, pkg string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../..", pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(content)
	}
	return all.String()
}
