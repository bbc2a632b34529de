package discord

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"othellobot/bot"
	"othellobot/chat"
)

func markupOf(t chat.Text, prefix string) (text string, mentioned []string) {
	m := markdown{commands: commandFormatter{id: commandID, commands: bot.Commands(catalog())}, prefix: prefix}
	m.writeText(t)
	return m.String(), m.mentioned
}

func TestSpans(t *testing.T) {
	ana, bo := userID(anaID), userID(boID)
	for name, c := range map[string]struct {
		text      chat.Text
		prefix    string
		want      string
		mentioned []string
	}{
		"nothing":             {chat.Text{}, "-# ", "", nil},
		"plain":               {chat.Say("d3 – f6, 5%"), "", "d3 – f6, 5%", nil},
		"bold":                {chat.Say("plays ", chat.BoldOf("d*3"), "."), "", `plays **d\*3**.`, nil},
		"code":                {chat.Say(chat.CodeOf("f5*d`6")), "", "`f5*dˋ6`", nil},
		"a block":             {chat.Say(chat.BlockOf("X `O`\n- X"), "*"), "", "```\nX ˋOˋ\n- X\n```\n\\*", nil},
		"a mention":           {chat.Say(chat.MentionOf(ana), " plays"), "", "<@" + anaID + "> plays", []string{anaID}},
		"a name":              {chat.Say(chat.NameOf(ana), " plays"), "", "<@" + anaID + "> plays", nil},
		"both of one person":  {chat.Say(chat.NameOf(ana), chat.MentionOf(ana), chat.MentionOf(ana)), "", strings.Repeat("<@"+anaID+">", 3), []string{anaID}},
		"two people":          {chat.Say(chat.MentionOf(ana), chat.NameOf(bo), chat.MentionOf(bo)), "", "<@" + anaID + "><@" + boID + "><@" + boID + ">", []string{anaID, boID}},
		"a command":           {chat.Say(chat.CommandOf("move d3")), "", "</othello move:" + commandID + "> square:d3", nil},
		"a link to a message": {chat.Say(chat.LinkOf("move [1]", chat.Link{Place: chat.Place{Platform: Platform, Team: "7", Channel: "8"}, Message: "8/9"})), "", `[move \[1]](https://discord.com/channels/7/8/9)`, nil},
		"a link to a thread":  {chat.Say(chat.LinkOf("there", chat.Link{Place: chat.Place{Platform: Platform, Team: "7", Channel: "8", Thread: "10"}})), "", "[there](https://discord.com/channels/7/10)", nil},
		"a link to a page":    {chat.Say(chat.LinkOf("Add [me]", chat.Link{URL: InviteURL("7")})), "", `[Add \[me]](https://discord.com/oauth2/authorize?client_id=7&scope=bot+applications.commands&permissions=309237746688)`, nil},
		"a link between two":  {chat.Say(chat.LinkOf("there", chat.Link{Place: chat.Place{Platform: Platform, Channel: "8"}, Message: "?"})), "", "[there](https://discord.com/channels/@me/8)", nil},
		"a time":              {chat.Say(chat.TimeOf(time.Unix(1_800_000_000, 5))), "", "<t:1800000000:t>", nil},
		"a time and its date": {chat.Say(chat.DateTimeOf(time.Unix(1_800_000_000, 5))), "", "<t:1800000000:f>", nil},
		"two lines":           {chat.Say("a\nb\n", "c"), "-# ", "-# a\n-# b\n-# c", nil},
		"lines of many parts": {chat.Say("a", chat.BoldOf("b"), "\n", chat.CodeOf("c"), "\nd"), "-# ", "-# a**b**\n-# `c`\n-# d", nil},
		"small print":         {chat.Say("- a\n# b"), "-# ", "-# \\- a\n-# \\# b", nil},
		"a line break last":   {chat.Say("a\n"), "-# ", "-# a\n", nil},
	} {
		got, mentioned := markupOf(c.text, c.prefix)
		if got != c.want {
			t.Errorf("%s is written %q, want %q", name, got, c.want)
		}
		if !slices.Equal(mentioned, c.mentioned) {
			t.Errorf("%s mentions %v, want %v", name, mentioned, c.mentioned)
		}
	}
}

