package discordtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

const (
	follow    = "POST /webhooks/{webhook_id}/{webhook_token}"
	editToken = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
	post      = "POST /channels/{channel_id}/messages"
	globals   = "PUT /applications/{application_id}/commands"
	ofServer  = "PUT /applications/{application_id}/guilds/{guild_id}/commands"
	threads   = "POST /channels/{channel_id}/threads"
)

func with(o object, fields object) object {
	o = maps.Clone(o)
	maps.Copy(o, fields)
	return o
}

func without(o object, field string) object {
	o = maps.Clone(o)
	delete(o, field)
	return o
}

func controls(rows ...[]any) object {
	all := []any{}
	for _, row := range rows {
		all = append(all, object{"type": 1, "components": row})
	}
	return with(say("x"), object{"components": all})
}

func press(id string) object {
	return object{"type": 2, "style": 1, "label": "L", "custom_id": id}
}

func choose(id string, values ...string) object {
	options := []any{}
	for _, v := range values {
		options = append(options, object{"label": "L", "value": v})
	}
	return object{"type": 3, "custom_id": id, "options": options}
}

func form(ids ...string) object {
	all := []any{}
	for _, id := range ids {
		all = append(all, object{"type": 18, "label": "L", "component": object{"type": 4, "style": 1, "custom_id": id}})
	}
	return object{"custom_id": "f", "title": "T", "components": all}
}

func times(n int, make func(i int) any) []any {
	all := []any{}
	for i := range n {
		all = append(all, make(i))
	}
	return all
}

func declare(options ...any) []any {
	return []any{object{"name": "a", "description": "d", "options": []any{
		object{"type": 1, "name": "s", "description": "d", "options": options},
	}}}
}

func parameter(name string, fields object) object {
	return with(object{"type": 3, "name": name, "description": "d"}, fields)
}

func long(n int) string { return strings.Repeat("x", n) }

const bySpec = "against the specification"

