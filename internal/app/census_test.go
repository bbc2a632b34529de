package app

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/app/config"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/sealed"
	"othellobot/store"
)

func installedIn(t *testing.T, workspaces ...string) *store.Store {
	t.Helper()
	db := inMemory(t)
	for _, name := range append(workspaces, pictureKey, notice.Key) {
		if err := db.Installs.Save(t.Context(), name, []byte("plain")); err != nil {
			t.Fatal(err)
		}
	}
	return db
}

func TestTenantsAreCounted(t *testing.T) {
	d := discordtest.New(t)
	installs, err := sealInstalls(config.Config{}, installedIn(t, "T1", "T2"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	onDiscord := &config.Discord{APIURL: d.APIURL(), Token: config.NewSecret(d.Token())}
	for name, c := range map[string]struct {
		config config.Config
		want   map[string]int
	}{
		"Discord":               {config.Config{Discord: onDiscord}, map[string]int{"discord": 1}},
		"Discord with no token": {config.Config{Discord: &config.Discord{APIURL: d.APIURL()}}, map[string]int{}},
		"a workspace":           {config.Config{Slack: &config.Slack{BotToken: config.NewSecret("xoxb-1")}}, map[string]int{"slack": 1}},
		"workspaces":            {config.Config{Slack: &config.Slack{ClientID: "1"}}, map[string]int{"slack": 2}},
	} {
		got := map[string]int{}
		countTenants(t.Context(), c.config, installs, func(platform string, n int) { got[platform] = n })
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The bot's own entries in the store of installations do not count as workspaces.
func TestWorkspacesAreChecked(t *testing.T) {
	var out strings.Builder
	f := &findings{to: &out}
	if err := f.installed(t.Context(), config.Config{Slack: &config.Slack{ClientID: "1"}}, installedIn(t, "T1")); err != nil || !strings.Contains(out.String(), " 1 have installed the bot") {
		t.Errorf("a check says %q, %v", &out, err)
	}
}

// growingInstalls has one more installation at every call of Names.
type growingInstalls struct {
	store.Installs
	names []string
}

func (g *growingInstalls) Names(context.Context) ([]string, error) {
	g.names = append(g.names, "T")
	return slices.Clone(g.names), nil
}

func TestTenantsAreCountedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		told, done := make(chan int, 9), make(chan struct{})
		go func() {
			defer close(done)
			census(config.Config{Slack: &config.Slack{ClientID: "1"}}, sealed.NewInstalls(&growingInstalls{}, sealed.Keys{}, nil), func(_ string, n int) { told <- n })(ctx)
		}()
		for n, after := range []time.Duration{firstCensus, censusEvery} {
			time.Sleep(after - time.Second)
			synctest.Wait()
			if len(told) != 0 {
				t.Errorf("the %d. count comes too soon", n+1)
			}
			time.Sleep(time.Second)
			synctest.Wait()
			if got := <-told; got != n+1 {
				t.Errorf("the %d. count is %d", n+1, got)
			}
		}
		cancel()
		<-done
	})
}
