package parse

import "testing"

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"d3": "d3", "*d3*": "d3", "_*d3*_": "d3", "**f5 d6**": "f5 d6", "~~d3~~ ||d3||": "d3 d3", "```\nf5\n```": "\nf5\n", "> d3": "d3", "# d3": "d3", "-# d3": "d3",
		"ｄ３": "d3", "𝐝𝟑": "d3", "d\u00ad3\u200b": "d3", "„d3“ «d3» 「d3」": "d3 d3 d3", `\*d3\* 1\. f5`: "d3 1. f5", "3\u2060–\u20603": "3–3", "1\ufe0f\u20e3🟩": "1🟩",
		"---*O* * *OX": "---*O* * *OX", "*]B[f5]": "*]B[f5]", "New_York": "New_York", "São Paulo": "São Paulo", "a\xff": "a?", "＂d3＂": "d3", "´d3´": "d3", "": "",
	} {
		if got := Clean(text); got != want {
			t.Errorf("%q is cleaned to %q, want %q", text, got, want)
		}
	}
}
