package discordtest_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestSpecFindsWhatIsWrong(t *testing.T) {
	if !discordtest.HasSpec() {
		t.Skip("OTHELLO_DATA is not set; it names the folder with Discord's specification")
	}
	spec, err := discordtest.LoadSpec()
	if err != nil {
		t.Fatal(err)
	}
	in, list := discordtest.RouteCallback, "GET /channels/{channel_id}/messages"
	for name, c := range map[string]struct {
		route, query string
		body         any
		want         string // empty if the request is valid
	}{
		"message":         {post, "", say("x", "A"), ""},
		"null components": {post, "", with(say("x"), object{"components": nil}), ""}, // our own rules are stricter
		"follow-up":       {follow, "wait=true", say("x"), ""},
		"answer":          {in, "with_response=true", callback(4, say("x")), ""},
		"deferred":        {in, "", callback(5, object{"flags": 64}), ""},
		"commands":        {globals, "", declaration(), ""},
		"emoji":           {emojis, "", object{"name": "blk", "image": picture(8)}, ""},
		"type as text":    {in, "", object{"type": "4"}, "want integer"},
		"no snowflake":    {post, "", with(say("x"), object{"allowed_mentions": object{"users": []any{1}}}), "want string"},
		"no name":         {globals, "", []any{object{"description": "d"}}, "missing property 'name'"},
		"no flag":         {in, "with_response=please", callback(4, say("x")), "with_response"},
		"a limit":         {list, "limit=100", nil, ""},
		"too many":        {list, "limit=101", nil, "maximum"},
		"none":            {list, "limit=0", nil, "minimum"},
		"no number":       {list, "limit=all", nil, "limit is"},
		"no parameter":    {follow, "wait_for=it", say("x"), "no parameter wait_for"},
		"no route":        {"POST /nowhere", "", say("x"), "no route"},
	} {
		text, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		query, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		problems := strings.Join(spec.Request(c.route, query, text), "; ")
		if (problems == "") != (c.want == "") || !strings.Contains(problems, c.want) {
			t.Errorf("%s: the problems are %q, want %q", name, problems, c.want)
		}
	}
}
