package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// maxBody is the largest body that is read.
const maxBody = 256 << 10

// discordBodies are bodies that are signed and no interaction, or an odd one. They
// are made of a press that would be a legal move.
func discordBodies() (all []attack) {
	of := func(name string, status int, change func(body string) string) {
		all = append(all, attack{name: name, status: status, do: func(s *target) {
			s.send(s.discord.SignedRequest([]byte(change(string(s.discordPress().body)))))
		}})
	}
	is := func(name string, status int, body string) { of(name, status, func(string) string { return body }) }
	replaced := func(name string, status int, old, other string) {
		of(name, status, func(body string) string {
			if !strings.Contains(body, old) {
				panic("no " + old + " in " + body) // the test's own mistake
			}
			return strings.Replace(body, old, other, 1)
		})
	}
	const refused, bad = http.StatusOK, http.StatusBadRequest // an interaction is answered that the bot has not offered
	is("nothing", bad, "")
	is("a space", bad, " ")
	is("a zero byte", bad, "\x00")
	is("null", refused, "null")
	is("a list", bad, "[]")
	is("a number", bad, "3")
	is("a text", bad, `"o1"`)
	is("an empty object", refused, "{}")
	is("a form", bad, "payload=%7B%7D")
	is("XML with an entity", bad, `<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>`)
	is("lists in lists", bad, strings.Repeat("[", 200_000))
	is("objects in objects", bad, strings.Repeat(`{"data":`, 20_000)+"1"+strings.Repeat("}", 20_000))
	is("deep data", refused, `{"type":3,"data":`+strings.Repeat("[", 9_000)+strings.Repeat("]", 9_000)+"}")
	is("a ping with more", refused, `{"type":1,"data":{"custom_id":"x"}}`)
	is("too large by a byte", http.StatusRequestEntityTooLarge, sized(maxBody+1))
	is("just not too large", refused, sized(maxBody))
	of("half of it", bad, func(body string) string { return body[:len(body)/2] })
	of("without its end", bad, func(body string) string { return body[:len(body)-1] })
	of("twice", bad, func(body string) string { return body + body })
	of("more behind it", bad, func(body string) string { return body + "{}" })
	of("in a list", bad, func(body string) string { return "[" + body + "]" })
	of("a mark before it", bad, func(body string) string { return "\ufeff" + body })
	of("in UTF-16", bad, inUTF16)
	of("compressed", bad, gzipped)
	of("in single quotes", bad, func(body string) string { return strings.ReplaceAll(body, `"`, "'") })
	of("with a comment", bad, func(body string) string { return "/* */" + body })
	of("with a comma more", bad, func(body string) string { return body[:len(body)-1] + ",}" })
	replaced("a control twice", refused, `:move:c3"`, `:move:c3","custom_id":"o1:0:0:x"`) // the last counts
	replaced("data twice", refused, `"type":3`, `"type":3,"data":{"custom_id":"x"}`)
	replaced("a type twice", refused, `"type":3`, `"type":3,"TYPE":99`)
	replaced("an unknown type", refused, `"type":3`, `"type":99`)
	replaced("a type below zero", bad, `"type":3`, `"type":-3`)
	replaced("a type too high", bad, `"type":3`, `"type":259`)
	replaced("a type with a fraction", bad, `"type":3`, `"type":3.5`)
	replaced("a type without end", bad, `"type":3`, `"type":1e999`)
	replaced("a type of very many digits", bad, `"type":3`, `"type":`+strings.Repeat("3", 50_000))
	replaced("a type in words", bad, `"type":3`, `"type":"3"`)
	replaced("no type", refused, `"type":3`, `"kind":3`)
	replaced("a completion of a press", refused, `"type":3`, `"type":4`)
	replaced("a form of a press", refused, `"type":3`, `"type":5`)
	replaced("a command of a press", refused, `"type":3`, `"type":2`)
	replaced("an unknown control", refused, `"component_type":2`, `"component_type":99`)
	replaced("a control without a type", refused, `"component_type":2`, `"component_type":null`)
	replaced("a select without a choice", refused, `"component_type":2`, `"component_type":3,"values":[]`)
	replaced("a select with two", refused, `"component_type":2`, `"component_type":3,"values":["a","b"]`)
	replaced("a select with a number", refused, `"component_type":2`, `"component_type":3,"values":[1]`)
	replaced("bytes that are no text", refused, `:move:c3`, ":move:c3\xff\xfe")
	replaced("half a character", refused, `:move:c3`, `:move:c3\ud800`)
	replaced("a zero in it", refused, `:move:c3`, `:move:c3\u0000`)
	replaced("an invalid escape", bad, `:move:c3`, `:move:\xc3`)
	replaced("nobody", refused, `"member"`, `"nobody"`)
	replaced("a member that is a list", bad, `"member":{`, `"member":[],"x":{`)
	replaced("no message", refused, `"message"`, `"massage"`)
	replaced("a message of no id", refused, `"message":{"flags":0,"id"`, `"message":{"flags":0,"di"`)
	replaced("flags too high", bad, `"flags":0`, `"flags":1e30`)
	replaced("a server that is a number", bad, `"guild_id":"`, `"guild_id":1,"x":"`)
	return append(append(all, discordShapes()...), discordPeople()...)
}

