package discord

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
	"othellobot/internal/logtest"
)

func with(t *testing.T, raw string, fields map[string]string) string {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		t.Fatal(err)
	}
	for name, value := range fields {
		if value == "" {
			delete(all, name)
			continue
		}
		all[name] = json.RawMessage(value)
	}
	changed, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return string(changed)
}

type fields = map[string]string

func TestInvalidActions(t *testing.T) {
	option := func(json string) string {
		return `{"name":"othello","options":[{"type":1,"name":"start","options":[` + json + `]}]}`
	}
	modal := func(components string) fields {
		return fields{"type": "5", "data": `{"custom_id":"form","components":[` + components + `]}`}
	}
	for name, c := range map[string]struct {
		base string
		fields
		want error
	}{
		"a modal":                       {typed(), modal(`{"type":1,"components":[{"type":4,"custom_id":"t","value":"d3"}]}`), errNotOurs},
		"a modal of an unknown kind":    {typed(), modal(`{"type":99,"more":[[{}]]}`), errNotOurs},
		"a form for nothing":            {typed(), fields{"type": "5", "data": `{"custom_id":"form:load","components":[{"type":18,"component":{"type":4,"custom_id":"field","value":"x"}}]}`}, errNotOurs},
		"a form without a field":        {typed(), fields{"type": "5", "data": `{"custom_id":"form:load:moves","components":[]}`}, errNotOurs},
		"a form with another field":     {typed(), fields{"type": "5", "data": `{"custom_id":"form:load:moves","components":[{"type":18,"component":{"type":4,"custom_id":"x","value":"x"}}]}`}, errNotOurs},
		"a modal without data":          {typed(), fields{"type": "5", "data": ""}, errNotOurs},
		"an unknown kind":               {typed(), fields{"type": "99"}, errNotOurs},
		"a command without data":        {typed(), fields{"data": ""}, errNotOurs},
		"another command":               {typed(), fields{"data": `{"name":"chess","options":[{"type":1,"name":"board"}]}`}, errNotOurs},
		"a command of a user menu":      {typed(), fields{"data": `{"name":"othello","type":2,"target_id":"1"}`}, errNotOurs},
		"a bare command":                {typed(), fields{"data": `{"name":"othello","type":1}`}, errNotOurs},
		"a sub-command without a name":  {typed(), fields{"data": `{"name":"othello","options":[{"type":1,"name":""}]}`}, errNotOurs},
		"two sub-commands":              {typed(), fields{"data": `{"name":"othello","options":[{"type":1,"name":"board"},{"type":1,"name":"stop"}]}`}, errNotOurs},
		"an option, no sub-command":     {typed(), fields{"data": `{"name":"othello","options":[{"type":3,"name":"square","value":"d3"}]}`}, errNotOurs},
		"nobody as an opponent":         {typed(), fields{"data": option(`{"type":6,"name":"opponent","value":""}`)}, errNotOurs},
		"a press without data":          {pressOf("x"), fields{"data": ""}, errNotOurs},
		"a press of nothing":            {pressOf(""), nil, errNotOurs},
		"a press on no message":         {pressOf("x"), fields{"message": ""}, errNotOurs},
		"a press on a nameless message": {pressOf("x"), fields{"message": "{}"}, errNotOurs},
		"a select of nothing":           {pressOf("x"), fields{"data": `{"component_type":3,"custom_id":"select:0","values":[]}`}, errNotOurs},
		"a select of two":               {pressOf("x"), fields{"data": `{"component_type":3,"custom_id":"select:0","values":["a","b"]}`}, errNotOurs},
		"a control of an unknown kind":  {pressOf("x"), fields{"data": `{"component_type":99,"custom_id":"u"}`}, errNotOurs},
		"nobody's command":              {typed(), fields{"member": ""}, errNoUser},
		"a user without an id":          {typed(), fields{"member": "", "user": "{}"}, errNoUser},
		"a path for an id":              {typed(), fields{"member": `{"user":{"id":"../.."}}`}, errNoUser},
		"a mention for an id":           {typed(), fields{"member": `{"user":{"id":"1> @everyone <@2"}}`}, errNoUser},
		"nothing at all":                {"{}", nil, errNoUser},
		"null":                          {"null", nil, errNoUser},
	} {
		t.Run(name, func(t *testing.T) {
			raw := c.base
			if raw != "null" {
				raw = with(t, raw, c.fields)
			}
			in := decode(t, raw)
			if a, err := in.action(application{ID: appID}, nil); err != c.want {
				t.Fatalf("it is read as %+v, %v, want %v", a, err, c.want)
			}
			first := refusal(t, in)
			if first.Type != discordgo.InteractionResponseChannelMessageWithSource || first.Data.Flags != discordgo.MessageFlagsEphemeral {
				t.Errorf("it is answered by type %d with flags %d, want a whisper", first.Type, first.Data.Flags)
			}
			if want := "I do not know that. </othello help:" + commandID + "> shows what I can do."; first.Data.Content != want {
				t.Errorf("it is answered %q, want %q", first.Data.Content, want)
			}
		})
	}
}

