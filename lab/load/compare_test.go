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
		"no crowd":       func(c *Comparison) { c.Crowd = -1 },
		"no time":        func(c *Comparison) { c.Seconds = 0 },
		"no workspaces":  func(c *Comparison) { c.Workspaces = 0 },
		"no pairs":       func(c *Comparison) { c.Pairs = 0 },
		"too many pairs": func(c *Comparison) { c.Pairs = mostPairs + 1 },
		"no baseline":    func(c *Comparison) { c.Baseline, c.Journal = false, true },
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
