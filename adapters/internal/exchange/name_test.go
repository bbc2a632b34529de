package exchange

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// An invisible name counts as missing. Invisible characters are removed from a name.
func TestName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"ana", "ana"},
		{"  ana \n maria\t", "ana maria"},
		{"", ""},
		{"\u202eana\u200b\u2066", "ana"},
		{"\u202e ana", "ana"},
		{"\u202e \u200b", ""},
		{strings.Repeat("a", 31) + " bc", strings.Repeat("a", 31)},
		{"a\x00b\x7f", "ab"},
		{"\xffana", "\ufffdana"},
		{"Łucja 🟩 日本", "Łucja 🟩 日本"},
		{strings.Repeat("日", 40), strings.Repeat("日", 32)},
		{"👩\u200d🚀", "👩🚀"},
		{"\u3164", ""},
		{"\u2800\u2800", ""},
		{"\u115f", ""},
		{"\u1160 \u115f", ""},
		{"\uffa0", ""},
		{"\u0301\u0302", ""},
		{"\u200b\u200d\ufeff", ""},
		{"\u202e\u2066", ""},
		{"\u00ad", ""},
		{"\ufe0f", ""},
		{"\U000e0101", ""},
		{"\u3000\u00a0", ""},
		{"\u034f\u17b4", ""},
		{"\U0001d159", ""},
		{"\ufffc", ""},
		{"\u20dd\u3164", ""},
		{strings.Repeat("\u0301", 40) + "ana", ""},
		{"\u3164ana\u3164", "ana"},
		{"ana\u3164\u3164maria", "ana maria"},
		{"\u2800ana", "ana"},
		{"e\u0301va", "e\u0301va"},
		{"\u1100\u1161\u11a8", "\u1100\u1161\u11a8"},
		{"❤\ufe0f", "❤\ufe0f"},
		{"\u200fאנה", "אנה"},
		{"नमस्ते", "नमस्ते"},
		{"…", "…"},
	} {
		if got := Name(c.name); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.name, got, c.want)
		}
	}
	if got := Name("", "\u3164", " ", "ana", "bo"); got != "ana" {
		t.Errorf("the first name that can be seen is %q", got)
	}
}

func FuzzName(f *testing.F) {
	f.Add("ana")
	f.Add("\u202e a\nb ")
	f.Add("\u3164a\u115f")
	f.Fuzz(func(t *testing.T, name string) {
		got := Name(name)
		if utf8.RuneCountInString(got) > maxName || strings.ContainsAny(got, "\n\r\t\u202e\u200b\u3164\x00") || strings.TrimSpace(got) != got || !utf8.ValidString(got) {
			t.Errorf("%q becomes %q", name, got)
		}
		if again := Name(got); again != got {
			t.Errorf("%q becomes %q, and that %q", name, got, again)
		}
	})
}
