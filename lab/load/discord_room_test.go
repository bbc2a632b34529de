package load

import (
	"encoding/json"
	"strings"
	"testing"

	"othellobot/rules"
)

func TestShows(t *testing.T) {
	first := wholeGame(1)[0].after
	tiles, emoji := []string{"X", "<:blk:1>", "O", "<:whf:2>", "-", "<:emp:3>"}, []string{"X", "🌑", "O", "🌕", "-", "🟩"}
	answer := func(kind int, p rules.Position, squares []string) []byte {
		board := strings.NewReplacer(squares...).Replace(p.FormatBoard())
		text, err := json.Marshal(map[string]any{"type": kind, "data": map[string]string{"content": "What happened.\n" + board}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, c := range map[string]struct {
		answer []byte
		right  bool
	}{
		"the board":              {answer(4, first, tiles), true},
		"without tiles":          {answer(4, first, emoji), true},
		"another board":          {answer(4, rules.Start(), tiles), false},
		"another, without tiles": {answer(4, rules.Start(), emoji), false},
		"put off":                {answer(5, first, tiles), false},
		"no board":               {[]byte(`{"type":4,"data":{"content":"What happened."}}`), false},
		"not even JSON":          {[]byte("What happened."), false},
		"nothing at all ":        {nil, false},
	} {
		if err := shows(c.answer, first); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}
