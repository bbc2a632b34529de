package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// figures maps "NAME UNIT" to the results of a benchmark, one for each run.
type figures map[string][]float64

// processors matches GOMAXPROCS at the end of a benchmark's name, which Go leaves out if it is 1.
var processors = regexp.MustCompile(`-\d+$`)

// read adds the figures in an output in Go's benchmark format,
// https://go.dev/design/14313-benchmark-format. A benchmark's name gets its package as prefix, as in
// rules.Legal.
func (f figures) read(output io.Reader) error {
	pkg := ""
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if of, ok := strings.CutPrefix(lines.Text(), "pkg: othellobot/"); ok {
			pkg = of + "."
		}
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || len(fields)%2 != 0 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := pkg + processors.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		for i := 2; i < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return fmt.Errorf("%q: %w", lines.Text(), err)
			}
			key := name + " " + fields[i+1]
			f[key] = append(f[key], value)
		}
	}
	return lines.Err()
}

// quantity is a figure in a comparable unit: seconds, bytes, or a plain number.
type quantity struct {
	value float64
	unit  string // "s", "B", or "" for a plain number
}

// units maps the units of benchmarks, which may have a part before or after a hyphen, to those of a
// [quantity].
var units = map[string]quantity{
	"ns/op": {1e-9, "s"}, "µs": {1e-6, "s"}, "ms": {1e-3, "s"}, "s": {1, "s"},
	"B/op": {1, "B"}, "B": {1, "B"}, "bytes": {1, "B"}, "KiB": {1 << 10, "B"}, "MiB": {1 << 20, "B"},
	"Mnps": {1e6, ""},
}

// measured converts a value in a benchmark's unit, such as p50-ms, s-ready or µs/room.
func measured(value float64, unit string) quantity {
	if of, ok := units[unit]; ok {
		return quantity{value * of.value, of.unit}
	}
	if strings.HasSuffix(unit, "/s") {
		return quantity{value, ""}
	}
	parts := strings.FieldsFunc(unit, func(r rune) bool { return r == '-' || r == '/' })
	for _, part := range slices.Backward(parts) {
		if of, ok := units[part]; ok {
			return quantity{value * of.value, of.unit}
		}
	}
	return quantity{value, ""}
}

// median returns the median of all runs of a benchmark.
func (f figures) median(key string) (quantity, bool) {
	sorted := slices.Sorted(slices.Values(f[key]))
	if len(sorted) == 0 {
		return quantity{}, false
	}
	middle := len(sorted) / 2
	_, unit, _ := strings.Cut(key, " ")
	return measured((sorted[middle]+sorted[len(sorted)-1-middle])/2, unit), true
}

// String formats a figure like [digits], with a unit.
func (q quantity) String() string {
	scales := map[string][]scale{
		"s": {{60, "min"}, {1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}},
		"B": {{1 << 20, "MiB"}, {1 << 10, "KiB"}, {1, "B"}},
		"":  {{1e6, "million"}, {1, ""}},
	}[q.unit]
	for i, of := range scales {
		if math.Abs(q.value) >= of.least || i == len(scales)-1 {
			return strings.TrimSuffix(digits(q.value/of.least)+" "+of.name, " ")
		}
	}
	return "" // unreachable: the last scale always matches
}

// scale is a unit for output, and the least value that uses it.
type scale struct {
	least float64
	name  string
}

// digits formats a number with two digits, or with all digits before the decimal point if there are
// more. Whole numbers below 1000 stay as they are. From 1000 on, a comma follows the thousands.
func digits(v float64) string {
	switch size := math.Abs(v); {
	case size == math.Trunc(size) && size < 1000:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case size < .995:
		return strconv.FormatFloat(v, 'g', 2, 64)
	case size < 9.95:
		return strconv.FormatFloat(v, 'f', 1, 64)
	}
	whole := strconv.FormatFloat(v, 'f', 0, 64)
	if len(whole) > 3 {
		whole = whole[:len(whole)-3] + "," + whole[len(whole)-3:]
	}
	return whole
}