// sized is a body of so many bytes that is JSON.
func sized(n int) string {
	const before, after = `{"x":"`, `"}`
	return before + strings.Repeat("x", n-len(before)-len(after)) + after
}

func inUTF16(body string) string {
	var out strings.Builder
	for _, unit := range utf16.Encode([]rune(body)) {
		out.Write([]byte{byte(unit >> 8), byte(unit)})
	}
	return out.String()
}

func gzipped(body string) string {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = io.WriteString(w, body) // into memory
	_ = w.Close()
	return out.String()
}

// discordShapes are requests whose body comes in another way than Discord's.
func discordShapes() []attack {
	of := func(name string, status int, change func(*http.Request)) attack {
		return attack{name: name, status: status, do: func(s *target) {
			r := s.discord.SignedRequest([]byte(sized(2 * maxBody)))
			change(r)
			s.send(r)
		}}
	}
	const large = http.StatusRequestEntityTooLarge
	return []attack{
		of("far too large", large, func(*http.Request) {}),
		of("far too large, in pieces", large, func(r *http.Request) { r.ContentLength = -1 }),
		of("far too large, not signed", http.StatusUnauthorized, func(r *http.Request) { r.Header.Del("X-Signature-Ed25519") }),
		of("far too large, announced", large, func(r *http.Request) { r.Header.Set("Expect", "100-continue") }),
		of("far too large, said to be small", large, func(r *http.Request) { r.Header.Set("X-Content-Length", "2") }),
		of("to another path", http.StatusNotFound, func(r *http.Request) { r.URL.Path += "/" }),
		of("to a path of another platform", http.StatusNotFound, func(r *http.Request) { r.URL.Path = "/slack/interactions" }),
		of("to the health", http.StatusMethodNotAllowed, func(r *http.Request) { r.URL.Path = "/healthz" }),
		of("past a path", http.StatusTemporaryRedirect, func(r *http.Request) { r.URL.Path = "/slack/../discord/interactions" }),
		of("to a path in capitals", http.StatusNotFound, func(r *http.Request) { r.URL.Path = "/Discord/Interactions" }),
	}
}

