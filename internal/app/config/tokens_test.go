package config

import (
	"strings"
	"testing"
)

// A value that belongs elsewhere is reported with its kind and with what to copy instead.
func TestCheck(t *testing.T) {
	const (
		hex32 = "0123456789abcdef0123456789abcdef"
		token = "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe.not-a-secret-of-anybody-0123456789"
	)
	for set, want := range map[[2]string]string{
		{"DISCORD_TOKEN", token}:                             "",
		{"DISCORD_TOKEN", " " + token + "\n"}:                "",
		{"DISCORD_TOKEN", "anything"}:                        "",
		{"DISCORD_TOKEN", "Bot " + token}:                    `it begins with the word "Bot"; write the token without it`,
		{"DISCORD_TOKEN", "123456789012345678"}:              `it is an id; copy the token from the page "Bot" of your application`,
		{"DISCORD_TOKEN", exampleKey}:                        "it is a public key of Discord, which belongs in DISCORD_PUBLIC_KEY; copy the token",
		{"DISCORD_TOKEN", hex32[:31] + "_"}:                  "it is a secret of an app; copy the token",
		{"DISCORD_TOKEN", "xoxb-1"}:                          "it is a bot token of Slack, which belongs in SLACK_BOT_TOKEN; copy the token",
		{"DISCORD_TOKEN", "/run/secrets/token"}:              "it is the path of a file; set DISCORD_TOKEN_FILE to it instead",
		{"DISCORD_TOKEN", "\u201c" + token + "\u201d"}:       "the value is in quotation marks",
		{"DISCORD_TOKEN", token + `"`}:                       "it has a space or another character that does not belong in it; copy the token",
		{"DISCORD_TOKEN", token + ","}:                       "it has a space or another character",
		{"DISCORD_PUBLIC_KEY", exampleKey}:                   "",
		{"DISCORD_PUBLIC_KEY", token}:                        "it is a bot token of Discord, which belongs in DISCORD_TOKEN; copy the public key, 64 hexadecimal digits",
		{"DISCORD_PUBLIC_KEY", exampleKey[1:]}:               "it is not what belongs here; copy the public key",
		{"DISCORD_GUILD_ID", "81384788765712384"}:            "",
		{"DISCORD_GUILD_ID", "My server"}:                    "it has a space or another character that does not belong in it; copy the server id",
		{"DISCORD_GUILD_ID", "99999999999999999999"}:         "an id has fewer digits; copy the server id",
		{"SLACK_BOT_TOKEN", "xoxb-1"}:                        "",
		{"SLACK_BOT_TOKEN", "xapp-1"}:                        "it is an app-level token of Slack, which belongs in SLACK_APP_TOKEN; copy the Bot User OAuth Token",
		{"SLACK_BOT_TOKEN", "xoxp-1"}:                        "it is a user token of Slack; copy the Bot User OAuth Token",
		{"SLACK_BOT_TOKEN", "xoxe-1-a"}:                      "it is a refresh token of Slack; copy",
		{"SLACK_BOT_TOKEN", "xoxe.xoxb-1-a"}:                 "it is a token of a Slack app with token rotation",
		{"SLACK_BOT_TOKEN", "xoxc-1"}:                        "it is a token of Slack for something else; copy",
		{"SLACK_BOT_TOKEN", token}:                           "it is a bot token of Discord, which belongs in DISCORD_TOKEN; copy the Bot User",
		{"SLACK_BOT_TOKEN", hex32}:                           "it is a secret of an app; copy",
		{"SLACK_BOT_TOKEN", `"xoxb-1"`}:                      "the value is in quotation marks",
		{"SLACK_APP_TOKEN", "xapp-1"}:                        "",
		{"SLACK_APP_TOKEN", "xoxb-1"}:                        "it is a bot token of Slack, which belongs in SLACK_BOT_TOKEN; make an app-level token",
		{"SLACK_APP_TOKEN", "a.b.c"}:                         "it is not what belongs here; make an app-level token, which begins with xapp-",
		{"SLACK_SIGNING_SECRET", hex32}:                      "",
		{"SLACK_SIGNING_SECRET", "anything"}:                 "",
		{"SLACK_SIGNING_SECRET", "aB3dEf6hIj9lMn2pQr5tUv8x"}: "it is a verification token of Slack, which is obsolete; copy the signing secret",
		{"SLACK_CLIENT_ID", "123.456"}:                       "",
		{"SLACK_CLIENT_ID", "A0123456789"}:                   "it is the id of a Slack app; copy the client id, two numbers with a dot",
		{"SLACK_CLIENT_ID", "me"}:                            "it is not what belongs here; copy the client id",
		{"SLACK_CLIENT_SECRET", hex32}:                       "",
		{"SLACK_CLIENT_SECRET", "123.456"}:                   "it is a client id of Slack, which belongs in SLACK_CLIENT_ID; copy the client secret",
		{"PUBLIC_URL", "example.org"}:                        "not an address such as https://",
	} {
		err := Check(set[0], set[1])
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s=%s: %v, want %q", set[0], set[1], err, want)
		}
		if err != nil && strings.Contains(err.Error(), set[1]) {
			t.Errorf("%s=%s: the value is repeated: %v", set[0], set[1], err)
		}
	}
}