func TestCheckFindsEachBrokenRule(t *testing.T) {
	in := discordtest.RouteCallback
	manyCommands := times(101, func(i int) any { return object{"name": fmt.Sprint("c", i), "description": "d"} })
	wide := times(25, func(i int) any {
		return parameter(fmt.Sprint("o", i), object{"choices": times(4, func(j int) any { return object{"name": long(99) + fmt.Sprint(j), "value": long(50)} })})
	})
	for name, c := range map[string]struct {
		route string
		body  any
		want  string
	}{
		"null body":                {post, nil, "the message is empty"},
		"a list":                   {post, []any{}, "the message is empty"},
		"long content":             {post, say(long(2001)), "2001 UTF-16 units"},
		"long content of emoji":    {follow, say(strings.Repeat("🟩", 1001)), "2002 UTF-16 units"},
		"long callback":            {in, callback(4, say(long(2001))), "2001 UTF-16 units"},
		"empty":                    {post, say(" "), "the message is empty"},
		"null components":          {editToken, with(say("x"), object{"components": nil}), "components is null"},
		"null options":             {globals, []any{object{"name": "a", "description": "d", "options": nil}}, "options is null"},
		"null choices":             {in, callback(8, object{"choices": nil}), "choices is null"},
		"misspelt":                 {post, with(say("x"), object{"component": []any{}}), bySpec},
		"no allowed_mentions":      {post, without(say("x"), "allowed_mentions"), "without allowed_mentions"},
		"no parse":                 {follow, with(say("x"), object{"allowed_mentions": object{"users": []any{}}}), "parse is"},
		"null parse":               {follow, with(say("x"), object{"allowed_mentions": object{"parse": nil}}), "parse is null"},
		"everybody":                {post, with(say("x"), object{"allowed_mentions": object{"parse": []any{"everyone"}}}), "want an empty list"},
		"whisper in a channel":     {post, whisper(say("x")), "flags are 64"},
		"whisper by an edit":       {editToken, whisper(say("x")), "flags are 64"},
		"loading":                  {follow, with(say("x"), object{"flags": 128}), "flags are 128"},
		"six rows":                 {post, controls([]any{press("1")}, []any{press("2")}, []any{press("3")}, []any{press("4")}, []any{press("5")}, []any{press("6")}), "6 rows"},
		"a select beside a button": {post, controls([]any{choose("a", "v"), press("b")}), "select and something else"},
		"two selects in a row":     {post, controls([]any{choose("a", "v"), choose("b", "v")}), "select and something else"},
		"same custom_id":           {in, callback(4, controls([]any{press("a")}, []any{press("a")})), "twice"},
		"same custom_id of select": {post, controls([]any{press("a")}, []any{choose("a", "v")}), "twice"},
		"long custom_id":           {post, controls([]any{press(long(101))}), bySpec},
		"no custom_id":             {post, controls([]any{without(press("a"), "custom_id")}), "no custom_id"},
		"a link with a custom_id":  {post, controls([]any{with(press("a"), object{"style": 5, "url": "https://x.example"})}), "a link has one"},
		"a link without a url":     {post, controls([]any{with(without(press("a"), "custom_id"), object{"style": 5})}), "a link has no url"},
		"no label":                 {post, controls([]any{without(press("a"), "label")}), "has no label"},
		"long answer of emoji":     {in, callback(4, say(strings.Repeat("🟩", 1001))), "2002 UTF-16 units"},
		"a nonce of a follow-up":   {follow, with(say("x"), object{"nonce": "n"}), bySpec},
		"26 options":               {post, controls([]any{choose("a", strings.Fields("a b c d e f g h i j k l m n o p q r s t u v w x y z")...)}), bySpec},
		"same value":               {post, controls([]any{choose("a", "v", "v")}), `value of an option "v" is there twice`},
		"empty description":        {post, controls([]any{with(choose("a", "v"), object{"options": []any{object{"label": "l", "value": "v", "description": ""}}})}), "description of an option is empty"},

		"no type":                    {in, object{}, bySpec},
		"an answer without data":     {in, callback(4, nil), "the message is empty"},
		"an edit without data":       {in, callback(7, nil), "no data"},
		"data in a deferral":         {in, callback(6, say("x")), "has data"},
		"content in a deferred one":  {in, callback(5, say("x")), "has content"},
		"flags of a deferred answer": {in, callback(5, object{"flags": 64 | 1<<15}), "only EPHEMERAL"},
		"choices that are no list":   {in, callback(8, object{}), "no list"},
		"a form of nothing":          {in, callback(9, form()), "0 components"},
		"a form of six":              {in, callback(9, form("a", "b", "c", "d", "e", "f")), "6 components"},
		"a field of a form twice":    {in, callback(9, form("a", "a")), "twice"},
		"a form of a row":            {in, callback(9, with(form(), object{"components": []any{object{"type": 1, "components": []any{}}}})), "want a label"},
		"a choice with long value":   {in, callback(8, object{"choices": []any{object{"name": "n", "value": long(101)}}}), "value of a choice has 101"},

		"a name with a blank":      {globals, []any{object{"name": "a b", "description": "d"}}, "no valid name"},
		"a long name":              {globals, []any{object{"name": long(33), "description": "d"}}, "no valid name"},
		"a capital":                {globals, []any{object{"name": "Play", "description": "d"}}, `"Play" is no valid name`},
		"no description":           {globals, []any{object{"name": "a"}}, "a has no description"},
		"an unknown locale":        {globals, []any{object{"name": "a", "description": "d", "description_localizations": object{"xx": "d"}}}, "no locale"},
		"a bad localised name":     {globals, []any{object{"name": "a", "description": "d", "name_localizations": object{"de": "A"}}}, "no valid name in de"},
		"a command twice":          {globals, []any{object{"name": "a", "description": "d"}, object{"name": "a", "description": "d"}}, "there twice"},
		"101 commands":             {globals, manyCommands, "101 commands"},
		"a menu with help":         {globals, []any{object{"name": "a", "type": 2, "description": "d"}}, "in a menu and has"},
		"a menu with options":      {globals, []any{object{"name": "a", "type": 3, "options": []any{object{"type": 3, "name": "o", "description": "d"}}}}, "in a menu and has"},
		"6 in a menu":              {globals, times(6, func(i int) any { return object{"name": fmt.Sprint(i), "type": 2} }), "6 commands of type 2"},
		"contexts in a server":     {ofServer, []any{object{"name": "a", "description": "d", "contexts": []int{0}}}, "global commands only"},
		"types in a server":        {ofServer, []any{object{"name": "a", "description": "d", "integration_types": []int{0}}}, "global commands only"},
		"26 sub-commands":          {globals, []any{object{"name": "a", "description": "d", "options": times(26, func(i int) any { return object{"type": 1, "name": fmt.Sprint(i), "description": "d"} })}}, bySpec},
		"required behind optional": {globals, declare(parameter("o", nil), parameter("r", object{"required": true})), "behind the optional"},
		"an option twice":          {globals, declare(parameter("o", nil), parameter("o", nil)), `"o" is there twice`},
		"a capital in an option":   {globals, declare(parameter("O", nil)), `"O" is no valid name`},
		"sub-command and option":   {globals, []any{object{"name": "a", "description": "d", "options": []any{object{"type": 1, "name": "s", "description": "d"}, parameter("o", nil)}}}, "sub-commands and other options"},
		"a required sub-command":   {globals, []any{object{"name": "a", "description": "d", "options": []any{object{"type": 1, "name": "s", "description": "d", "required": true}}}}, "is required"},
		"a long fixed value":       {globals, declare(parameter("o", object{"choices": []any{object{"name": "n", "value": long(101)}}})), "has 101"},
		"a fixed choice twice":     {globals, declare(parameter("o", object{"choices": []any{object{"name": "n", "value": "v"}, object{"name": "n", "value": "w"}}})), `"n" is there twice`},
		"choices and completion":   {globals, declare(parameter("o", object{"autocomplete": true, "choices": []any{object{"name": "n", "value": "v"}}})), "choices and autocomplete"},
		"8001 characters":          {globals, declare(wide...), "want at most 8000"},

		"a thread without type": {threads, object{"name": "n"}, "has no type"},
	} {
		if c.want == bySpec && !discordtest.HasSpec() {
			continue
		}
		text, err := json.Marshal(c.body)
		if err != nil {
			t.Fatal(err)
		}
		problems := discordtest.CheckRequest(c.route, nil, "application/json", text)
		if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, c.want) }) {
			t.Errorf("%s: the problems are %q, want one with %q", name, problems, c.want)
		}
	}
}

