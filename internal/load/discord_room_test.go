package load

import (
	"encoding/json"
	"strings"
	"testing"

	"othellobot/rules"
)

func TestAnswersAreHeldAgainstTheGame(t *testing.T) {
	first := wholeGame(1)[0]
	answer := func(kind int, said string, p rules.Position) []byte {
		board := strings.NewReplacer("X", "<:blk:1>", "O", "<:whf:2>", "-", "<:emp:3>").Replace(p.FormatBoard(rules.AlphabetXO))
		text, err := json.Marshal(map[string]any{"type": kind, "data": map[string]string{"content": said + "\n" + board}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	said := "@ana played **" + first.square.String() + "**."
	for name, c := range map[string]struct {
		answer []byte
		right  bool
	}{
		"the move":        {answer(4, said, first.after), true},
		"another board":   {answer(4, said, rules.Start()), false},
		"another move":    {answer(4, "@ana played **a1**.", first.after), false},
		"put off":         {answer(5, said, first.after), false},
		"no board":        {[]byte(`{"type":4,"data":{"content":"` + said + `"}}`), false},
		"not even JSON":   {[]byte(said), false},
		"nothing at all ": {nil, false},
	} {
		if err := showsMove(c.answer, first); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}
