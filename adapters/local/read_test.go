package local_test

import (
	"strings"
	"testing"

	"othellobot/adapters/local"
)

func TestOddBytes(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no end of line", "ana: hi", "ana: hi\n"},
		{"carriage returns", "ana: hi\r\n\r\nbo: h\ri\r\n", "ana: hi\n\nbo: h\\u{d}i\n"},
		{"blanks", " \n\n  \n", " \n\n  \n"},
		{"earlier replies", "ana: hi\n\tto #local, message 1:\n\t  [x]\n\t\nbo: hi\n", "ana: hi\nbo: hi\n"},
		{"a mark of the byte order", "\ufeff# hi\n\ufeff\tto\n", "# hi\n"},
		{"controls", "a\x00b\tc\x1b[2Jd\re\x7ff\u0085g\n", "a\\u{0}b\tc" + `\u{1b}[2Jd\u{d}e\u{7f}f\u{85}g` + "\n"},
		{
			"directions", "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\n",
			`\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}` + "\n",
		},
		{"line separators", "a\u2028b\u2029c\n", `a\u{2028}b\u{2029}c` + "\n"},
		{"no UTF-8", "a\xff\xc3(\xed\xa0\x80\ufffd\n", `a\u{fffd}\u{fffd}(\u{fffd}\u{fffd}\u{fffd}\u{fffd}` + "\n"},
		{"other writing", "é 日本 🟩 1️⃣ שלום a\u0301\n", "é 日本 🟩 1️⃣ שלום a\u0301\n"},
		{"a written escape", `a\u{0}\u{41}\u{`, `a\u{0}\u{41}\u{` + "\n"},
	} {
		if got, _ := script(t, c.in); got != c.want {
			t.Errorf("%s: the echo is %q, want %q", c.name, got, c.want)
		}
	}
}

// The echo shows exactly the text that the handler receives. Replies are written the same way.
func TestOddWordsAndReplies(t *testing.T) {
	in := "ana: /othello \x00a\u202eb\xff @bo\x1b\n"
	out, bot := script(t, in)
	if got, want := bot.actions[0].Tokens[0].Text, `\u{0}a\u{202e}b\u{fffd} `; got != want {
		t.Errorf("the words are %q, want %q", got, want)
	}
	if again, _ := script(t, out); again != out {
		t.Errorf("run again, the script\n%s\ngives\n%s", out, again)
	}

	shown := newScreen(t, "")
	shown.deliver(t, "one\r\ntwo\x00\u202e\xff\n\n\nthree\n\n", "a\x1b", "[")
	want := "\tto #local, message 1:\n" +
		"\t  one\\u{d}\n\t  two\\u{0}\\u{202e}\\u{fffd}\n\t  \n\t  \n\t  three\n\t  \n" +
		"\t  [a\\u{1b}] [[]\n"
	if got := shown.out.String(); got != want {
		t.Errorf("the message is shown as %q, want %q", got, want)
	}
}

func TestLongLines(t *testing.T) {
	for name, line := range map[string]string{
		"of letters":           "ana: /othello " + strings.Repeat("x", 1<<20),
		"of squares":           "ana: /othello " + strings.Repeat("🟩", 1<<19),
		"of hidden characters": "ana: /othello " + strings.Repeat("\x00", 1<<18),
		"of no UTF-8":          "ana: /othello " + strings.Repeat("\xff", 1<<18),
	} {
		t.Run(name, func(t *testing.T) {
			out, bot := script(t, line+"\nbo: /othello quiet\n\t"+line)
			if len(bot.actions) != 2 || bot.actions[0].User.ID != "ana" {
				t.Errorf("%d actions", len(bot.actions))
			}
			if again, _ := script(t, out); again != out {
				t.Error("run again, the script gives something else")
			}
		})
	}
}

// FuzzScriptGivesItself checks that a script always produces the same bytes, and that its output
// reproduces itself.
func FuzzScriptGivesItself(f *testing.F) {
	f.Add("ana: /othello start @bo\nbo: [Accept]\nbo: [Accept] on 1\n")
	f.Add("ana: /othello board\nbo: [Choose a move: d3]\nbo: [f5] on 1\n(wait 1d)\n")
	f.Add("ana: /othello ask\nana: [Yes]\nana*#x: [Next]\n/othello remove\n/othello remind 5m\n(wait 1h)\n")
	f.Add("ana: /othello \x00\u202e\xff\r\n\ufeff\n\t \n#\n… (65537 bytes, too long)\n/othello panic")
	f.Add("/othello @a[b] c\n[@a[b]\n[[b]\nbo: [[b]] on 1\n/othello fail\n/othello correct\n/othello collapse\n[Next]")
	f.Fuzz(func(t *testing.T, in string) {
		once, first := script(t, in)
		if twice, _ := script(t, in); twice != once {
			t.Fatalf("%q gives\n%s\nand\n%s", in, once, twice)
		}
		again, second := script(t, once)
		if again != once {
			t.Fatalf("%q gives\n%s\nwhich gives\n%s", in, once, again)
		}
		if len(first.actions) != len(second.actions) || first.sent != second.sent {
			t.Fatalf("%q makes %d actions, then %d", in, len(first.actions), len(second.actions))
		}
		for _, a := range first.actions {
			if a.Origin != 0 || a.User.Platform != local.Platform || a.User.ID == "" || a.Verb != "" {
				t.Fatalf("%q makes %+v", in, a)
			}
		}
	})
}
