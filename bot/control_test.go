package bot

import (
	"strings"
	"testing"

	"othellobot/game"
)

// maxControl is the shortest room that a platform gives a control's text, in
// bytes.
const maxControl = 100

func TestControlText(t *testing.T) {
	longest := control{game: ^game.ID(0), at: game.Moment{Turn: ^uint32(0), Mark: 1<<13 - 1}, post: 7, verb: "resign-yes", arg: "anyone.white.10"}
	if got := len(longest.String()); got > maxControl {
		t.Errorf("the longest control takes %d bytes, more than %d", got, maxControl)
	}
	for text, want := range map[string]control{
		"o1:z:7:move:d3":    {game: 35, at: game.Moment{Turn: 7}, verb: "move", arg: "d3"}, // drawn by an earlier version
		"o1:Z:7:move:d3":    {game: 35, at: game.Moment{Turn: 7, Mark: 1}, verb: "move", arg: "d3"},
		"o1:aB1C:0:move:d3": {game: 480864, at: game.Moment{Mark: 6}, verb: "move", arg: "d3"},
		"o1:z:007:move:d3":  {game: 35, at: game.Moment{Turn: 7}, post: 2, verb: "move", arg: "d3"},
		"o1:z:0000:join":    {game: 35, post: 3, verb: "join"},
		"o1:z:010:join":     {game: 35, at: game.Moment{Turn: 10}, post: 1, verb: "join"},
		"o1:0:0:open":       {verb: "open"},
		"o1:1:2:a:b:c":      {game: 1, at: game.Moment{Turn: 2}, verb: "a", arg: "b:c"},
	} {
		got, err := parseControl(text)
		if err != nil || got != want {
			t.Errorf("parseControl(%q) = %v, %v, want %v", text, got, err, want)
		}
		if got.String() != text {
			t.Errorf("%v is written %q, want %q", got, got.String(), text)
		}
	}
	for _, text := range []string{"", "o1", "o1:z:7", "o2:z:7:move:d3", "o1:!:7:move", "o1:z:-1:move", "o1:z:4294967296:move", "o1::7:move", "o1:z::move", "o1:z:" + strings.Repeat("0", 257) + ":move"} {
		if got, err := parseControl(text); err == nil {
			t.Errorf("parseControl(%q) = %v, want an error", text, got)
		}
	}
}

// Boards that follow one another have other marks, and each has one.
func TestPostMark(t *testing.T) {
	if postMark(0) != 0 {
		t.Error("no message has a mark")
	}
	for post := uint32(1); post < 1000; post++ {
		for later := post + 1; later < post+7; later++ {
			if m := postMark(post); m == 0 || m == postMark(later) {
				t.Fatalf("message %d has the mark %d, message %d %d", post, m, later, postMark(later))
			}
		}
	}
}

func FuzzControl(f *testing.F) {
	f.Add("o1:z:7:move:d3")
	f.Add("o1:aB1C:7:move:d3")
	f.Add("o1:::")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := parseControl(text)
		if err != nil {
			return
		}
		again, err := parseControl(c.String())
		if err != nil || again != c {
			t.Errorf("%q reads as %v, which is written %q and reads as %v, %v", text, c, c.String(), again, err)
		}
	})
}
