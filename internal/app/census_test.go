package app

import (
	"context"
	"maps"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/internal/app/config"
	"othellobot/store"
)

// installed are installations of which only the names count.
type installed struct {
	store.Installs
	names []string
}

func (i *installed) Names(context.Context) ([]string, error) { return i.names, nil }

func TestTenantsAreCounted(t *testing.T) {
	d := discordtest.New(t)
	kept := &installed{names: []string{"T1", pictureKey, "T2"}}
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
		countTenants(t.Context(), c.config, kept, func(platform string, n int) { got[platform] = n })
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Tenants are counted a minute after the start, and every hour.
func TestTenantsAreCountedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		kept, told := &installed{names: []string{"T1"}}, []int(nil)
		done := make(chan struct{})
		go func() {
			defer close(done)
			census(config.Config{Slack: &config.Slack{ClientID: "1"}}, kept, func(_ string, n int) { told = append(told, n) })(ctx)
		}()
		time.Sleep(firstCensus - time.Second)
		synctest.Wait()
		if len(told) != 0 {
			t.Errorf("counted at once: %v", told)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		kept.names = append(kept.names, "T2")
		time.Sleep(censusEvery)
		synctest.Wait()
		if len(told) != 2 || told[0] != 1 || told[1] != 2 {
			t.Errorf("counted %v, want 1 and 2", told)
		}
		cancel()
		<-done
	})
}
