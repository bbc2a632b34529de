package slack_test

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/words"
)

var manifests = map[string]struct {
	publicURL       string
	socket, install bool
}{
	"socket":                   {"", true, false},
	"http":                     {"https://bot.example/", false, false},
	"for-many-workspaces":      {"https://bot.example", false, true},
	"socket-with-a-public-url": {"https://bot.example", true, false},
}

func offered() []chat.Command { return bot.Commands(words.Load()) }

// The manifests equal the files in testdata/manifest, and are valid by Slack's schema.
func TestManifests(t *testing.T) {
	for name, c := range manifests {
		t.Run(name, func(t *testing.T) {
			text, err := slack.Manifest(c.publicURL, c.socket, c.install, offered())
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "manifest/"+name+".json", string(text)+"\n")
			checkManifest(t, text)
			link, err := url.Parse(slack.NewAppURL(text))
			if err != nil || link.Query().Get("new_app") != "1" || strings.Contains(link.RawQuery, "+") {
				t.Fatalf("the link is %v, %v", link, err)
			}
			var linked, printed any
			if json.Unmarshal([]byte(link.Query().Get("manifest_json")), &linked) != nil || json.Unmarshal(text, &printed) != nil || !reflect.DeepEqual(linked, printed) {
				t.Errorf("the link has the manifest %v", linked)
			}
		})
	}
}

func checkManifest(t *testing.T, manifest []byte) {
	t.Helper()
	schema, err := os.ReadFile(filepath.Join(slacktest.DataFolder(t), "specs", "slack-manifest.schema.2.0.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	decoded := func(text []byte) any {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseRegexpEngine(func(pattern string) (jsonschema.Regexp, error) {
		return regexp.Compile(strings.ReplaceAll(pattern, `(?![\.\-])`, "")) // Go has no look-ahead
	})
	if err := compiler.AddResource("schema.json", decoded(schema)); err != nil {
		t.Fatal(err)
	}
	if err := compiler.MustCompile("schema.json").Validate(decoded(manifest)); err != nil {
		t.Error(err)
	}
}
