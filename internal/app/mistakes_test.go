package app_test

import (
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/internal/app"
)

// mistake is a wrong configuration that an operator may write.
type mistake struct {
	env   string            // KEY=value lines of the environment
	files map[string]string // by name, in the folder where the bot starts
	says  string            // all that the bot says, a line a problem
}

const (
	discordToken = "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe.not-a-secret-of-anybody-0123456789"
	publicKey    = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	signing      = "0123456789abcdef0123456789abcdef"
	toToken      = `copy the token from the page "Bot" of your application`
	toBotToken   = `copy the Bot User OAuth Token, which begins with xoxb-, from the page "Install App"`
	toAppToken   = `make an app-level token, which begins with xapp-, on the page "Basic Information"`
)

var mistakes = map[string]mistake{
	"quotation marks in the environment": {env: `DISCORD_TOKEN="` + discordToken + `"`, says: "DISCORD_TOKEN: the value is in quotation marks, which would be a part of it; leave them out"},
	"a header instead of a token":        {env: "DISCORD_TOKEN=Bot " + discordToken, says: `DISCORD_TOKEN: it begins with the word "Bot"; write the token without it`},
	"a variable that nothing replaced":   {env: "DISCORD_TOKEN=${TOKEN}", says: "DISCORD_TOKEN: it is a placeholder; write the value itself"},
	"an example's placeholder":           {env: "DISCORD_TOKEN=<your token>", says: "DISCORD_TOKEN: it is a placeholder; write the value itself"},
	"a path instead of a token":          {env: "DISCORD_TOKEN=/run/secrets/discord", says: "DISCORD_TOKEN: it is the path of a file; set DISCORD_TOKEN_FILE to it instead"},
	"token and public key exchanged": {env: "DISCORD_TOKEN=" + publicKey + "\nDISCORD_PUBLIC_KEY=" + discordToken, says: "DISCORD_TOKEN: it is a public key of Discord, which belongs in DISCORD_PUBLIC_KEY; " + toToken + "\n" +
		`DISCORD_PUBLIC_KEY: it is a bot token of Discord, which belongs in DISCORD_TOKEN; copy the public key, 64 hexadecimal digits, from the page "General Information" of your application`},
	"an application's id as token":  {env: "DISCORD_TOKEN=100000000000000000", says: "DISCORD_TOKEN: it is an id; " + toToken},
	"a client's secret as token":    {env: "DISCORD_TOKEN=" + signing, says: "DISCORD_TOKEN: it is a secret of an app; " + toToken},
	"the bot's id as server":        {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_GUILD_ID=100000000000000000", says: "DISCORD_GUILD_ID: it is the id of the bot; copy the server id, about 19 digits: switch on Developer Mode and right-click the server"},
	"a server's name":               {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_GUILD_ID=Home", says: "DISCORD_GUILD_ID: it is not what belongs here; copy the server id, about 19 digits: switch on Developer Mode and right-click the server"},
	"shards by hand":                {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_SHARDS=0/2", says: "DISCORD_SHARDS: write auto or shared"},
	"shared shards without sharing": {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_SHARDS=shared", says: "DISCORD_SHARDS: shared needs a database that all processes use: set DATABASE_URL to postgres://…"},
	"HTTP without its key":          {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_MODE=http", says: "DISCORD_PUBLIC_KEY: missing, though DISCORD_MODE=http needs it to check signatures"},
	"an API with a version":         {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_API_URL=https://discord.com/api/v10", says: "DISCORD_API_URL: it ends with a version, which the bot adds itself; leave it out"},
	"an API without a scheme":       {env: "DISCORD_TOKEN=" + discordToken + "\nDISCORD_API_URL=proxy:8080", says: "DISCORD_API_URL: it does not begin with https:// or http://; an example is https://discord.com/api"},
	"an API with a query":           {env: "SLACK_BOT_TOKEN=xoxb-1\nSLACK_APP_TOKEN=xapp-1\nSLACK_API_URL=https://slack.com/api/?token=" + canary, says: "SLACK_API_URL: it holds a ? or a #; leave out what begins there"},
	"Slack's tokens exchanged": {env: "SLACK_BOT_TOKEN=xapp-" + canary + "\nSLACK_APP_TOKEN=xoxb-" + canary, says: "SLACK_BOT_TOKEN: it is an app-level token of Slack, which belongs in SLACK_APP_TOKEN; " + toBotToken + "\n" +
		"SLACK_APP_TOKEN: it is a bot token of Slack, which belongs in SLACK_BOT_TOKEN; " + toAppToken},
	"a user's token":                  {env: "SLACK_BOT_TOKEN=xoxp-" + canary + "\nSLACK_APP_TOKEN=xapp-1", says: "SLACK_BOT_TOKEN: it is a user token of Slack; " + toBotToken},
	"a token that expires":            {env: "SLACK_BOT_TOKEN=xoxe.xoxb-" + canary + "\nSLACK_APP_TOKEN=xapp-1", says: "SLACK_BOT_TOKEN: it is a token that expires after twelve hours, because the app has token rotation; make an app without it, or set SLACK_CLIENT_ID instead of SLACK_BOT_TOKEN; " + toBotToken},
	"half of Socket Mode":             {env: "SLACK_BOT_TOKEN=xoxb-1", says: "SLACK_APP_TOKEN: missing, and so is SLACK_SIGNING_SECRET: Socket Mode needs the first, HTTP the second"},
	"an app's id as client":           {env: "SLACK_CLIENT_ID=A0123456789\nSLACK_CLIENT_SECRET=" + signing + "\nSLACK_SIGNING_SECRET=f" + signing[1:] + "\nPUBLIC_URL=https://a.example", says: `SLACK_CLIENT_ID: it is the id of a Slack app; copy the client id, two numbers with a dot, from the page "Basic Information"`},
	"one secret twice":                {env: "SLACK_CLIENT_ID=1.2\nSLACK_CLIENT_SECRET=" + signing + "\nSLACK_SIGNING_SECRET=" + signing + "\nPUBLIC_URL=https://a.example", says: `SLACK_SIGNING_SECRET: it is the same as SLACK_CLIENT_SECRET; copy the signing secret from the page "Basic Information"`},
	"a public URL on this machine":    {env: "SLACK_BOT_TOKEN=xoxb-1\nSLACK_SIGNING_SECRET=" + signing + "\nSLACK_API_URL=https://slack.com/api/\nPUBLIC_URL=http://localhost:8080/", says: "PUBLIC_URL: Slack cannot reach an address on this machine or in a private network"},
	"a public URL without encryption": {env: "SLACK_BOT_TOKEN=xoxb-1\nSLACK_SIGNING_SECRET=" + signing + "\nSLACK_API_URL=https://slack.com/api/\nPUBLIC_URL=http://othello.example.org", says: "PUBLIC_URL: Slack calls only addresses that begin with https://"},
	"a port alone":                    {env: "DISCORD_TOKEN=x\nADMIN_ADDR=9090", says: "ADMIN_ADDR: not an address such as :8080 or 127.0.0.1:8080; write no http:// and no path, and a port of at most 65535"},
	"a port that is too high":         {env: "DISCORD_TOKEN=x\nHTTP_ADDR=:80800", says: "HTTP_ADDR: not an address such as :8080 or 127.0.0.1:8080; write no http:// and no path, and a port of at most 65535"},
	"a URL as address":                {env: "DISCORD_TOKEN=x\nHTTP_ADDR=http://0.0.0.0:8080", says: "HTTP_ADDR: not an address such as :8080 or 127.0.0.1:8080; write no http:// and no path, and a port of at most 65535"},
	"one port for two":                {env: "DISCORD_TOKEN=" + discordToken + "\nPUBLIC_URL=https://a.example\nADMIN_ADDR=127.0.0.1:8080", says: "ADMIN_ADDR: it has the port of HTTP_ADDR; give it another, such as 127.0.0.1:9090"},
	"a database of another kind":      {env: "DISCORD_TOKEN=x\nDATABASE_URL=postgress://me:" + canary + "@db/games", says: "DATABASE_URL: write memory:, sqlite:PATH or postgres://…"},
	"slashes before a path":           {env: "DISCORD_TOKEN=x\nDATABASE_URL=sqlite://data/othello.db", says: "DATABASE_URL: write sqlite: and the path of a file, without //, file:, ~, or parameters after a ?"},
	"a password with an @":            {env: "DISCORD_TOKEN=x\nDATABASE_URL=postgresql://me:p@" + canary + "@db/games", says: "DATABASE_URL: not an address such as postgres://host/database with user:password@ before the host; in the user and the password write %40 for @, %2F for /, %3F for ?, %23 for # and %25 for %"},
	"a short key":                     {env: "DISCORD_TOKEN=x\nSECRET_KEY=" + canary, says: "SECRET_KEY: a key of it has fewer than 32 characters; openssl rand -base64 32 makes a good one"},
	"a list with nothing in it":       {env: "DISCORD_TOKEN=x\nSECRET_KEY=" + signing + ",", says: "SECRET_KEY: a key of it has fewer than 32 characters; openssl rand -base64 32 makes a good one"},
	"durations and words": {env: "DISCORD_TOKEN=x\nIDLE_EXPIRY=7 d\nRETENTION=90\nLOG_LEVEL=warning\nFLOOD_LIMITS=true", says: "FLOOD_LIMITS: write on or off\nIDLE_EXPIRY: not a duration such as 7d or 168h, of 876000h (a hundred years) at most\n" +
		"RETENTION: a number without a unit, such as d or h; write a duration such as 7d or 168h, of 876000h (a hundred years) at most\nLOG_LEVEL: write debug, info, warn or error"},
	"another bot's name of the key": {files: map[string]string{".env": "DISCORD_BOT_TOKEN=" + discordToken}, says: "DISCORD_BOT_TOKEN: there is no such key; the nearest is DISCORD_TOKEN"},
	"a key that is misspelt":        {env: "DISCORD_TOKN=" + canary, says: "DISCORD_TOKN: there is no such key; the nearest is DISCORD_TOKEN"},
	"a key without a value":         {files: map[string]string{".env": "DISCORD_TOKEN="}, says: "DISCORD_TOKEN: it is empty, and no platform is configured; bot -local runs without one"},
	"one key twice":                 {files: map[string]string{".env": "DISCORD_TOKEN=x\r\nDISCORD_TOKEN=" + canary}, says: "DISCORD_TOKEN: line 2 of .env: it is set on line 1 too"},
	"a line of a shell":             {files: map[string]string{".env": "DISCORD_TOKEN=x\nset LOG_LEVEL " + canary}, says: "line 2 of .env: not KEY=value"},
	"a dollar sign":                 {files: map[string]string{".env": "DISCORD_TOKEN=x\nDATABASE_URL=postgres://me:$PASS" + canary + "@db/games"}, says: "DATABASE_URL: line 2 of .env: a $ would be replaced; put the value in single quotes"},
	"a byte order mark":             {files: map[string]string{".env": "\ufeffDISCORD_TOKEN=" + canary}, says: ".env: the file begins with a byte order mark; save it as UTF-8 without one"},
	"UTF-16":                        {files: map[string]string{".env": "\xff\xfeD\x00"}, says: ".env: the file is in UTF-16 or no text; save it as UTF-8"},
	"a folder instead of a file":    {files: map[string]string{".env/x": ""}, says: ".env: the file cannot be read: is a directory"},
	"a secret's file that is gone":  {env: "DISCORD_TOKEN_FILE=secret", says: "DISCORD_TOKEN_FILE: the file cannot be read: no such file or directory"},
	"a secret's file with nothing":  {env: "DISCORD_TOKEN_FILE=secret", files: map[string]string{"secret": " \n"}, says: "DISCORD_TOKEN_FILE: the file is empty"},
	"a folder instead of a secret":  {env: "DISCORD_TOKEN_FILE=secret", files: map[string]string{"secret/x": ""}, says: "DISCORD_TOKEN_FILE: the file cannot be read: is a directory"},
	"a secret and its file":         {env: "DISCORD_TOKEN=" + canary + "\nDISCORD_TOKEN_FILE=secret", files: map[string]string{"secret": "x"}, says: "DISCORD_TOKEN: DISCORD_TOKEN_FILE is set too; set one of them"},
	"a proxy in the file":           {files: map[string]string{".env": "DISCORD_TOKEN=x\nHTTPS_PROXY=http://me:" + canary + "@proxy:3128"}, says: "HTTPS_PROXY: it counts in the environment only, not in the file; set it in the unit, the container or the shell that starts the bot"},
	"a proxy with a bare %":         {env: "DISCORD_TOKEN=x\nHTTPS_PROXY=http://me:%z" + canary + "@proxy:3128", says: "HTTPS_PROXY: not an address such as http://user:password@proxy.example:3128; in the password write %40 for @ and %25 for %"},
}

// The start and "bot check" report each wrong configuration by its key and cause, all problems at once,
// before they contact a platform or make a file. They show no secret.
func TestMistakes(t *testing.T) {
	platform := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s %s is sent", r.Method, r.URL)
	}))
	defer platform.Close()
	for name, m := range mistakes {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			for file, text := range m.files {
				must(t, os.MkdirAll(filepath.Dir(file), 0o700))
				must(t, os.WriteFile(file, []byte(text), 0o600))
			}
			if strings.Contains(m.env, "DISCORD_TOKEN=") && !strings.Contains(m.env, "DISCORD_API_URL") {
				t.Setenv("DISCORD_API_URL", platform.URL)
			}
			if strings.Contains(m.env, "SLACK_") && !strings.Contains(m.env, "SLACK_API_URL") {
				t.Setenv("SLACK_API_URL", platform.URL)
			}
			for line := range strings.Lines(m.env) {
				key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
				t.Setenv(key, value)
			}
			before := listing(t)
			ctx, stop := context.WithTimeout(t.Context(), 5*time.Second) // a start that succeeds runs until then
			defer stop()
			for _, args := range [][]string{nil, {"check"}} {
				var out bytes.Buffer
				code := app.Exit(app.Run(ctx, args, os.Getenv, strings.NewReader(""), &out, &out), &out)
				if said := out.String(); code != 2 || said != "bot: "+m.says+"\n" || strings.Contains(said, canary) || strings.Contains(said, discordToken) {
					t.Errorf("bot %v: exit %d, and it says\n%swant\nbot: %s", args, code, said, m.says)
				}
			}
			if after := listing(t); !slices.Equal(before, after) {
				t.Errorf("there are the files %v, before %v", after, before)
			}
		})
	}
}

func listing(t *testing.T) (files []string) {
	t.Helper()
	must(t, filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		files = append(files, path)
		return err
	}))
	return files
}
