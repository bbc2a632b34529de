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
		v.problem("SLACK_BOT_TOKEN", "set together with SLACK_CLIENT_ID or SLACK_CLIENT_SECRET: the one is for one workspace, the others are for many")
	case one:
		v.problemIf(c.AppToken.Reveal() == "" && c.SigningSecret.Reveal() == "", "SLACK_APP_TOKEN",
			"missing, and SLACK_SIGNING_SECRET too: Socket Mode needs the one, HTTP the other")
	case oauth:
		why := "missing, and an installation for many workspaces needs it"
		v.problemIf(c.ClientID == "", "SLACK_CLIENT_ID", why)
		v.problemIf(c.ClientSecret.Reveal() == "", "SLACK_CLIENT_SECRET", why)
		v.problemIf(c.SigningSecret.Reveal() == "", "SLACK_SIGNING_SECRET", why)
		v.problemIf(v.env["PUBLIC_URL"] == "", "PUBLIC_URL", why)
	default:
		v.problem("SLACK_BOT_TOKEN", "missing, and SLACK_CLIENT_ID too, though Slack is configured with %s", set)
	}
	return c
}

// Listens reports whether Slack needs the HTTP server, for its requests or for installations. A nil Slack
// does not.
func (c *Slack) Listens() bool {
	return c != nil && (c.AppToken.Reveal() == "" || c.ClientID != "")
}
