package discordtest_test

import (
	"testing"

	"othellobot/adapters/discord/discordtest"
)

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
