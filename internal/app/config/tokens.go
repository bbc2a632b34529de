package config

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// sources says where to copy each value from.
var sources = map[string]string{
	"DISCORD_TOKEN":        `copy the token from the page "Bot" of your application`,
	"DISCORD_PUBLIC_KEY":   `copy the public key, 64 hexadecimal digits, from the page "General Information" of your application`,
	"DISCORD_GUILD_ID":     "copy the server id, about 19 digits: switch on Developer Mode and right-click the server",
	"SLACK_BOT_TOKEN":      `copy the Bot User OAuth Token, which begins with xoxb-, from the page "Install App"`,
	"SLACK_APP_TOKEN":      `make an app-level token, which begins with xapp-, on the page "Basic Information"`,
	"SLACK_SIGNING_SECRET": `copy the signing secret from the page "Basic Information"`,
	"SLACK_CLIENT_ID":      `copy the client id, two numbers with a dot, from the page "Basic Information"`,
	"SLACK_CLIENT_SECRET":  `copy the client secret from the page "Basic Information"`,
}

// tokenKinds describes what people copy from the platforms' pages. The first form that matches counts. keys
// is empty for values that the bot does not use.
var tokenKinds = []struct {
	form *regexp.Regexp
	kind string
	keys []string
}{
	{regexp.MustCompile(`^xoxb-`), "a bot token of Slack, which belongs in SLACK_BOT_TOKEN", []string{"SLACK_BOT_TOKEN"}},
	{regexp.MustCompile(`^xapp-`), "an app-level token of Slack, which belongs in SLACK_APP_TOKEN", []string{"SLACK_APP_TOKEN"}},
	{regexp.MustCompile(`^xoxp-`), "a user token of Slack", nil},
	{regexp.MustCompile(`^xoxe-`), "a refresh token of Slack", nil},
	{regexp.MustCompile(`^xoxe\.`), "a token that expires after twelve hours, because the app has token rotation; make an app without it, or set SLACK_CLIENT_ID instead of SLACK_BOT_TOKEN", nil},
	{regexp.MustCompile(`^xox`), "a token of Slack for something else", nil},
	{regexp.MustCompile(`^\d+\.\d+$`), "a client id of Slack, which belongs in SLACK_CLIENT_ID", []string{"SLACK_CLIENT_ID"}},
	{regexp.MustCompile(`^A[0-9A-Z]{8,12}$`), "the id of a Slack app", nil},
	{regexp.MustCompile(`^[0-9A-Za-z]{24}$`), "a verification token of Slack, which is obsolete", nil},
	{regexp.MustCompile(`^[\w-]{23,30}\.[\w-]{6,7}\.[\w-]{27,}$`), "a bot token of Discord, which belongs in DISCORD_TOKEN", []string{"DISCORD_TOKEN"}},
	{regexp.MustCompile(`^[0-9A-Fa-f]{64}$`), "a public key of Discord, which belongs in DISCORD_PUBLIC_KEY", []string{"DISCORD_PUBLIC_KEY"}},
	{regexp.MustCompile(`^\d+$`), "an id", []string{"DISCORD_GUILD_ID"}},
	{regexp.MustCompile(`^[\w-]{32}$`), "a secret of an app", []string{"SLACK_SIGNING_SECRET", "SLACK_CLIENT_SECRET"}},
}

var nonTokenChar = regexp.MustCompile(`[^\w.-]`)

// token returns a value that a platform gives out, such as a token or an id.
func (v *values) token(key string) Secret {
	text := v.env[key]
	word, _, several := strings.Cut(text, " ")
	switch {
	case text == "":
	case several && (strings.EqualFold(word, "Bot") || strings.EqualFold(word, "Bearer")):
		v.problem(key, "it begins with the word %q; write the token without it", word)
	case strings.HasPrefix(text, "/"):
		v.problem(key, "it is the path of a file; set %s_FILE to it instead", key)
	case nonTokenChar.MatchString(text):
		v.problem(key, "it has a space or another character that does not belong in it; %s", sources[key])
	default:
		v.checkKind(key, text)
	}
	return NewSecret(text)
}

func (v *values) checkKind(key, text string) {
	hasForm := false // whether only values of one form belong under the key
	for _, token := range tokenKinds {
		belongs := slices.Contains(token.keys, key)
		if token.form.MatchString(text) {
			v.problemIf(!belongs, key, "it is %s; %s", token.kind, sources[key])
			return
		}
		hasForm = hasForm || belongs && len(token.keys) == 1
	}
	// A proxy for Discord's API may hold the token, and accept any other.
	v.problemIf(hasForm && key != "DISCORD_TOKEN", key, "it is not what belongs here; %s", sources[key])
}

// Check returns what is wrong with the value of a key, without the key's name. It does not ask for other keys.
func Check(key, value string) error {
	_, err := read(map[string]string{key: value}, false)
	for line := range strings.SplitSeq(fmt.Sprint(err), "\n") {
		if problem, found := strings.CutPrefix(line, key+": "); found {
			return errors.New(problem)
		}
	}
	return nil
}