func refusal(t *testing.T, in interaction) (first struct {
	Type discordgo.InteractionResponseType
	Data payload
},
) {
	t.Helper()
	x := offline(t).newResponder(in, time.Now())
	n := 0
	x.respond = func(_ context.Context, c callback) (string, error) {
		n++
		return "", json.Unmarshal(encode(c), &first)
	}
	h := answers()
	x.run(t.Context(), h)
	if n != 1 || len(h.Actions()) != 0 {
		t.Errorf("got %d answers and %d calls of the handler", n, len(h.Actions()))
	}
	return first
}

// An invalid completion is answered with an empty list of choices.
func TestCompletionsOfNothing(t *testing.T) {
	for name, f := range map[string]fields{
		"no data":         {"data": ""},
		"wrong data":      {"data": "[]"},
		"another command": {"data": `{"name":"chess"}`},
		"nobody":          {"member": ""},
	} {
		x := offline(t).newResponder(decode(t, with(t, completing(), f)), time.Now())
		var got []byte
		x.respond = func(_ context.Context, c callback) (string, error) {
			got = append(got, encode(c)...)
			return "", nil
		}
		x.run(t.Context(), answers())
		if want := `{"type":8,"data":{"choices":[]}}`; string(got) != want {
			t.Errorf("a completion with %s is answered %s, want %s", name, got, want)
		}
	}
}

