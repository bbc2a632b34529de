package config

import (
	"crypto/ed25519"
	"encoding/base64"
	"regexp"
	"strings"
)

// Discord configures the Discord adapter.
type Discord struct {
	Token     Secret
	PublicKey ed25519.PublicKey // nil in gateway mode
	GuildID   string            // empty if commands are registered for every server
	Shared    bool              // whether several processes share the shards
	APIURL    string
}

var versioned = regexp.MustCompile(`/v\d+/?$`)

// readDiscord returns nil if no key configures Discord.
func readDiscord(v *values) *Discord {
	set := v.changedKeys("DISCORD_")
	if set == "" {
		return nil
	}
	c := &Discord{
		Token: v.token("DISCORD_TOKEN"), GuildID: v.id("DISCORD_GUILD_ID"), APIURL: v.url("DISCORD_API_URL"),
		Shared: v.oneOf("DISCORD_SHARDS", "auto", "shared") == "shared",
	}
	bot, _, _ := strings.Cut(c.Token.Reveal(), ".")
	v.problemIf(c.GuildID != "" && base64.RawStdEncoding.EncodeToString([]byte(c.GuildID)) == bot,
		"DISCORD_GUILD_ID", "it is the id of the bot; %s", sources["DISCORD_GUILD_ID"])
	v.problemIf(versioned.MatchString(c.APIURL), "DISCORD_API_URL", "it ends with a version, which the bot adds itself; leave it out")
	v.problemIf(c.Token.Reveal() == "", "DISCORD_TOKEN", "missing, though Discord is configured with %s", set)
	http, key := v.oneOf("DISCORD_MODE", "gateway", "http") == "http", v.env["DISCORD_PUBLIC_KEY"]
	v.problemIf(http && key == "", "DISCORD_PUBLIC_KEY", "missing, though DISCORD_MODE=http needs it to check signatures")
	if key != "" {
		if public := v.publicKey("DISCORD_PUBLIC_KEY"); http {
			c.PublicKey = public
		}
	}
	v.problemIf(http && c.Shared, "DISCORD_SHARDS", "shared needs DISCORD_MODE=gateway: by HTTP there are no shards, and any number of processes can answer")
	return c
}

// Listens reports whether Discord sends its requests to the HTTP server. A nil Discord does not.
func (c *Discord) Listens() bool { return c != nil && c.PublicKey != nil }
