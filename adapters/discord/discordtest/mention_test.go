package discordtest_test

import (
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

func TestWhomAMessageNotifies(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	ana, bo := s.User("ana"), s.User("bo")
	only := func(users ...any) object { return object{"parse": []any{}, "users": append([]any{}, users...)} }
	for _, c := range []struct {
		content string
		allowed any
		want    []string
	}{
		{"<@ana> <@!bo>", only(ana, bo), []string{"ana", "bo"}},
		{"<@ana> <@bo>", only(bo), []string{"bo"}},
		{"<@ana> <@bo>", only(), nil},
		{"ana", only(ana), nil},
		{"`<@ana>`", only(ana), nil},
		{"```\n<@ana>\n``` <@bo>", only(ana, bo), []string{"bo"}},
		{`\<@ana>`, only(ana), []string{"ana"}},
		{`\<@ana>`, only(), nil},
	} {
		content := strings.NewReplacer("ana>", ana+">", "bo>", bo+">").Replace(c.content)
		m := object{"content": content, "allowed_mentions": c.allowed}
		b.wants(200, 0, "POST", "/channels/"+room.Channel+"/messages", m)
		all := s.Messages(room, "bo")
		got := all[len(all)-1].Notified
		var want []string
		for _, name := range c.want {
			want = append(want, s.User(name))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%q with %v notifies %v, want %v", c.content, c.allowed, got, c.want)
		}
	}
}

func TestOnlyNewMessagesNotify(t *testing.T) {
	s, b := start(t)
	room := s.Channel("room")
	ping := with(say("<@"+s.User("bo")+">"), object{"allowed_mentions": object{"parse": []any{}, "users": []any{s.User("bo")}}})
	notified := func() int {
		n := 0
		for _, m := range s.AllMessages(room) {
			n += len(m.Notified)
		}
		return n
	}
	id := b.wants(200, 0, "POST", "/channels/"+room.Channel+"/messages", say("x"))["id"].(string)
	b.wants(200, 0, "PATCH", "/channels/"+room.Channel+"/messages/"+id, ping)
	b.always(4, whisper(with(ping, nil)))
	s.Command(room, "ana", "move", square)
	b.always(5, nil)
	in := s.Command(room, "ana", "move", square)
	b.wants(200, 0, "POST", b.webhook(in, ""), ping)
	if n := notified(); n != 0 {
		t.Errorf("edits and whispers have notified %d times", n)
	}
	b.wants(200, 0, "POST", b.webhook(in, ""), ping)
	b.always(4, ping)
	s.Command(room, "ana", "move", square)
	if n := notified(); n != 2 {
		t.Errorf("a follow-up and an answer have notified %d times, want 2", n)
	}
	if m, ok := s.Messages(room, "bo")[0].Labelled("A"); ok {
		t.Errorf("there is a button %+v", m)
	}
	friends := s.FriendDM("ana", "cem")
	s.Command(friends, "ana", "move", square)
	if m := s.Messages(friends, "cem")[0]; len(m.Notified) != 0 {
		t.Errorf("bo is notified of a conversation that is not his")
	}
	if s.Messages(friends, "bo") != nil {
		t.Error("bo sees a conversation that is not his")
	}
}

func TestPlain(t *testing.T) {
	s := discordtest.New(t)
	ana := s.User("ana")
	for content, want := range map[string]string{
		"plain é 日本 🟩":                          "plain é 日本 🟩",
		"**bold** and *it*":                     "bold and it",
		"__u__ _i_ ~~s~~ ||x||":                 "u i s x",
		"**a *b* c**":                           "a b c",
		`\*b\* \*\*b\*\* \_i\_ \~~s\~~ \|\|x||`: "*b* **b** _i_ ~~s~~ ||x||",
		"`f5*d6*` and ``a`b``":                  "f5*d6* and a`b",
		"```\nX O\n- X\n```\nnext":              "X O\n- X\nnext",
		"```go\nx\n```":                         "x\n",
		`\` + "`c\\`":                           "`c`",
		"<@" + ana + "> <@!" + ana + ">":        "@ana @ana",
		`\<@` + ana + ">":                       "<@" + ana + ">",
		"at <t:0:t>":                            "at 00:00",
		"at <t:0:f>":                            "at January 1, 1970 00:00",
		"</othello move:123> it":                "/othello move it",
		"<:blk:123><a:wht:4>":                   ":blk::wht:",
		"<#1> <@&2>":                            "#1 #2",
		"<https://example.org>":                 "https://example.org",
		"[link](https://example.org)":           "link",
		`\[link](https://example.org)`:          "[link](https://example.org)",
		"-# small\n> quote\n# head\n## head":    "small\nquote\nhead\nhead",
		"- item\n  * item":                      "• item\n  • item",
		`\- item` + "\n" + `1\. item`:           "- item\n1. item",
		"snake_case_name 2 * 3 * 4 a*b":         "snake_case_name 2 * 3 * 4 a*b",
		"-# **b** `c`":                          "b c",
		`\\ and \a`:                             `\ and \a`,
		"unclosed ** and ` and <@x> end":        "unclosed ** and ` and <@x> end",
	} {
		if got := s.Plain(content); got != want {
			t.Errorf("%q reads as %q, want %q", content, got, want)
		}
	}
}
