package app

import (
	"maps"
	"slices"
	"strings"
)

// slackConfig is what Slack is configured with: a bot token for one workspace,
// or a client for as many as install the bot; an app token for Socket Mode, or a
// signing secret for HTTP.
type slackConfig struct {
	botToken      secret
	appToken      secret
	signingSecret secret
	clientID      string
	clientSecret  secret
	apiURL        string
}

// readSlack gives nil if nothing configures Slack. It is a problem if something
// does and something else that it needs is missing.
func readSlack(v *values) *slackConfig {
	var set []string
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if strings.HasPrefix(key, "SLACK_") && v.env[key] != keys[key] {
			set = append(set, key)
		}
	}
	if len(set) == 0 {
		return nil
	}
	c := &slackConfig{
		botToken:      v.token("SLACK_BOT_TOKEN"),
		appToken:      v.token("SLACK_APP_TOKEN"),
		signingSecret: v.token("SLACK_SIGNING_SECRET"),
		clientID:      v.env["SLACK_CLIENT_ID"],
		clientSecret:  v.token("SLACK_CLIENT_SECRET"),
		apiURL:        v.url("SLACK_API_URL"),
	}
	if !strings.HasSuffix(c.apiURL, "/") {
		c.apiURL += "/"
	}
	oauth := c.clientID != "" || c.clientSecret.reveal() != ""
	switch {
	case c.botToken.reveal() != "" && oauth:
		v.problem("SLACK_BOT_TOKEN", "set together with SLACK_CLIENT_ID or SLACK_CLIENT_SECRET: the one is for one workspace, the others are for many")
	case c.botToken.reveal() != "":
		v.missing(c.appToken.reveal() == "" && c.signingSecret.reveal() == "", "SLACK_APP_TOKEN",
			"missing, and SLACK_SIGNING_SECRET too: Socket Mode needs the one, HTTP the other")
	case oauth:
		why := "missing, and an installation for many workspaces needs it"
		v.missing(c.clientID == "", "SLACK_CLIENT_ID", why)
		v.missing(c.clientSecret.reveal() == "", "SLACK_CLIENT_SECRET", why)
		v.missing(c.signingSecret.reveal() == "", "SLACK_SIGNING_SECRET", why)
		v.missing(v.env["PUBLIC_URL"] == "", "PUBLIC_URL", why)
	default:
		v.problem("SLACK_BOT_TOKEN", "missing, and SLACK_CLIENT_ID too, though Slack is configured with %s", strings.Join(set, ", "))
	}
	return c
}

// listens reports whether Slack sends its requests to the HTTP server.
func (c *slackConfig) listens() bool {
	return c != nil && (c.appToken.reveal() == "" || c.clientID != "")
}
