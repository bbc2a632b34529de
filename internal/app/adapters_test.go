package app

import (
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/metrics"
)

func TestDiscordConfig(t *testing.T) {
	key := strings.Repeat("0123456789abcdef", 4)
	p := configured(t, map[string]string{
		"DISCORD_TOKEN": "token", "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": key, "DISCORD_GUILD_ID": "1", "DISCORD_API_URL": "http://127.0.0.1:1/api",
	})
	want := discord.Config{
		Token: "token", PublicKey: p.Discord.PublicKey, GuildID: "1", APIURL: "http://127.0.0.1:1/api",
		About: bot.Root(p.words), Commands: bot.Commands(p.words),
	}
	var got discord.Config
	p.platforms(nil, nil, nil, time.Now, metrics.New(), func(c discord.Config) *discord.Adapter {
		got = c
		return discord.New(c)
	}, nil)
	if got.Observer.Acknowledged == nil || got.Observer.Reconnecting == nil || got.Observer.Waited == nil || got.Observer.Works == nil {
		t.Errorf("its observer is %+v", got.Observer)
	}
	if got.Says("de").Done.String() != "Erledigt." {
		t.Errorf("in German it says %q", got.Says("de").Done)
	}
	if got.Now == nil || got.Log == nil {
		t.Error("it goes by another clock, or has no log")
	}
	got.Observer, got.Says, got.Now, got.Log = discord.Observer{}, nil, nil, nil
	said := cmp.Comparer(func(a, b chat.Translations) bool { return maps.Equal(a.In(), b.In()) })
	if diff := cmp.Diff(want.About, got.About, said) + cmp.Diff(want.Commands, got.Commands, said); diff != "" {
		t.Errorf("Discord gets other commands: %s", diff)
	}
	want.About, want.Commands, got.About, got.Commands = chat.Command{}, nil, chat.Command{}, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Discord gets %+v, want %+v", got, want)
	}
}
