package slack

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"othellobot/chat"
)

func user(id string) chat.UserID { return chat.UserID{Platform: Platform, Team: "T1", ID: id} }

func adapterWithNames() *Adapter {
	a := New(Config{})
	a.names.learn("T1", "U1", "ana")
	a.names.learn("T1", "U9", "*_<@U1>_*")
	return a
}

func TestSpans(t *testing.T) {
	at := time.Date(2026, time.March, 1, 14, 5, 9, 0, time.FixedZone("", 3600))
	ana, bo := user("U1"), user("U2")
	unknown := chat.Span{Kind: chat.SpanName, User: &bo, Text: "somebody"}
	a := adapterWithNames()
	here, thread := audience{team: "T1"}, audience{team: "T1", thread: true}
	edit, small := audience{team: "T1", edit: true}, audience{team: "T1", small: true}
	for name, c := range map[string]struct {
		text chat.Text
		to   audience
		want string
	}{
		"nothing":                      {nil, here, ""},
		"plain":                        {chat.Say("d3 – f6, 5% (2–2); “d3”!"), here, "d3 – f6, 5% (2–2); “d3”!"},
		"bold":                         {chat.Say("played ", chat.BoldOf("d3"), ", flipping"), here, "played *d3*, flipping"},
		"bold between letters":         {chat.Say("ana：", chat.BoldOf("d3"), "で2個"), here, "ana：\u200b*d3*\u200bで2個"},
		"a command between letters":    {chat.Say("請用", chat.CommandOf("start"), "開始"), here, "請用\u200b`/othello start`\u200b開始"},
		"bold with marks":              {chat.Say(chat.BoldOf("a*b")), here, "*a\u2060*\u2060b*"},
		"code":                         {chat.Say(chat.CodeOf("a*b`c <d> & e")), here, "`a*bˋc &lt;d&gt; &amp; e`"},
		"a block":                      {chat.Say("the board", chat.BlockOf("X `O`\n- <X>"), "and on"), here, "the board\n```\nX ˋOˋ\n- &lt;X&gt;\n```\nand on"},
		"a mention":                    {chat.Say(chat.MentionOf(bo), ", your move"), here, "<@U2>, your move"},
		"a name":                       {chat.Say(chat.NameOf(ana), " plays"), here, "ana plays"},
		"an unknown name":              {chat.Say(unknown, " plays"), here, "somebody plays"},
		"an unknown name of a colour":  {chat.Say(unknown, " (White) plays"), here, "White plays"},
		"unknown names of two colours": {chat.Say("🔴 ", unknown, " (Black) 4 – 1 ", chat.NameOf(user("U3")), chat.Text{{Text: " (White)"}}, " 🟡"), here, "🔴 Black 4 – 1 White 🟡"},
		"a name of a colour":           {chat.Say(chat.NameOf(ana), " (White) plays"), here, "ana (White) plays"},
		"an unknown name, no brackets": {chat.Say(unknown, " (White"), here, "somebody (White"},
		"an edit of a colour":          {chat.Say(unknown, " (White) plays"), edit, "<@U2> (White) plays"},
		"bold before a name":           {chat.Say("以", chat.BoldOf("獲勝。"), chat.NameOf(ana), "！"), here, "以\u200b*獲勝。*\u200bana！"},
		"bold before a mention":        {chat.Say(chat.BoldOf("獲勝。"), chat.MentionOf(bo)), here, "*獲勝。*\u200b<@U2>"},
		"bold behind a name":           {chat.Say(chat.NameOf(ana), chat.BoldOf("獲勝。")), here, "ana\u200b*獲勝。*"},
		"a name of another team":       {chat.Say(chat.Span{Kind: chat.SpanName, User: &ana, Text: "somebody"}), audience{team: "T2"}, "somebody"},
		"an unknown name in an edit":   {chat.Say(unknown, " plays"), edit, "<@U2> plays"},
		"a command":                    {chat.Say("Try ", chat.CommandOf("move d3"), "."), here, "Try `/othello move d3`."},
		"a command in a thread":        {chat.Say(chat.CommandOf("move d3")), thread, "`@othello move d3`"},
		"a command in small print":     {chat.Say(chat.CommandOf("move d3")), small, "/othello move d3"},
		"a time":                       {chat.Say("until ", chat.TimeOf(at)), here, "until <!date^1772370309^{time}|13:05 UTC>"},
		"a link to a page":             {chat.Say(chat.LinkOf("Add me", chat.Link{URL: "https://bot.example/slack/install?a=b&c"})), here, "<https://bot.example/slack/install?a=b&amp;c|Add me>"},
		"a time and its date":          {chat.Say("until ", chat.DateTimeOf(at)), here, "until <!date^1772370309^{date_pretty} {time}|2026-03-01 13:05 UTC>"},
	} {
		if got := a.encoder.write(c.text, c.to); got != c.want {
			t.Errorf("%s is written %q, want %q", name, got, c.want)
		}
	}
}