func TestMarkupIsEscaped(t *testing.T) {
	for _, c := range []struct{ plain, want string }{
		{`\`, `\\`},
		{"*", `\*`},
		{"_", `\_`},
		{"~", `\~`},
		{"|", `\|`},
		{"`", "\\`"},
		{"<", `\<`},
		{"[", `\[`},
		{"@", `\@`},
		{"a#b>c-d+e", "a#b>c-d+e"},
		{"# a # b", `\# a # b`},
		{"- a - b", `\- a - b`},
		{"-# a", `\-# a`},
		{"+ a", `\+ a`},
		{"> a > b", `\> a > b`},
		{">>> a", `\>>> a`},
		{"  # a", `  \# a`},
		{"a\n# b\n>c\n\n-d", "a\n\\# b\n\\>c\n\n\\-d"},
		{"1. a 2. b", `1\. a 2. b`},
		{"a\n 12. b", "a\n 12\\. b"},
		{"1.5", `1\.5`}, // a harmless, invisible escape
		{"d3.", "d3."},
		{".", "."},
		{"@everyone @here", `\@everyone \@here`},
		{"<@123> <@&1> <#2> </a:3> <t:1> <:e:1>", `\<\@123> \<\@&1> \<#2> \</a:3> \<t:1> \<:e:1>`},
		{"[a](https://example.com)", `\[a](https://example.com)`},
		{"**d3** ~~x~~ ||s||", `\*\*d3\*\* \~\~x\~\~ \|\|s\|\|`},
		{"```x```", "\\`\\`\\`x\\`\\`\\`"},
		{"🟩 é <", `🟩 é \<`},
	} {
		if got, _ := markupOf(chat.Say(c.plain), ""); got != c.want {
			t.Errorf("%q is written %q, want %q", c.plain, got, c.want)
		}
	}
}

// Spans share their line: markup of line starts is escaped even if another span began the line.
func TestMarkupIsEscapedAcrossSpans(t *testing.T) {
	for _, c := range []struct {
		parts []any
		want  string
	}{
		{[]any{"", "# a"}, `\# a`},
		{[]any{"  ", "- a"}, `  \- a`},
		{[]any{"12", ". a"}, `12\. a`},
		{[]any{"a\n", "", "> b"}, "a\n\\> b"},
		{[]any{"a", "# b"}, "a# b"},
		{[]any{chat.BoldOf("1"), ". b"}, "**1**. b"},
		{[]any{chat.BoldOf("# a")}, "**# a**"},
		{[]any{chat.CodeOf("1"), "# b"}, "`1`# b"},
		{[]any{chat.NameOf(userID(anaID)), "- b\n", "- c"}, "<@" + anaID + ">- b\n\\- c"},
	} {
		if got, _ := markupOf(chat.Say(c.parts...), ""); got != c.want {
			t.Errorf("%q are written %q, want %q", c.parts, got, c.want)
		}
	}
}

// FuzzEscape writes two plain spans. Discord must read them as the same text, without markup.
func FuzzEscape(f *testing.F) {
	for _, seed := range []string{
		"", "# a", "a\n# b", "- a", "-# a", "> a", ">>> a", "1. a", "a\n 12. b", "**a**", "_a_", "__a__", "~~a~~", "||a||", "`a`", "```a```",
		`\`, `\*`, "\\\n# a", "<@80351110224678912>", "<@&1>", "<#1>", "</othello move:1>", "<t:1:R>", "<:emp:1>", "@everyone", "@here", "[a](b)", "a\n\n+ b", "\xff\n#",
	} {
		f.Add(seed, "")
		f.Add("", seed)
		f.Add("1", seed)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		for _, prefix := range []string{"", "-# "} {
			written, mentioned := markupOf(chat.Say(one, two), prefix)
			var read strings.Builder
			for i, line := range strings.Split(written, "\n") {
				if i > 0 {
					read.WriteByte('\n')
				}
				plain, err := unescaped(strings.TrimPrefix(line, prefix))
				if err != nil {
					t.Fatalf("%q and %q are written %q: %v", one, two, written, err)
				}
				read.WriteString(plain)
			}
			if got := read.String(); got != one+two {
				t.Fatalf("%q and %q are written %q and read %q", one, two, written, got)
			}
			if strings.Contains(written, "<@") || len(mentioned) > 0 {
				t.Fatalf("%q and %q mention a user: %q", one, two, written)
			}
		}
	})
}

func unescaped(line string) (string, error) {
	var plain strings.Builder
	atStart := true // only spaces and digits so far
	digits := 0
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\' && i+1 < len(line) && strings.IndexByte("\\`*_{}[]()#+-.!|<>~@:", line[i+1]) >= 0:
			i++
			plain.WriteByte(line[i])
			atStart = false
			continue
		case strings.IndexByte("\\`*_~|<[@", c) >= 0,
			atStart && digits == 0 && strings.IndexByte("#>-+", c) >= 0,
			atStart && digits > 0 && c == '.':
			return "", fmt.Errorf("%q is markup in %q", c, line)
		case atStart && c >= '0' && c <= '9':
			digits++
		case atStart && digits == 0 && c == ' ':
		default:
			atStart = false
		}
		plain.WriteByte(c)
	}
	return plain.String(), nil
}

func TestUnits(t *testing.T) {
	for _, text := range []string{"", "abc", "é–…", "🟩🌑", "1️⃣🇦\u200b", "\xff\xfe", "a\xf0\x9f"} {
		want := len(utf16.Encode([]rune(text)))
		if got := units(text); got != want {
			t.Errorf("%q has %d units, want %d", text, got, want)
		}
	}
}

func declared() []chat.Command {
	return []chat.Command{
		{Name: "start", Parameters: []chat.Parameter{
			{Name: "opponent", Type: chat.TypeUser},
			{Name: "with", Choices: []chat.Choice{{Label: "The bot", Value: "bot"}, {Label: "Anyone", Value: "anyone"}}},
			{Name: "level", Type: chat.TypeInteger, Min: 1, Max: 10},
			{Name: "thread", Type: chat.TypeFlag},
		}},
		{Name: "move", Parameters: []chat.Parameter{{Name: "square", Required: true, Complete: true}}},
		{Name: "check", Parameters: []chat.Parameter{
			{Name: "square"},
			{Name: "color", Choices: []chat.Choice{{Label: "black", Value: "black"}, {Label: "white", Value: "white"}}},
			{Name: "board", Type: chat.TypeRest},
		}},
		{Name: "load", Parameters: []chat.Parameter{{Name: "moves", Type: chat.TypeRest, Required: true}}},
		{Name: "board"},
		{Name: "seek", Parameters: []chat.Parameter{{Name: "words"}, {Name: "page", Type: chat.TypeInteger}}},
		{Name: "help", Parameters: []chat.Parameter{
			{Name: "topic", Choices: []chat.Choice{{Label: "rules", Value: "rules"}, {Label: "forget", Value: "forget"}}},
		}},
	}
}

func TestCommandText(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"", "/othello"},
		{"board", "</othello board:9>"},
		{"move", "</othello move:9>"},
		{"move d3", "</othello move:9> square:d3"},
		{"start bot", "</othello start:9> with:bot"},
		{"start bot 2", "</othello start:9> with:bot level:2"},
		{"start 2", "</othello start:9> level:2"},
		{"start @name", "</othello start:9> @name"},
		{"check d3", "</othello check:9> square:d3"},
		{"check white", "</othello check:9> color:white"},
		{"check  d3  black", "</othello check:9> square:d3 color:black"},
		{"load f5d6c3", "</othello load:9> moves:f5d6c3"},
		{"seek d3 7", "</othello seek:9> words:d3 page:7"},
		{"help forget", "</othello help:9> topic:forget"},
		{"forget", "</othello help:9> topic:forget"},
		{"bot", "</othello start:9> with:bot"},
		{"rematch", "**Rematch**"},
		{"accept @name", "**Accept**"},
	} {
		if got := (commandFormatter{id: "9", commands: declared()}).format(c.words); got != c.want {
			t.Errorf("%q is written %q, want %q", c.words, got, c.want)
		}
	}
}

func TestCommandTextWithoutAnID(t *testing.T) {
	for words, want := range map[string]string{"": "/othello", "board": "`/othello board`", "move d3": "`/othello move` square:d3", "join": "**Join**"} {
		if got := (commandFormatter{commands: declared()}).format(words); got != want {
			t.Errorf("%q is written %q, want %q", words, got, want)
		}
	}
}
