package app

import (
	"crypto/ed25519"
	"log/slog"
	"maps"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/discord"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/words"
)

func TestDiscordConfig(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	c := config.Discord{
		Token: config.NewSecret("a token"), PublicKey: make(ed25519.PublicKey, ed25519.PublicKeySize),
		GuildID: "1", APIURL: "http://127.0.0.1:1/api",
	}
	want := discord.Config{
		Token: "a token", PublicKey: c.PublicKey, GuildID: "1", APIURL: c.APIURL,
		About: bot.Root(words.Load()), Commands: bot.Commands(words.Load()), Log: log,
	}
	got := discordConfig(c, words.Load(), nil, time.Now, metrics.New(), log)
	if got.Observer.Acknowledged == nil || got.Observer.Reconnecting == nil || got.Observer.Waited == nil || got.Observer.Works == nil {
		t.Errorf("its observer is %+v", got.Observer)
	}
	if got.Says("de").Done.String() != "Erledigt." {
		t.Errorf("in German it says %q", got.Says("de").Done)
	}
	if got.Now == nil {
		t.Error("it goes by another clock")
	}
	got.Observer, got.Says, got.Now = discord.Observer{}, nil, nil
	said := cmp.Comparer(func(a, b chat.Translations) bool { return maps.Equal(a.In(), b.In()) })
	if diff := cmp.Diff(want.About, got.About, said) + cmp.Diff(want.Commands, got.Commands, said); diff != "" {
		t.Errorf("Discord gets other commands: %s", diff)
	}
	want.About, want.Commands, got.About, got.Commands = chat.Command{}, nil, chat.Command{}, nil
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Discord gets %+v, want %+v", got, want)
	}
}
