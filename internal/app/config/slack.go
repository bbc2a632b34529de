package config

import "strings"

// Slack configures the Slack adapter: a bot token for one workspace, or a client
// for as many as install the bot; an app token for Socket Mode, or a signing secret
// for HTTP.
type Slack struct {
	BotToken      Secret
	AppToken      Secret
	SigningSecret Secret
	ClientID      string
	ClientSecret  Secret
	APIURL        string // with a slash at its end
}

// readSlack gives nil if nothing configures Slack. It is a problem if something
// does and something else that it needs is missing.
func readSlack(v *values) *Slack {
	set := v.set("SLACK_")
	if set == "" {
		return nil
	}
	c := &Slack{
		BotToken:      v.token("SLACK_BOT_TOKEN"),
		AppToken:      v.token("SLACK_APP_TOKEN"),
		SigningSecret: v.token("SLACK_SIGNING_SECRET"),
		ClientID:      v.env["SLACK_CLIENT_ID"],
		ClientSecret:  v.token("SLACK_CLIENT_SECRET"),
		APIURL:        v.url("SLACK_API_URL"),
	}
	if !strings.HasSuffix(c.APIURL, "/") {
		c.APIURL += "/"
	}
	oauth := c.ClientID != "" || c.ClientSecret.Reveal() != ""
	switch {
	case c.BotToken.Reveal() != "" && oauth:
		v.problem("SLACK_BOT_TOKEN", "set together with SLACK_CLIENT_ID or SLACK_CLIENT_SECRET: the one is for one workspace, the others are for many")
	case strings.HasPrefix(c.BotToken.Reveal(), "xoxe."):
		v.problem("SLACK_BOT_TOKEN", "a token that ends after twelve hours, because token rotation is on for this app: take the token of an app without it, or use SLACK_CLIENT_ID")
	case c.BotToken.Reveal() != "":
		v.missing(c.AppToken.Reveal() == "" && c.SigningSecret.Reveal() == "", "SLACK_APP_TOKEN",
			"missing, and SLACK_SIGNING_SECRET too: Socket Mode needs the one, HTTP the other")
	case oauth:
		why := "missing, and an installation for many workspaces needs it"
		v.missing(c.ClientID == "", "SLACK_CLIENT_ID", why)
		v.missing(c.ClientSecret.Reveal() == "", "SLACK_CLIENT_SECRET", why)
		v.missing(c.SigningSecret.Reveal() == "", "SLACK_SIGNING_SECRET", why)
		v.missing(v.env["PUBLIC_URL"] == "", "PUBLIC_URL", why)
	default:
		v.problem("SLACK_BOT_TOKEN", "missing, and SLACK_CLIENT_ID too, though Slack is configured with %s", set)
	}
	return c
}

// Listens reports whether Slack sends its requests to the HTTP server.
func (c *Slack) Listens() bool {
	return c != nil && (c.AppToken.Reveal() == "" || c.ClientID != "")
}

func (c *Slack) secrets() []Secret {
	return []Secret{c.BotToken, c.AppToken, c.SigningSecret, c.ClientSecret}
}
