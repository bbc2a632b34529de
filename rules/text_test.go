package rules

import (
	"encoding/json"
	"testing"
)

// TestTexts checks that values survive a round trip through readable text.
func TestTexts(t *testing.T) {
	type all struct {
		Square, None Square
		Set, Empty   Bitboard
		Start, Next  Position
	}
	next, err := Start().Play(19)
	if err != nil {
		t.Fatal(err)
	}
	want := all{Square: 19, None: NoSquare, Set: SetOf(0, 63), Start: Start(), Next: next}
	text, err := json.Marshal(want)
	const written = `{"Square":"d3","None":"-","Set":"a1 h8","Empty":"",` +
		`"Start":"---------------------------OX------XO--------------------------- X",` +
		`"Next":"-------------------X-------XX------XO--------------------------- O"}`
	if string(text) != written || err != nil {
		t.Errorf("it is written as %s, %v", text, err)
	}
	var got all
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("%+v is read, %v, want %+v", got, err, want)
	}
	for _, wrong := range []string{`{"Square":"i9"}`, `{"Set":"a1 b"}`, `{"Start":"X"}`} {
		if err := json.Unmarshal([]byte(wrong), &got); err == nil {
			t.Errorf("%s can be read", wrong)
		}
	}
}