func TestPlacesOfInteractions(t *testing.T) {
	dm := fields{"guild_id": "", "member": "", "user": `{"id":"` + anaID + `"}`}
	in := func(more fields) fields {
		all := fields{}
		for _, f := range []fields{dm, more} {
			for k, v := range f {
				all[k] = v
			}
		}
		return all
	}
	for name, c := range map[string]struct {
		fields
		direct, member bool
	}{
		"a server":                                {nil, false, true},
		"a server, without owners":                {fields{"authorizing_integration_owners": ""}, false, true},
		"a server, for a user only":               {fields{"authorizing_integration_owners": `{"1":"` + anaID + `"}`}, false, false},
		"a server that says it is a conversation": {fields{"context": "1"}, false, true},
		"a server, without context":               {fields{"context": ""}, false, true},
		"a conversation":                          {in(fields{"context": "1", "authorizing_integration_owners": `{"0":"0"}`}), true, true},
		"a conversation, without context":         {in(fields{"context": "", "authorizing_integration_owners": `{"0":"0"}`}), true, true},
		"a conversation, without owners":          {in(fields{"context": "1", "authorizing_integration_owners": ""}), true, true},
		"a group":                                 {in(fields{"context": "2", "authorizing_integration_owners": `{"1":"` + anaID + `"}`}), false, false},
		"a group, without context":                {in(fields{"context": "", "authorizing_integration_owners": `{"1":"` + anaID + `"}`}), false, false},
		"a group, without either":                 {in(fields{"context": "", "authorizing_integration_owners": ""}), false, false},
		"a context to come":                       {in(fields{"context": "7", "authorizing_integration_owners": `{"9":"1"}`}), false, false},
	} {
		i := decode(t, with(t, typed(), c.fields))
		a, err := i.action(application{}, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if a.Group == strings.HasPrefix(name, "a server") {
			t.Errorf("%s: closed %t", name, a.Group)
		}
		if a.Direct != c.direct || i.isMember() != c.member {
			t.Errorf("%s: with the bot alone %t, the bot there %t, want %t and %t", name, a.Direct, i.isMember(), c.direct, c.member)
		}
	}
}

// Interactions name a member in a server, and a user elsewhere.
func TestActingUser(t *testing.T) {
	bo := `{"id":"` + boID + `"}`
	for name, c := range map[string]struct {
		fields
		want string
	}{
		"a member":                          {nil, anaID},
		"a member and a user":               {fields{"user": bo}, anaID},
		"a user":                            {fields{"member": "", "user": bo}, boID},
		"a user, and a member who is none":  {fields{"member": "{}", "user": bo}, boID},
		"a user, whose message is a user's": {fields{"member": "", "user": bo, "message": `{"id":"1","author":{"id":"2"}}`}, boID},
	} {
		in := decode(t, with(t, typed(), c.fields))
		if a, err := in.action(application{}, nil); err != nil || a.User != userID(c.want) {
			t.Errorf("%s: %v acts, %v, want %s", name, a.User, err, c.want)
		}
	}
}

func TestThreadsArePlaces(t *testing.T) {
	for channel, want := range map[string]chat.Place{
		`{"id":"` + threadID + `","type":11,"parent_id":"` + channelID + `"}`: {Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID},
		`{"id":"` + threadID + `","type":10,"parent_id":"` + channelID + `"}`: {Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID},
		`{"id":"` + threadID + `","type":12,"parent_id":"` + channelID + `"}`: {Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID},
		`{"id":"` + threadID + `","type":11}`:                                 {Platform: Platform, Team: serverID, Channel: threadID},
		`{"id":"` + threadID + `","type":0,"parent_id":"` + channelID + `"}`:  {Platform: Platform, Team: serverID, Channel: threadID},
		`{"id":"` + threadID + `","type":99,"parent_id":"` + channelID + `"}`: {Platform: Platform, Team: serverID, Channel: threadID},
		`null`: {Platform: Platform, Team: serverID, Channel: threadID},
		`{}`:   {Platform: Platform, Team: serverID, Channel: threadID},
	} {
		in := decode(t, with(t, typed(), fields{"channel": channel, "channel_id": `"` + threadID + `"`}))
		if got := in.place(); got != want {
			t.Errorf("channel %s is %+v, want %+v", channel, got, want)
		}
		if got := channelOf(in.place()); got != threadID {
			t.Errorf("channel %s is written to at %s", channel, got)
		}
	}
}

func TestModerators(t *testing.T) {
	for permissions, want := range map[string]bool{
		"0": false, "8": true, "8192": true, "8200": true, "16": false, "2147483647": true, "": false, "no number": false, "-1": false,
		"9223372036854775807": true, "99999999999999999999999": false,
	} {
		if got := allows(permissions, discordgo.PermissionManageMessages); got != want {
			t.Errorf("permissions %q moderate: %t", permissions, got)
		}
	}
}

func TestOptionsOfOddValues(t *testing.T) {
	for value, want := range map[string]string{
		`"d3"`: "d3", `""`: "", `3`: "3", `-2.5`: "-2.5", `true`: "true", `null`: "", `{"a":1}`: `{"a":1}`, `["d3"]`: `["d3"]`, `"<@1>\n"`: "<@1>\n",
	} {
		data := `{"name":"othello","options":[{"type":1,"name":"move","options":[{"type":3,"name":"square","value":` + value + `}]}]}`
		in := decode(t, with(t, typed(), fields{"data": data}))
		a, err := in.action(application{}, nil)
		if err != nil || len(a.Args) != 1 || a.Args[0].Value != (chat.Token{Text: want}) {
			t.Errorf("%s is read as %+v, %v, want %q", value, a.Args, err, want)
		}
	}
}

// A user whom Discord does not describe has no name and counts as present.
func TestOpponents(t *testing.T) {
	for resolved, want := range map[string]chat.Token{
		`{"users":{"` + boID + `":{"id":"1","username":"bo","global_name":"Bo"}},"members":{"` + boID + `":{"nick":"B"}}}`: {Text: "Bo"},
		`{"users":{"` + boID + `":{"username":"bo","global_name":null}},"members":{}}`:                                     {Text: "bo", Absent: true},
		`{"users":{"` + boID + `":{"username":"bo","global_name":"\u3164"}}}`:                                              {Text: "bo", Absent: true},
		`{"users":{}}`: {}, `{}`: {}, `null`: {},
	} {
		want.User, want.Kind = userID(boID), chat.MentionsPerson

		data := `{"name":"othello","resolved":` + resolved + `,"options":[{"type":1,"name":"start","options":[{"type":6,"name":"opponent","value":"` + boID + `"}]}]}`
		in := decode(t, with(t, typed(), fields{"data": data}))
		a, err := in.action(application{}, nil)
		if err != nil || len(a.Args) != 1 || a.Args[0].Value != want {
			t.Errorf("%s gives %+v, %v", resolved, a.Args, err)
		}
	}
}

// An invalid id cannot change the route of a request, and never becomes the id of a message.
func TestHostileIDs(t *testing.T) {
	for _, id := range []string{"", "0", "-1", "../../@me", "1/messages/2", "1?x=", "1#", "<@1>", "@everyone", strings.Repeat("9", 1000), "\x00", "é", "1\n2"} {
		quoted := encode(id)
		everywhere := fields{
			"id": string(quoted), "guild_id": string(quoted), "channel_id": string(quoted), "token": string(quoted), "application_id": string(quoted),
			"channel": `{"type":11,"parent_id":` + string(quoted) + `}`, "message": `{"id":` + string(quoted) + `}`,
			"member": `{"user":{"id":` + string(quoted) + `}}`,
		}
		for _, raw := range []string{typed(), pressOf("x"), completing()} {
			in := decode(t, with(t, raw, everywhere))
			a, err := in.action(application{}, nil)
			if err != nil {
				continue
			}
			for _, p := range []string{path("interactions", in.ID, in.Token, "callback"), grant{application: in.ApplicationID, token: in.Token}.path(in.ID)} {
				if strings.ContainsAny(strings.ReplaceAll(p, "%", ""), "?#\n\x00") || strings.Count(p, "/") != 4 && strings.Count(p, "/") != 5 {
					t.Errorf("the id %q leads to %q", id, p)
				}
			}
			if ref, err := parseRef(a.Message); err == nil && !snowflake(ref.message) {
				t.Errorf("the id %q is taken for that of the message %q", id, a.Message)
			}
		}
	}
}

// A readable interaction is answered once, and cannot claim to come from the engine or the clock.
func FuzzInteraction(f *testing.F) {
	for _, seed := range []string{typed(), pressOf("o1:0:0:open"), completing(), "{}", "null", "[]", "", `{"type":5,"data":{"components":[{"type":18}]}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var in interaction
		if json.Unmarshal(raw, &in) != nil {
			return
		}
		a, err := in.action(application{ID: appID, Bot: user{ID: botID}}, nil)
		if err == nil && (a.User.ID == "" || a.User.Platform != Platform || (a.Verb == "") == (a.Control == "") || a.Tokens != nil) {
			t.Errorf("an action of %+v", a)
		}
		if a.Origin != chat.OriginUser && a.Origin != chat.OriginCompletion {
			t.Errorf("an action of origin %d", a.Origin)
		}
		if p := in.place(); p.Platform != Platform || err == nil && a.Place != p {
			t.Errorf("a place %+v", p)
		}
		var log logtest.Buffer
		adapter := prepared(&log, &recorder{})
		x := adapter.newResponder(in, time.Now())
		n := 0
		x.respond = func(context.Context, callback) (string, error) { n++; return boardID, nil }
		x.run(t.Context(), answers(effect(chat.Post, "posted"), effect(chat.Whisper, "whispered")))
		if n != 1 || strings.Contains(log.String(), "panic") {
			t.Errorf("%d answers to %q; %s", n, raw, &log)
		}
	})
}
