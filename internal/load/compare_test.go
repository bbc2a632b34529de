package load

import (
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// small is a comparison that takes little time.
var small = Comparison{
	Setup: Setup{Platform: "both", Database: "sqlite", Workspaces: 2}, Baseline: true, Rate: 20, Seconds: 1, Pairs: 2,
}

func TestWrongComparisonsAreNotMeasured(t *testing.T) {
	if err := small.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*Comparison){
		"no rate":        func(c *Comparison) { c.Rate = 0 },
		"no time":        func(c *Comparison) { c.Seconds = 0 },
		"no workspaces":  func(c *Comparison) { c.Workspaces = 0 },
		"no pairs":       func(c *Comparison) { c.Pairs = 0 },
		"too many pairs": func(c *Comparison) { c.Pairs = mostPairs + 1 },
		"two others":     func(c *Comparison) { c.Against = "old" },
		"a platform":     func(c *Comparison) { c.Platform = "irc" },
		"a database":     func(c *Comparison) { c.Database = "sqlite:x" },
	} {
		c := small
		change(&c)
		var out strings.Builder
		if err := c.Run(t.Context(), &out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %s", name, err, out.String())
		}
	}
}

// TestComparison measures once, so that the rig stays whole.
func TestComparison(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs and measures them")
	}
	var out strings.Builder
	if err := small.Run(t.Context(), &out); err != nil && !strings.Contains(err.Error(), "never in time") {
		t.Fatalf("it fails with %v, after\n%s", err, out.String())
	}
	for _, part := range []string{"\n1     bot ", "\n1     baseline ", "\n2     bot ", "\n2     baseline "} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("there is no line %q in\n%s", part, out.String())
		}
	}
}