// discordPeople are presses of Bo's move by people and in places that are none, or
// that are to be taken for another.
func discordPeople() (all []attack) {
	of := func(name string, change func(s *target, in map[string]any)) {
		all = append(all, attack{name: name, status: http.StatusOK, do: func(s *target) {
			var in map[string]any
			if err := json.Unmarshal(s.discordPress().body, &in); err != nil {
				s.t.Fatal(err)
			}
			change(s, in)
			s.send(s.discordRequest(in))
		}})
	}
	user := func(name string, id func(s *target) string) {
		of("by "+name, func(s *target, in map[string]any) {
			in["member"].(map[string]any)["user"] = map[string]any{"id": id(s), "username": "bo"}
		})
	}
	odd := map[string]string{
		"nobody": "", "the engine": "engine", "the engine of the platform": "discord//engine", "a number below zero": "-1", "a path": "../..",
		"a mention": "1> @everyone <@2", "a line": "1\n2", "very many digits": strings.Repeat("9", 5_000), "a format": "%s%n", "turned around": "\u202e1",
	}
	for _, name := range slices.Sorted(maps.Keys(odd)) {
		user(name, func(*target) string { return odd[name] })
	}
	of("a game begun by a mention", func(s *target, in map[string]any) {
		in["type"], in["data"], in["channel_id"] = 2, discordData("start"), s.ground(discord.Platform, "idle").discord.Channel
		in["member"].(map[string]any)["user"] = map[string]any{"id": "1> @everyone <@2"}
	})
	user("Bo with a space", func(s *target) string { return s.discord.User("bo") + " " })
	user("Bo with a zero", func(s *target) string { return "0" + s.discord.User("bo") })
	user("Bo with a zero byte", func(s *target) string { return s.discord.User("bo") + "\x00" })
	user("Bo of another platform", func(s *target) string { return "slack//" + s.discord.User("bo") })
	user("Ana as Bo", func(s *target) string { return s.discord.User("ana") })
	of("by two", func(s *target, in map[string]any) {
		in["user"] = map[string]any{"id": s.discord.User("bo")}
		in["member"].(map[string]any)["user"] = map[string]any{"id": s.discord.User("cy")}
	})
	of("in another server", func(s *target, in map[string]any) {
		in["guild_id"] = s.ground(discord.Platform, "foreign").discord.Guild
	})
	of("in no server", func(_ *target, in map[string]any) { delete(in, "guild_id") })
	of("in no channel", func(_ *target, in map[string]any) { delete(in, "channel_id") })
	of("in another channel", func(s *target, in map[string]any) {
		in["channel_id"] = s.ground(discord.Platform, "idle").discord.Channel
	})
	of("in a channel that is a path", func(_ *target, in map[string]any) { in["channel_id"] = "../../users/@me" })
	of("in a channel and more", func(_ *target, in map[string]any) { in["channel_id"] = in["channel_id"].(string) + "/x" })
	of("in a thread", func(_ *target, in map[string]any) {
		in["channel"] = map[string]any{"id": "1", "type": 11, "parent_id": in["channel_id"]}
	})
	of("in a thread of the channel", func(_ *target, in map[string]any) {
		in["channel"] = map[string]any{"id": "1", "type": 11, "parent_id": in["channel_id"]}
		in["channel_id"] = "1"
	})
	of("on a message that is a path", func(_ *target, in map[string]any) {
		in["message"] = map[string]any{"id": "../../x"}
		in["member"].(map[string]any)["user"] = map[string]any{"id": "1"}
	})
	of("stopped with all permissions below zero", func(s *target, in map[string]any) {
		in["type"], in["data"] = 2, discordData("stop")
		in["member"] = map[string]any{"user": map[string]any{"id": s.discord.User("cy")}, "permissions": "-1"}
	})
	of("stopped with permissions in words", func(s *target, in map[string]any) {
		in["type"], in["data"] = 2, discordData("stop")
		in["member"] = map[string]any{"user": map[string]any{"id": s.discord.User("cy")}, "permissions": "ADMINISTRATOR", "roles": []string{"admin"}}
	})
	for _, verb := range []string{"expire", "ping", "lapse", "removed", "engine", "clock", "resign-yes", "forget-yes", "accept", "join", "MOVE", "move ", "o1:0:0:open:d3"} {
		of("a command "+verb, func(s *target, in map[string]any) {
			in["type"], in["data"] = 2, discordData(verb, option{"square", "c3"})
			in["member"].(map[string]any)["user"] = map[string]any{"id": s.discord.User("cy")}
		})
	}
	return all
}

