package control

import (
	"strings"
	"testing"

	"othellobot/game"
)

// maxControl is the smallest limit of any platform for a control's text, in bytes.
const maxControl = 100

func TestControlText(t *testing.T) {
	longest := Control{Game: ^game.ID(0), At: game.Moment{Turn: ^uint32(0), Mark: 1<<13 - 1}, PostMark: 7, Verb: "resign-yes", Arg: "anyone.white.10"}
	if got := len(longest.String()); got > maxControl {
		t.Errorf("the longest control takes %d bytes, more than %d", got, maxControl)
	}
	for text, want := range map[string]Control{
		"o1:z:7:move:d3":    {Game: 35, At: game.Moment{Turn: 7}, Verb: "move", Arg: "d3"},
		"o1:Z:7:move:d3":    {Game: 35, At: game.Moment{Turn: 7, Mark: 1}, Verb: "move", Arg: "d3"},
		"o1:aB1C:0:move:d3": {Game: 480864, At: game.Moment{Mark: 6}, Verb: "move", Arg: "d3"},
		"o1:z:007:move:d3":  {Game: 35, At: game.Moment{Turn: 7}, PostMark: 2, Verb: "move", Arg: "d3"},
		"o1:z:0000:join":    {Game: 35, PostMark: 3, Verb: "join"},
		"o1:z:010:join":     {Game: 35, At: game.Moment{Turn: 10}, PostMark: 1, Verb: "join"},
		"o1:0:0:open":       {Verb: "open"},
		"o1:1:2:a:b:c":      {Game: 1, At: game.Moment{Turn: 2}, Verb: "a", Arg: "b:c"},
	} {
		got, err := Parse(text)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %v, %v, want %v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%v is written as %q, want %q", got, got.String(), text)
		}
	}
	for _, text := range []string{"", "o1", "o1:z:7", "o2:z:7:move:d3", "o1:!:7:move", "o1:z:-1:move", "o1:z:4294967296:move", "o1::7:move", "o1:z::move", "o1:z:" + strings.Repeat("0", 257) + ":move"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, got)
		}
	}
}

func FuzzControl(f *testing.F) {
	f.Add("o1:z:7:move:d3")
	f.Add("o1:aB1C:7:move:d3")
	f.Add("o1:::")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(c.String())
		if err != nil || again != c {
			t.Errorf("%q reads as %v, which is written %q and reads as %v, %v", text, c, c.String(), again, err)
		}
	})
}
