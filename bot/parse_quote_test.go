package bot

import "testing"

func TestQuoteRepeatsOnlyShortHarmlessText(t *testing.T) {
	for typed, want := range map[string]string{
		"resing":        "resing",
		"z9":            "z9",
		"abcdefghijkl":  "abcdefghijkl",
		"abcdefghijklm": that,
		"":              that,
		"@everyone":     that,
		"<@U1>":         that,
		"a b":           that,
		"**d3**":        that,
		"d\u202e3":      that,
		"ünïcode":       that,
		"\x00":          that,
	} {
		if got := quote(typed); got != want {
			t.Errorf("quote(%q) = %q, want %q", typed, got, want)
		}
	}
}