// slackBodies are bodies that are signed and no delivery, or an odd one.
func slackBodies() (all []attack) {
	const (
		ok, bad, large = http.StatusOK, http.StatusBadRequest, http.StatusRequestEntityTooLarge
		form, plain    = formType, "application/json"
	)
	padded := "x=" + strings.Repeat("x", maxBody)
	for _, c := range []struct {
		name, path, contentType, body string
		status                        int
	}{
		{"no command", slacktest.PathCommands, form, "", ok},
		{"a malformed form", slacktest.PathCommands, form, "text=%zz&user_id=U1", bad},
		{"a form with semicolons", slacktest.PathCommands, form, "text=c3;user_id=U1", bad},
		{"a command as JSON", slacktest.PathCommands, plain, `{"text":"c3"}`, ok},
		{"a command in parts", slacktest.PathCommands, "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nc3\r\n--x--", ok},
		{"a command without a person", slacktest.PathCommands, form, "text=c3&channel_id=C1&team_id=T1", ok},
		{"a command without a place", slacktest.PathCommands, form, "text=c3&user_id=U1&team_id=T1", ok},
		{"a command without a team", slacktest.PathCommands, form, "text=c3&user_id=U1&channel_id=C1", ok},
		{"a command of zero bytes", slacktest.PathCommands, form, "text=%00&user_id=%00&channel_id=%00&team_id=%00", ok},
		{"too large a command", slacktest.PathCommands, form, padded, large},
		{"too large a check", slacktest.PathCommands, form, "ssl_check=1&" + padded, large},
		{"no press", slacktest.PathInteractivity, form, "", bad},
		{"a press of nothing", slacktest.PathInteractivity, form, "payload=", bad},
		{"a press as JSON", slacktest.PathInteractivity, plain, `{"type":"block_actions"}`, bad},
		{"a press of a list", slacktest.PathInteractivity, form, "payload=%5B%5D", bad},
		{"a press of null", slacktest.PathInteractivity, form, "payload=null", ok},
		{"half a press", slacktest.PathInteractivity, form, "payload=%7B%22type%22%3A", bad},
		{"lists in lists", slacktest.PathInteractivity, form, "payload=" + strings.Repeat("[", 200_000), bad},
		{"too large a press", slacktest.PathInteractivity, form, padded, large},
		{"no event", slacktest.PathEvents, plain, "", bad},
		{"null for an event", slacktest.PathEvents, plain, "null", ok},
		{"a form for an event", slacktest.PathEvents, form, "payload=%7B%7D", bad},
		{"an event of a text", slacktest.PathEvents, plain, `{"type":"event_callback","event":"app_mention"}`, ok},
		{"an event of a number", slacktest.PathEvents, plain, `{"type":"event_callback","event":1e999}`, ok},
		{"an event of nobody", slacktest.PathEvents, plain, `{"type":"event_callback","event":{"type":"app_mention","channel":"C1","text":"c3"}}`, ok},
		{"an event of a bot", slacktest.PathEvents, plain, `{"type":"event_callback","event":{"type":"app_mention","bot_id":"B1","user":"U1","channel":"C1","text":"c3"}}`, ok},
		{"an unknown event", slacktest.PathEvents, plain, `{"type":"event_callback","event":{"type":"` + canary + `"}}`, ok},
		{"objects in objects", slacktest.PathEvents, plain, strings.Repeat(`{"event":`, 20_000), bad},
		{"deep data in an event", slacktest.PathEvents, plain, `{"event":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + "}", ok},
		{"a time of very many digits", slacktest.PathEvents, plain, `{"type":"x","event_time":` + strings.Repeat("9", 50_000) + "}", ok},
		{"a type that is a number", slacktest.PathEvents, plain, `{"type":1}`, bad},
		{"bytes that are no text", slacktest.PathEvents, plain, "{\"type\":\"\xff\"}", ok},
		{"a mark before an event", slacktest.PathEvents, plain, "\ufeff{}", bad},
		{"too large an event", slacktest.PathEvents, plain, sized(maxBody + 1), large},
		{"a challenge that is a page", slacktest.PathEvents, plain, `{"type":"url_verification","challenge":"<script>alert(1)</script>"}`, ok},
		{"a removal of nobody", slacktest.PathEvents, plain, `{"type":"event_callback","event":{"type":"app_uninstalled"}}`, ok},
		{"a removal of another team", slacktest.PathEvents, plain, `{"type":"event_callback","team_id":"T0EVIL","event":{"type":"app_uninstalled"}}`, ok},
		{"a revocation of no token", slacktest.PathEvents, plain, `{"type":"event_callback","team_id":"{team}","event":{"type":"tokens_revoked","tokens":{"bot":[]}}}`, ok},
		{"to another path", "/slack/commands/", form, "text=c3", http.StatusNotFound},
		{"to a path of another platform", "/discord/interactions", plain, "{}", http.StatusUnauthorized},
		{"to the callback of installations", "/slack/oauth/callback", plain, "{}", http.StatusMethodNotAllowed},
	} {
		all = append(all, attack{name: c.name, status: c.status, do: func(s *target) {
			body := strings.ReplaceAll(c.body, "{team}", s.slack.TeamID)
			s.send(s.slack.SignedRequest(c.path, c.contentType, []byte(body)))
		}})
	}
	return append(append(all, slackPresses()...), slackPeople()...)
}

// slackPresses are presses of Bo's move that are not as Slack sends them.
func slackPresses() (all []attack) {
	changes := map[string]func(payload map[string]any){
		"two actions":            func(p map[string]any) { p["actions"] = append(p["actions"].([]any), p["actions"].([]any)...) },
		"no actions":             func(p map[string]any) { p["actions"] = []any{} },
		"actions of null":        func(p map[string]any) { p["actions"] = nil },
		"an unknown type":        func(p map[string]any) { p["type"] = canary },
		"a form sent in":         func(p map[string]any) { p["type"] = "view_submission" },
		"a shortcut":             func(p map[string]any) { p["type"] = "shortcut" },
		"no message":             func(p map[string]any) { p["container"].(map[string]any)["message_ts"] = "" },
		"nobody":                 func(p map[string]any) { p["user"] = map[string]any{} },
		"nowhere":                func(p map[string]any) { p["container"].(map[string]any)["channel_id"] = ""; p["channel"] = nil },
		"no team":                func(p map[string]any) { p["team"], p["enterprise"] = nil, nil },
		"a team without the bot": func(p map[string]any) { p["team"] = map[string]any{"id": "T0EVIL"} },
		"an organisation":        func(p map[string]any) { p["enterprise"], p["is_enterprise_install"] = map[string]any{"id": "E1"}, true },
		"a message that is a path": func(p map[string]any) {
			p["container"].(map[string]any)["message_ts"] = "../../x"
			p["user"] = map[string]any{"id": "U0EVIL"}
		},
		"another channel's thread": func(p map[string]any) {
			p["container"].(map[string]any)["channel_id"], p["container"].(map[string]any)["thread_ts"] = "C0EVIL", "1.2"
		},
		"another channel and message": func(p map[string]any) {
			p["container"].(map[string]any)["channel_id"], p["channel"] = "C0EVIL", map[string]any{"id": "C0EVIL"}
		},
	}
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		all = append(all, attack{name: "a press with " + name, status: http.StatusOK, do: func(s *target) {
			s.pressOnSlack(s.ground(slack.Platform, "duel"), "bo", func(payload map[string]any) {
				payload["actions"] = slackActions(s.spelled(slack.Platform, "o1:{duel}:1:move:c3"))
				changes[name](payload)
			})
		}})
	}
	return all
}

// slackPeople are commands that would be Bo's legal move, of people and in places
// that are none, or that are to be taken for others.
func slackPeople() (all []attack) {
	of := func(name string, fields func(s *target) map[string]string) {
		all = append(all, attack{name: "a command " + name, status: http.StatusOK, do: func(s *target) {
			s.send(s.slackCommand(s.ground(slack.Platform, "duel"), "bo", "c3", fields(s)))
		}})
	}
	one := func(name, field, value string) {
		of(name, func(s *target) map[string]string { return map[string]string{field: s.spelled(slack.Platform, value)} })
	}
	one("by the engine", "user_id", "engine")
	one("by the engine of the platform", "user_id", "slack//engine")
	one("by a path", "user_id", "../..")
	one("by a mention", "user_id", "U1> <!channel> <@U2")
	of("that begins a game, by a mention", func(s *target) map[string]string {
		return map[string]string{"user_id": "U1> <!channel> <@U2", "text": "start", "channel_id": s.ground(slack.Platform, "idle").slack.Channel}
	})
	one("by Bo in small signedRequests", "user_id", "u0bo")
	one("by Bo with a space", "user_id", "{bo} ")
	one("by Bo with a zero byte", "user_id", "{bo}\x00")
	one("by Bo with a team", "user_id", "T1/{bo}")
	for _, user := range []string{"ana", "cy"} {
		of("by "+user, func(s *target) map[string]string {
			return map[string]string{"user_id": s.slack.User(user), "user_name": user}
		})
	}
	one("by a very long id", "user_id", "U"+strings.Repeat("A", 50_000))
	one("in a channel that is a path", "channel_id", "../x")
	one("in a channel that is a mention", "channel_id", "<!channel>")
	one("in an unknown channel", "channel_id", "C0EVIL")
	one("in another team", "team_id", "T0EVIL")
	one("in no team", "team_id", "")
	of("in another workspace", func(s *target) map[string]string { return map[string]string{"team_id": s.otherWorkspace.TeamID} })
	of("in a channel with its team", func(s *target) map[string]string {
		return map[string]string{"team_id": "", "channel_id": s.slack.TeamID + "/" + s.ground(slack.Platform, "duel").slack.Channel}
	})
	of("in another workspace's channel", func(s *target) map[string]string {
		return map[string]string{"channel_id": s.ground(slack.Platform, "foreign").slack.Channel}
	})
	of("in an organisation", func(*target) map[string]string {
		return map[string]string{"enterprise_id": "E0EVIL", "is_enterprise_install": "true"}
	})
	all = append(all, attack{name: "a command with each field twice", status: http.StatusOK, do: func(s *target) {
		form := s.slackForm(s.ground(slack.Platform, "duel"), "cy", "c3", nil)
		form.Add("user_id", s.slack.User("bo")) // the first counts
		s.send(s.slack.SignedRequest(slacktest.PathCommands, formType, []byte(form.Encode())))
	}}, attack{name: "a command in the address", status: http.StatusOK, do: func(s *target) {
		form := s.slackForm(s.ground(slack.Platform, "duel"), "bo", "c3", nil)
		r := s.slack.SignedRequest(slacktest.PathCommands, formType, nil)
		r.URL.RawQuery = form.Encode()
		s.send(r)
	}}, attack{name: "a press as a command", status: http.StatusOK, do: func(s *target) {
		l := s.slackPressLetter()
		s.send(s.slack.SignedRequest(slacktest.PathCommands, formType, l.body))
	}}, attack{name: "a command as a press", status: http.StatusBadRequest, do: func(s *target) {
		l := s.slackCommandLetter()
		s.send(s.slack.SignedRequest(slacktest.PathInteractivity, formType, l.body))
	}}, attack{name: "a press as an event", status: http.StatusBadRequest, do: func(s *target) {
		l := s.slackPressLetter()
		s.send(s.slack.SignedRequest(slacktest.PathEvents, "application/json", l.body))
	}}, attack{name: "an event as a press", status: http.StatusOK, do: func(s *target) {
		l := s.slackMention()
		body := url.Values{"payload": {string(l.body)}}.Encode()
		s.send(s.slack.SignedRequest(slacktest.PathInteractivity, formType, []byte(body)))
	}})
	return all
}
