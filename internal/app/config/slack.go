package config

import "strings"

// Slack configures the Slack adapter. A bot token serves one workspace; a client ID and its secret
// serve every workspace that installs the bot. An app token selects Socket Mode; otherwise Slack uses HTTP.
type Slack struct {
	BotToken      Secret
	AppToken      Secret
	SigningSecret Secret
	ClientID      string
	ClientSecret  Secret
	APIURL        string // with a trailing slash
}

// readSlack returns nil if no key configures Slack.
func readSlack(v *values) *Slack {
	set := v.changedKeys("SLACK_")
	if set == "" {
		return nil
	}
	c := &Slack{
		BotToken:      v.token("SLACK_BOT_TOKEN"),
		AppToken:      v.token("SLACK_APP_TOKEN"),
		SigningSecret: v.token("SLACK_SIGNING_SECRET"),
		ClientID:      v.token("SLACK_CLIENT_ID").Reveal(),
		ClientSecret:  v.token("SLACK_CLIENT_SECRET"),
		APIURL:        v.url("SLACK_API_URL"),
	}
	if !strings.HasSuffix(c.APIURL, "/") {
		c.APIURL += "/"
	}
	one, oauth := c.BotToken.Reveal() != "", c.ClientID != "" || c.ClientSecret.Reveal() != ""
	switch {
	case one && oauth:
		v.problem("SLACK_BOT_TOKEN", "it is for one workspace, and SLACK_CLIENT_ID and SLACK_CLIENT_SECRET are for many; leave out one or the others")
	case one:
		v.problemIf(c.AppToken.Reveal() == "" && c.SigningSecret.Reveal() == "", "SLACK_APP_TOKEN",
			"missing, and so is SLACK_SIGNING_SECRET: Socket Mode needs the first, HTTP the second")
	case oauth:
		const why = "missing, and the installation in many workspaces needs it"
		v.problemIf(c.ClientID == "", "SLACK_CLIENT_ID", why)
		v.problemIf(c.ClientSecret.Reveal() == "", "SLACK_CLIENT_SECRET", why)
		v.problemIf(c.SigningSecret.Reveal() == "", "SLACK_SIGNING_SECRET", why)
		v.problemIf(v.env["PUBLIC_URL"] == "", "PUBLIC_URL", why)
	default:
		v.problem("SLACK_BOT_TOKEN", "missing, and so is SLACK_CLIENT_ID, though Slack is configured with %s", set)
	}
	if public := v.env["PUBLIC_URL"]; public != "" && c.APIURL == keys["SLACK_API_URL"] { // not at a test server
		v.problemIf(isLocal(public), "PUBLIC_URL", "Slack cannot reach an address on this machine or in a private network")
		v.problemIf(c.Listens() && !strings.HasPrefix(public, "https://"), "PUBLIC_URL", "Slack calls only addresses that begin with https://")
	}
	v.problemIf(c.SigningSecret.Reveal() != "" && c.SigningSecret.Reveal() == c.ClientSecret.Reveal(), "SLACK_SIGNING_SECRET", "it is the same as SLACK_CLIENT_SECRET; %s", sources["SLACK_SIGNING_SECRET"])
	return c
}

// Listens reports whether Slack needs the HTTP server, for its requests or for installations. A nil Slack
// does not.
func (c *Slack) Listens() bool {
	return c != nil && (c.AppToken.Reveal() == "" || c.ClientID != "")
}
