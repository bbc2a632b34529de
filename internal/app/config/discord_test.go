package config

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"reflect"
	"strings"
	"testing"
)

const exampleKey = "0123456789abcdef0123456789abcdef0123456789ABCDEF0123456789ABCDEF"

func TestDiscordConfiguration(t *testing.T) {
	key := ed25519.PublicKey(bytes.Repeat([]byte{0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef}, 4))
	for name, c := range map[string]struct {
		env    map[string]string
		expect func(*Discord)
	}{
		"a token":               {map[string]string{}, func(*Discord) {}},
		"a key without its use": {map[string]string{"DISCORD_PUBLIC_KEY": exampleKey}, func(*Discord) {}},
		"by HTTP":               {map[string]string{"DISCORD_MODE": "HTTP", "DISCORD_PUBLIC_KEY": exampleKey}, func(c *Discord) { c.PublicKey = key }},
		"one server":            {map[string]string{"DISCORD_GUILD_ID": "81384788765712384"}, func(c *Discord) { c.GuildID = "81384788765712384" }},
		"auto":                  {map[string]string{"DISCORD_SHARDS": "AUTO"}, func(*Discord) {}},
		"shared":                {map[string]string{"DISCORD_SHARDS": "Shared", "DATABASE_URL": "postgres://db/games"}, func(c *Discord) { c.Shared = true }},
		"another base":          {map[string]string{"DISCORD_API_URL": "http://[::1]:99/api/"}, func(c *Discord) { c.APIURL = "http://[::1]:99/api/" }},
	} {
		t.Run(name, func(t *testing.T) {
			c.env["DISCORD_TOKEN"] = "a.b-c_d"
			got, err := read(c.env, false)
			want := &Discord{Token: NewSecret("a.b-c_d"), APIURL: "https://discord.com/api"}
			c.expect(want)
			if err != nil || !reflect.DeepEqual(got.Discord, want) {
				t.Errorf("%v gives %+v, %v, want %+v", c.env, got.Discord, err, want)
			}
			if got.Listens() != (want.PublicKey != nil) {
				t.Errorf("it listens: %v", got.Listens())
			}
		})
	}
}

func TestDiscordProblems(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		says string // a part of the only problem
	}{
		"a mode without a token": {map[string]string{"DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": exampleKey}, "DISCORD_TOKEN: missing, though Discord is configured with DISCORD_MODE, DISCORD_PUBLIC_KEY"},
		"a base without a token": {map[string]string{"DISCORD_API_URL": "https://x"}, "DISCORD_TOKEN: missing"},
		"a header as token":      {map[string]string{"DISCORD_TOKEN": "Bot a.b"}, `DISCORD_TOKEN: it begins with the word "Bot"; write the token without it`},
		"an invisible character": {map[string]string{"DISCORD_TOKEN": "a.b\u200b"}, "DISCORD_TOKEN: it holds an invisible character, U+200B"},
		"http without its key":   {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_MODE": "http"}, "DISCORD_PUBLIC_KEY: missing"},
		"a short key":            {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": exampleKey[2:]}, "DISCORD_PUBLIC_KEY: it is not what belongs here; copy the public key"},
		"a key that is not hex":  {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": "x" + exampleKey[1:]}, "DISCORD_PUBLIC_KEY: it is not what belongs here"},
		"a wrong key by gateway": {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_PUBLIC_KEY": "12"}, "DISCORD_PUBLIC_KEY: it is an id; copy the public key"},
		"a server's name":        {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_GUILD_ID": "home"}, "DISCORD_GUILD_ID: it is not what belongs here; copy the server id"},
		"shared by HTTP": {
			map[string]string{"DISCORD_TOKEN": "a", "DISCORD_SHARDS": "shared", "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": exampleKey, "DATABASE_URL": "postgres://db/games"},
			"DISCORD_SHARDS: shared needs DISCORD_MODE=gateway",
		},
		"shared by one process":    {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_SHARDS": "shared"}, "DISCORD_SHARDS: shared needs a database that all processes use: set DATABASE_URL"},
		"shards by hand":           {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_SHARDS": "0,1/8"}, "DISCORD_SHARDS: write auto or shared"},
		"a base without a scheme":  {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_API_URL": "discord.com/api"}, "DISCORD_API_URL: it does not begin with https://"},
		"a base of another scheme": {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_API_URL": "ftp://discord.com/api"}, "DISCORD_API_URL: not an address"},
		"a base without a host":    {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_API_URL": "https://:80/api"}, "DISCORD_API_URL: not an address"},
		"a base with a password":   {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_API_URL": "https://a:b@discord.com/api"}, "DISCORD_API_URL: leave out the user and the password"},
		"a base with a query":      {map[string]string{"DISCORD_TOKEN": "a", "DISCORD_API_URL": "https://discord.com/api?v=1"}, "DISCORD_API_URL: it holds a ? or a #"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(c.env, false)
			if err == nil || !strings.HasPrefix(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("it says %v, want %s", err, c.says)
			}
			if c, err := read(c.env, true); err != nil || c.Discord != nil {
				t.Errorf("with the local channel forced it is looked at: %v", err)
			}
		})
	}
}

func TestAddresses(t *testing.T) {
	for address, fits := range map[string]bool{
		":8080": true, "127.0.0.1:0": true, "[::1]:65535": true, "localhost:80": true,
		"8080": false, "host": false, ":": false, ":65536": false, ":http": false, "::1:80": false, "a b:80": false,
	} {
		v := &values{env: map[string]string{"HTTP_ADDR": address}}
		if v.address("HTTP_ADDR"); (len(v.problems) == 0) != fits {
			t.Errorf("%q: %v", address, v.problems)
		}
	}
}

func TestForgeableKeysAreRefused(t *testing.T) {
	own := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	for name, c := range map[string]struct {
		key  string
		good bool
	}{
		"a key":         {hex.EncodeToString(own), true},
		"zeros":         {strings.Repeat("00", 32), false},
		"a one":         {"01" + strings.Repeat("00", 31), false},
		"a one, signed": {"01" + strings.Repeat("00", 30) + "80", false},
		"minus one":     {"ec" + strings.Repeat("ff", 30) + "7f", false},
		"order 8":       {"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", false},
		"order 8 too":   {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", false},
	} {
		v := &values{env: map[string]string{"DISCORD_PUBLIC_KEY": c.key}}
		if key := v.publicKey("DISCORD_PUBLIC_KEY"); (key != nil) != c.good || (len(v.problems) == 0) != c.good {
			t.Errorf("%s: it is read as %x, with the problems %v", name, key, v.problems)
		}
	}
}
