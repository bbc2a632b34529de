package app

import (
	"crypto/ed25519"
	"maps"
	"slices"
	"strings"
)

// discordConfig is what Discord is configured with.
type discordConfig struct {
	token     secret
	publicKey ed25519.PublicKey // nil: by the gateway
	guildID   string            // empty: every server
	shards    []int             // empty: as Discord recommends
	of        int
	apiURL    string
}

// readDiscord gives nil if nothing configures Discord. It is a problem if
// something does and the token is missing.
func readDiscord(v *values) *discordConfig {
	var set []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if strings.HasPrefix(key, "DISCORD_") && v.env[key] != keys[key] {
			set = append(set, key)
		}
	}
	if len(set) == 0 {
		return nil
	}
	c := &discordConfig{token: v.token("DISCORD_TOKEN"), apiURL: v.url("DISCORD_API_URL")}
	if c.token.reveal() == "" {
		v.problem("DISCORD_TOKEN", "missing, though Discord is configured with %s", strings.Join(set, ", "))
	}
	if v.env["DISCORD_GUILD_ID"] != "" {
		c.guildID = v.id("DISCORD_GUILD_ID")
	}
	c.shards, c.of = v.shards("DISCORD_SHARDS")

	http, key := v.oneOf("DISCORD_MODE", "gateway", "http") == "http", v.env["DISCORD_PUBLIC_KEY"]
	if http && key == "" {
		v.problem("DISCORD_PUBLIC_KEY", "missing, and without it DISCORD_MODE=http cannot tell who sends")
	}
	if key != "" {
		if public := v.publicKey("DISCORD_PUBLIC_KEY"); http {
			c.publicKey = public
		}
	}
	return c
}

// listens reports whether Discord sends its requests to the HTTP server.
func (c *discordConfig) listens() bool { return c != nil && c.publicKey != nil }