// A user with an unknown name is mentioned instead, if the message mentions the user anyway.
func TestNamesBesideMentions(t *testing.T) {
	other := user("U3")
	m := chat.Message{
		Text:  chat.Say(chat.NameOf(user("U2")), " and ", chat.MentionOf(user("U2"))),
		Aside: chat.Say(chat.NameOf(user("U2")), " – ", chat.Span{Kind: chat.SpanName, User: &other, Text: "somebody"}),
	}
	if got := adapterWithNames().encoder.message(m, audience{team: "T1"}).Text; got != "<@U2> and <@U2>" {
		t.Errorf("the text is %q", got)
	}
	if got := markupIn(adapterWithNames().encoder.message(m, audience{team: "T1"})); got != "<@U2> and <@U2>\n<@U2> – somebody" {
		t.Errorf("the blocks say %q", got)
	}
}

func TestMarkupIsInert(t *testing.T) {
	for _, c := range []struct{ plain, want string }{
		{"&", "&amp;"},
		{"<", "&lt;"},
		{">b", "\u2060&gt;b"},
		{"a\n>b", "a\n\u2060&gt;b"},
		{"<https://example.com|x>", "&lt;https:\u2060//example.com|x&gt;"},
		{"*b*", "\u2060*\u2060b\u2060*\u2060"},
		{"`c`", "ˋcˋ"},
		{":smile:", ":\u2060smile:\u2060"},
		{"a: b", "a: b"},
		{"14:05", "14:\u206005"},
		{"@channel @ana", "@channel @ana"}, // no mention in verbatim text
	} {
		if got := adapterWithNames().encoder.write(chat.Say(c.plain), audience{}); got != c.want {
			t.Errorf("%q is written %q, want %q", c.plain, got, c.want)
		}
	}
}

var (
	entity    = regexp.MustCompile(`&(amp|lt|gt);`)
	emojiCode = regexp.MustCompile(`:[a-z0-9_+'-]*[a-z+][a-z0-9_+'-]*:`)
	mark      = regexp.MustCompile(`[*_~]`)
)

func isInert(written string) error {
	bare := entity.ReplaceAllString(written, "")
	if at := strings.IndexAny(bare, "&<>`"); at >= 0 {
		return fmt.Errorf("%q is not escaped", bare[at])
	}
	for line := range strings.Lines(written) {
		if strings.HasPrefix(line, "&gt;") {
			return fmt.Errorf("the line %q is a quotation", line)
		}
	}
	if code := emojiCode.FindString(written); code != "" {
		return fmt.Errorf("%q may be an emoji", code)
	}
	for _, at := range mark.FindAllStringIndex(written, -1) {
		if !strings.HasSuffix(written[:at[0]], "\u2060") || !strings.HasPrefix(written[at[1]:], "\u2060") {
			return fmt.Errorf("%q may be a mark", written[at[0]:at[1]])
		}
	}
	return nil
}

func unmarked(written string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&", "\u2060", "").Replace(written)
}

// FuzzInert writes two plain texts and a name next to each other. Readers see these texts, with backticks
// replaced, and no part of them is markup.
func FuzzInert(f *testing.F) {
	for _, seed := range []string{
		"", "*", "_a_", "~a~", "`a`", "```", "&", "&amp;", "<@U1>", "<!here>", ">", ">>> a", "a\n> b", ":smile:", ":", "a:b", "::", "smile:",
		"<https://a|b>", "\u2060", "\u2060*\u2060", "@channel", "\xff", "\n", "• a", "🟩",
	} {
		f.Add(seed, "", "ana")
		f.Add("", seed, "bo")
		f.Add(":", seed, seed)
		f.Add("a\n", seed, "smile:")
	}
	f.Fuzz(func(t *testing.T, one, two, name string) {
		a := New(Config{})
		a.names.learn("T1", "U1", name)
		shown := a.names.of("T1", "U1").name
		if shown == "" {
			shown = "somebody"
		}
		named := chat.NameOf(user("U1"))
		named.Text = "somebody"
		got := a.encoder.write(chat.Say(one, two, named, "."), audience{team: "T1"})
		if err := isInert(got); err != nil {
			t.Fatalf("%q, %q and %q are written %q: %v", one, two, name, got, err)
		}
		want := strings.NewReplacer("\u2060", "", "`", "ˋ").Replace(strings.ToValidUTF8(one+two+shown+".", "\ufffd"))
		if seen := strings.ToValidUTF8(unmarked(got), "\ufffd"); utf8.ValidString(one) && utf8.ValidString(two) && seen != want {
			t.Fatalf("%q, %q and %q are written %q and read %q", one, two, name, got, seen)
		}
	})
}
