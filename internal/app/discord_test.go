package app

import (
	"crypto/ed25519"
	"reflect"
	"testing"

	"othellobot/adapters/discord"
	"othellobot/bot"
)

func TestDiscordIsToldEverything(t *testing.T) {
	log := discard()
	c := discordConfig{
		token: newSecret(canary), publicKey: make(ed25519.PublicKey, ed25519.PublicKeySize),
		guildID: "1", shards: []int{2}, of: 3, apiURL: "http://127.0.0.1:1/api",
	}
	want := discord.Config{
		Token: canary, PublicKey: c.publicKey, GuildID: "1", Shards: []int{2}, Of: 3, APIURL: c.apiURL,
		Commands: bot.Commands(), Log: log,
	}
	got := newDiscord(c, newMetrics(), log).Config
	if got.Observer.Acknowledged == nil || got.Observer.Reconnecting == nil || got.Observer.Waited == nil {
		t.Errorf("its observer is %+v", got.Observer)
	}
	got.Observer = discord.Observer{}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Discord is told %+v, want %+v", got, want)
	}
}
