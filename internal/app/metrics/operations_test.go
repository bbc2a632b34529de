package metrics

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// OPERATIONS.md lists exactly the existing metrics, and explains the fixed values of their labels.
func TestOperatorsKnowTheMetrics(t *testing.T) {
	there := make(map[string]bool)
	for line := range strings.Lines(read(t, "testdata/metrics.txt")) {
		name, _, _ := strings.Cut(line, " ")
		there[name] = true
	}
	told := make(map[string]bool)
	for _, name := range regexp.MustCompile(`othellobot_[a-z_]+`).FindAllString(read(t, "../../../OPERATIONS.md"), -1) {
		told[name] = true
	}
	if !maps.Equal(told, there) {
		t.Errorf("OPERATIONS.md tells of %q, and there are %q", slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(there)))
	}
	labels := slices.Concat(slices.Collect(maps.Values(fates)), slices.Collect(maps.Values(reasons)), slices.Collect(maps.Values(tasks)), commitOutcomes)
	for _, label := range append(
		labels, "open", "duel", "bot", "move", "hint", "press", "complete", "removed", "present", "other", "shown", "whispered", "silent", "unsaved", "failed",
	) {
		if !strings.Contains(read(t, "../../../OPERATIONS.md"), "`"+label+"`") {
			t.Errorf("OPERATIONS.md does not tell of %s", label)
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type alertRules struct {
	Groups []struct {
		Rules []struct {
			Alert, Expr         string
			Labels, Annotations map[string]string
		}
	}
}

type dashboard struct {
	Panels []struct {
		Title, Type string
		Targets     []struct{ Expr string }
		GridPos     struct{ X, Y, W, H int }
	}
}

func parsed[T any](t *testing.T, name string, parse func([]byte, any) error) (v T) {
	t.Helper()
	if err := parse([]byte(read(t, "../../../ops/"+name)), &v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// checkMetrics fails the test unless all metrics and labels in expr exist. It returns the names of the
// project's own metrics in expr.
func checkMetrics(t *testing.T, families scraped, where, expr string) (own []string) {
	t.Helper()
	for _, found := range regexp.MustCompile(`\b((?:othellobot|go|process)_[a-z_]+|up)\b(?:\{([^}]*)\})?`).FindAllStringSubmatch(expr, -1) {
		name, labels := found[1], map[string]bool{"instance": true, "job": true, "le": true}
		family := families[name]
		for _, suffix := range []string{"_bucket", "_sum", "_count"} {
			if family == nil && families[strings.TrimSuffix(name, suffix)].GetType().String() == "HISTOGRAM" {
				family = families[strings.TrimSuffix(name, suffix)]
			}
		}
		if family == nil && name != "up" {
			t.Errorf("%s asks for %s, which is not there", where, name)
			continue
		}
		if strings.HasPrefix(name, namespace) {
			own = append(own, family.GetName())
		}
		for _, m := range family.GetMetric() {
			for _, l := range m.GetLabel() {
				labels[l.GetName()] = true
			}
		}
		for _, label := range regexp.MustCompile(`([a-z]+)(?:=|!)`).FindAllStringSubmatch(found[2], -1) {
			if !labels[label[1]] {
				t.Errorf("%s asks for the label %s of %s, which has none", where, label[1], name)
			}
		}
	}
	if strings.Count(expr, "(") != strings.Count(expr, ")") {
		t.Errorf("%s: the brackets of %s do not match", where, expr)
	}
	return own
}

// Alerts use existing metrics and say what to do. A test for promtool fires each of them.
func TestAlerts(t *testing.T) {
	rules := parsed[alertRules](t, "alerts.yaml", yaml.Unmarshal)
	families, tests := used(t).scrape(t), read(t, "../../../ops/alerts_test.yaml")
	seen := make(map[string]bool)
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			checkMetrics(t, families, "the alert "+r.Alert, r.Expr)
			if severity := r.Labels["severity"]; severity != "page" && severity != "warn" {
				t.Errorf("%s has the severity %q", r.Alert, severity)
			}
			if r.Annotations["summary"] == "" || r.Annotations["description"] == "" || seen[r.Alert] {
				t.Errorf("%s says nothing, or is there twice", r.Alert)
			}
			if !regexp.MustCompile(`alertname: ` + r.Alert + `\n +exp_alerts:\n +- exp_labels`).MatchString(tests) {
				t.Errorf("no test sees %s fire", r.Alert)
			}
			if !regexp.MustCompile(`alertname: ` + r.Alert + `\n( +- eval_time|  - name|$)`).MatchString(tests) {
				t.Errorf("no test sees %s at rest", r.Alert)
			}
			seen[r.Alert] = true
		}
	}
	if len(seen) < 20 {
		t.Errorf("there are %d alerts", len(seen))
	}
}

// The dashboard shows exactly the existing metrics.
func TestDashboard(t *testing.T) {
	d := parsed[dashboard](t, "dashboard.json", json.Unmarshal)
	families := used(t).scrape(t)
	shown, taken := make(map[string]bool), make(map[[2]int]string)
	for _, p := range d.Panels {
		if len(p.Targets) == 0 && p.Type != "row" {
			t.Errorf("the panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			for _, name := range checkMetrics(t, families, "the panel "+p.Title, target.Expr) {
				shown[name] = true
			}
		}
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := taken[[2]int{x, y}]; other != "" || x >= 24 {
					t.Fatalf("the panels %q and %q are in the same place, or beyond the edge", p.Title, other)
				}
				taken[[2]int{x, y}] = p.Title
			}
		}
	}
	for line := range strings.Lines(read(t, "testdata/metrics.txt")) {
		if name, _, _ := strings.Cut(line, " "); !shown[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
	if len(shown) == 0 {
		t.Errorf("it shows %q", slices.Sorted(maps.Keys(shown)))
	}
}
