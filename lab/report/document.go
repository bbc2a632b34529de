package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// text is the template of BENCHMARKS.md. It contains commands to run, and placeholders for
// the figures that they print.
//
//go:embed report.md
var text string

// place matches a placeholder for a figure or for a fact about the run.
var place = regexp.MustCompile(`\{[^{}\n]+\}`)

// notMeasured replaces a figure that no command has printed.
const notMeasured = "not measured"

// section is a heading and the text below it.
type section struct{ heading, text string }

// sections splits a document at its second-level headings. The first section has no heading.
func sections(text string) (all []section) {
	for i, part := range strings.Split("\n"+text, "\n## ") {
		if i == 0 {
			all = append(all, section{text: strings.TrimPrefix(part, "\n") + "\n"})
			continue
		}
		heading, below, _ := strings.Cut(part, "\n")
		all = append(all, section{heading, below})
	}
	return all
}

// commands returns the lines in a text's sh blocks.
func commands(text string) (all []string) {
	blocks := strings.Split(strings.ReplaceAll(text, "\\\n", ""), "\n```")
	for _, block := range blocks {
		if lines, ok := strings.CutPrefix(block, "sh\n"); ok {
			all = append(all, strings.Split(strings.TrimSuffix(lines, "\n"), "\n")...)
		}
	}
	return all
}

// wanted returns the keys of the figures that a text has placeholders for.
func wanted(text string) (keys []string) {
	for _, found := range place.FindAllString(text, -1) {
		for key := range strings.SplitSeq(strings.Trim(found, "{}"), " ÷ ") {
			if strings.Contains(key, " ") && !stated.MatchString(key) {
				keys = append(keys, key)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// stated matches an amount that the text itself states, such as 3 s, 200 MiB or 1.
var stated = regexp.MustCompile(`^([0-9.]+)(?: (\S+))?$`)

// fill replaces placeholders with figures and facts. A missing figure becomes "not measured".
func fill(text string, f figures, facts map[string]string) string {
	return place.ReplaceAllStringFunc(text, func(found string) string {
		asked := strings.Trim(found, "{}")
		if fact, ok := facts[asked]; ok {
			return fact
		}
		over, under, isRatio := strings.Cut(asked, " ÷ ")
		a, ok := f.of(over)
		if !isRatio && ok && strings.HasSuffix(over, "ratio") {
			return fmt.Sprintf("**%s**", digits(a.value))
		}
		if !isRatio && ok {
			return a.String() + f.late(over)
		}
		b, known := f.of(under)
		if !ok || !known || b.value == 0 || a.unit != b.unit {
			return notMeasured
		}
		return fmt.Sprintf("**%s**", digits(a.value/b.value))
	})
}

// late returns a mark if the figure is a time and the benchmark reports that its sender was late.
func (f figures) late(key string) string {
	name, unit, _ := strings.Cut(key, " ")
	if by, ok := f.median(name + " late-p99-ms"); ok && by.value >= .01 && unit != "cpu-ms" && strings.HasSuffix(unit, "-ms") {
		return " *"
	}
	return ""
}

// of returns the figure of a name and unit, or the stated amount.
func (f figures) of(key string) (quantity, bool) {
	if found := stated.FindStringSubmatch(key); found != nil {
		var value float64
		if _, err := fmt.Sscan(found[1], &value); err != nil {
			return quantity{}, false
		}
		return measured(value, found[2]), true
	}
	return f.median(key)
}

// writtenBy returns an error unless the file is the text with its placeholders replaced by any
// figures.
func writtenBy(text, file string) error {
	want, got := strings.Split(text, "\n"), strings.Split(file, "\n")
	for i, line := range want {
		var pattern strings.Builder
		at := 0
		for _, p := range place.FindAllStringIndex(line, -1) {
			pattern.WriteString(regexp.QuoteMeta(line[at:p[0]]) + `[^|{}]+`)
			at = p[1]
		}
		pattern.WriteString(regexp.QuoteMeta(line[at:]))
		if i >= len(got) || !regexp.MustCompile("^"+pattern.String()+"$").MatchString(got[i]) {
			return fmt.Errorf("line %d is not what the report writes: %s", i+1, line)
		}
	}
	if len(got) > len(want) {
		return fmt.Errorf("line %d is more than the report writes", len(want)+1)
	}
	return nil
}
