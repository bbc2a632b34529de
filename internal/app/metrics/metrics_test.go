package metrics

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
)

// scraped maps each metric's name to its values, as Prometheus parses them.
type scraped map[string]*dto.MetricFamily

func parse(t *testing.T, text string) scraped {
	t.Helper()
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(text))
	if err != nil {
		t.Fatalf("Prometheus cannot read it: %v\n%s", err, text)
	}
	return families
}

func (m *Metrics) text(t *testing.T) string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain; version=0.0.4") {
		t.Fatalf("a scrape gives %d, %v", w.Code, w.Header())
	}
	return w.Body.String()
}

func (m *Metrics) scrape(t *testing.T) scraped {
	t.Helper()
	return parse(t, m.text(t))
}

// value returns the value of a series such as "name{key=value,…}", or 0 if it does not exist. For a
// histogram it returns the number of observations.
func (s scraped) value(series string) float64 {
	name, _, _ := strings.Cut(series, "{")
	for _, m := range s[name].GetMetric() {
		if seriesOf(name, m) == series {
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return 0
}

func seriesOf(name string, m *dto.Metric) string {
	var labels []string
	for _, l := range m.GetLabel() {
		labels = append(labels, l.GetName()+"="+l.GetValue())
	}
	if labels == nil {
		return name
	}
	return name + "{" + strings.Join(labels, ",") + "}"
}

// series returns the sorted names of the project's own series.
func (s scraped) series() (all []string) {
	for name, family := range s {
		if strings.HasPrefix(name, "othellobot_") {
			for _, m := range family.GetMetric() {
				all = append(all, seriesOf(name, m))
			}
		}
	}
	slices.Sort(all)
	return all
}

// used returns metrics that all have at least one observation.
func used(t *testing.T) *Metrics {
	t.Helper()
	m := New()
	for _, platform := range []string{"discord", "slack"} {
		w := m.Observer(platform)
		w.Acknowledged(time.Second, nil)
		w.Reconnecting()
		w.Waited(time.Second)
		measure(t, m, said("start"), answered(toAll))
	}
	m.AddStored(stored(2, nil))
	m.AddPlatform("discord", func() bool { return true }, func() int { return 2 })
	m.SetTenants("discord", 3)
	m.SetBuild("v1", "abc")
	m.AddEngineQueue(func() int { return 1 })
	m.AddPages(func() int { return 1 })
	m.RecordTask(game.Task{Kind: game.TaskEngine, At: 1}, time.Now())
	m.RecordThinking("move", time.Now())
	m.AddClock(func() time.Duration { return time.Second })
	m.AddShards(func() (held, connected, of int) { return 2, 1, 4 })
	m.AddLeaseLosses()()
	m.AddUnreadable()(false)
	kept := m.WrapStore(fakeStore{})
	g := game.NewOpen(1, "discord/g/c/", "discord//ana", time.Now())
	over, _, err := g.Stop("discord//ana", true, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []game.Step{{After: &g}, {Before: &g, After: &over}} {
		if err := kept.Save(t.Context(), game.Change{Steps: []game.Step{step}}); err != nil {
			t.Fatal(err)
		}
	}
	for _, place := range []game.Place{"discord/g/c/", "slack/t/c/"} {
		m.RecordTask(game.Task{Kind: game.TaskRedraw, Game: game.Game{Place: place}}, time.Now())
	}
	if _, err := m.WrapHandler(answered(toAll), verbOf).Sent(t.Context(), chat.Subject{Place: chat.Place{Platform: "discord"}}, chat.Outcome{}); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMetricsAreThese compares names, kinds and labels with a golden file, because dashboards and
// alerts depend on them.
func TestMetricsAreThese(t *testing.T) {
	families := used(t).scrape(t)
	var got strings.Builder
	for _, name := range slices.Sorted(maps.Keys(families)) {
		if !strings.HasPrefix(name, "othellobot_") {
			continue
		}
		labels := ""
		for _, l := range families[name].GetMetric()[0].GetLabel() {
			labels += " " + l.GetName()
		}
		fmt.Fprintf(&got, "%s %s%s\n", name, strings.ToLower(families[name].GetType().String()), labels)
	}
	if diff := cmp.Diff(read(t, "testdata/metrics.txt"), got.String()); diff != "" {
		t.Errorf("the metrics differ from testdata/metrics.txt (-want +got):\n%s", diff)
	}
	for _, name := range []string{"go_goroutines", "go_build_info", "process_resident_memory_bytes", "process_open_fds"} {
		if families[name] == nil && (os.PathSeparator == '/' || !strings.HasPrefix(name, "process_")) {
			t.Errorf("there is no %s", name)
		}
	}
}

func TestMetricsFollowTheRules(t *testing.T) {
	problems, err := promlint.NewWithMetricFamilies(slices.Collect(maps.Values(used(t).scrape(t)))).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "othellobot_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
}

// A platform's series exist before the first event, so that an alert can tell zero from missing.
func TestMetricsBeginAtZero(t *testing.T) {
	m := New()
	m.Observer("slack")
	want := []string{
		"othellobot_ack_seconds{platform=slack}", "othellobot_late_acks_total{platform=slack}",
		"othellobot_messages_total{outcome=dormant,platform=slack}", "othellobot_messages_total{outcome=gone,platform=slack}",
		"othellobot_messages_total{outcome=out,platform=slack}", "othellobot_messages_total{outcome=unknown,platform=slack}",
		"othellobot_messages_total{outcome=unsent,platform=slack}",
		"othellobot_platform_works{platform=slack}", "othellobot_rate_limit_wait_seconds{platform=slack}", "othellobot_reconnects_total{platform=slack}",
		"othellobot_redraws_total{platform=slack}",
	}
	if got := m.scrape(t).series(); !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

func TestLateAcknowledgements(t *testing.T) {
	for name, c := range map[string]struct {
		after time.Duration
		err   error
		late  float64
	}{
		"at once":           {0, nil, 0},
		"just in time":      {3 * time.Second, nil, 0},
		"too late":          {3*time.Second + time.Millisecond, nil, 1},
		"soon, but refused": {time.Millisecond, errors.New("refused"), 1},
	} {
		m := New()
		m.Observer("slack").Acknowledged(c.after, c.err)
		m.Observer("slack").Waited(c.after)
		s := m.scrape(t)
		for _, name := range []string{"othellobot_ack_seconds", "othellobot_rate_limit_wait_seconds"} {
			if got := s[name].GetMetric()[0].GetHistogram().GetSampleSum(); got != c.after.Seconds() {
				t.Errorf("%s is %v, want %v", name, got, c.after)
			}
		}
		late, all := s.value("othellobot_late_acks_total{platform=slack}"), s.value("othellobot_ack_seconds{platform=slack}")
		if late != c.late || all != 1 {
			t.Errorf("%s: %v of %v are late, want %v of 1", name, late, all, c.late)
		}
	}
}

func stored(n int, err error) Stored {
	return Stored{
		Games:   func(context.Context) (int, error) { return n, err },
		Overdue: func(context.Context, time.Time) (int, error) { return n, err },
		Size:    func(context.Context) (int64, error) { return int64(n), err },
		Damaged: func() error { return err },
	}
}

func TestStoreGauges(t *testing.T) {
	sound, broken := New(), New()
	s := stored(7, nil)
	s.Games = func(ctx context.Context) (int, error) {
		if end, ok := ctx.Deadline(); !ok || time.Until(end) > time.Second {
			t.Error("a scrape may wait for the store for ever")
		}
		return 7, nil
	}
	sound.AddStored(s)
	broken.AddStored(stored(7, errors.New("no store")))
	for _, name := range []string{"othellobot_live_games", "othellobot_messages_behind", "othellobot_database_bytes"} {
		if got, without := sound.scrape(t).value(name), broken.scrape(t).value(name); got != 7 || !math.IsNaN(without) {
			t.Errorf("%s is %v, want 7, and without a store %v", name, got, without)
		}
	}
}

func TestUnreadableGamesAreCounted(t *testing.T) {
	m := New()
	count := m.AddUnreadable()
	for n := range 3 {
		for newer, cause := range map[bool]string{false: "damaged", true: "newer"} {
			if got := m.scrape(t).value(fmt.Sprintf("othellobot_unreadable_games_total{cause=%s}", cause)); got != float64(n) {
				t.Errorf("%v %s games are counted, want %d", got, cause, n)
			}
			count(newer)
		}
	}
}

type fakeStore struct {
	people.Store
	err error
}

func (s fakeStore) Save(context.Context, game.Change) error { return s.err }

func TestCommitsAreTimed(t *testing.T) {
	m := New()
	for err, want := range map[error]string{
		nil:                                  "stored",
		fmt.Errorf("a: %w", game.ErrStale):   "lost",
		errors.New("disk full"):              "failed",
		&game.StoreError{Err: os.ErrInvalid}: "failed",
	} {
		series := "othellobot_store_commit_seconds{outcome=" + want + "}"
		before := m.scrape(t).value(series)
		kept := m.WrapStore(fakeStore{err: err})
		for _, light := range []bool{true, false} {
			if got := kept.Save(t.Context(), game.Change{Async: light}); !errors.Is(got, err) {
				t.Errorf("the commit gives %v, want %v", got, err)
			}
		}
		if got := m.scrape(t).value(series); got != before+1 {
			t.Errorf("%v is not counted as %s", err, want)
		}
	}
}