func TestCheckReadsTheQuery(t *testing.T) {
	if !discordtest.HasSpec() {
		t.Skip("OTHELLO_DATA is not set; it names the folder with Discord's specification")
	}
	const list = "GET /channels/{channel_id}/messages"
	for _, c := range []struct{ route, key, value, want string }{
		{list, "limit", "100", ""},
		{list, "limit", "101", "maximum"},
		{list, "limit", "all", "limit is"},
		{follow, "wait_for", "it", "no parameter wait_for"},
		{"GET /nowhere", "", "", "no route"},
	} {
		text, err := json.Marshal(say("x"))
		problems := strings.Join(discordtest.CheckRequest(c.route, url.Values{c.key: {c.value}}, "application/json", text), "; ")
		if err != nil || (problems == "") != (c.want == "") || !strings.Contains(problems, c.want) {
			t.Errorf("%+v: the problems are %q", c, problems)
		}
	}
}

func TestAnswersFollowTheSpecification(t *testing.T) {
	if !discordtest.HasSpec() {
		t.Skip("OTHELLO_DATA is not set; it names the folder with Discord's specification")
	}
	s, b := start(t)
	holds := func(method, path, template string, body any) any {
		t.Helper()
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		answer, content, err := b.send(method, "/v10"+path, text, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range discordtest.CheckAnswer(method+" "+template, answer.StatusCode, content) {
			t.Errorf("%s gives %d: %s", path, answer.StatusCode, problem)
		}
		var got any
		if err := json.Unmarshal(content, &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	app := "/applications/" + s.ApplicationID()
	room := "/channels/" + s.Channel("room").Channel
	holds("GET", "/applications/@me", "/applications/@me", nil)
	holds("GET", "/gateway/bot", "/gateway/bot", nil)
	holds("PUT", app+"/commands", "/applications/{application_id}/commands", declaration())
	holds("GET", app+"/commands", "/applications/{application_id}/commands", nil)
	holds("POST", app+"/emojis", "/applications/{application_id}/emojis", object{"name": "blk", "image": "data:image/png;base64,AAAA"})
	holds("GET", app+"/emojis", "/applications/{application_id}/emojis", nil)
	everything := controls([]any{press("a"), press("b")}, []any{with(choose("c", "v"), object{"placeholder": "p"})})
	posted := holds("POST", room+"/messages", "/channels/{channel_id}/messages", everything).(object)
	message := room + "/messages/" + posted["id"].(string)
	holds("PATCH", message, "/channels/{channel_id}/messages/{message_id}", say("<@"+s.User("ana")+">"))
	holds("POST", room+"/threads", "/channels/{channel_id}/threads", object{"name": "n", "type": 11})

	const callbacks, webhooks = "/interactions/{interaction_id}/{interaction_token}/callback", "/webhooks/{webhook_id}/{webhook_token}"
	for kind, data := range map[int]object{4: whisper(say("x")), 5: nil} {
		in := b.during(s.Channel("room"), func(path string) { holds("POST", path+"?with_response=true", callbacks, callback(kind, data)) })
		holds("PATCH", b.webhook(in, "/messages/@original"), webhooks+"/messages/@original", everything)
		holds("POST", b.webhook(in, ""), webhooks, say("x"))
		holds("GET", b.webhook(in, "/messages/@original"), webhooks+"/messages/@original", nil)
	}
}
