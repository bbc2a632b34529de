package game

import (
	"encoding/json"
	"time"

	"othellobot/rules"
)

// Salvaged makes of a game whose document cannot be read one that is over and names nobody,
// in the first version: the moves alone, if there are any that can be played. It reports
// false if nothing is left.
func Salvaged(id ID, at Place, document []byte, now time.Time) (Game, bool) {
	var d struct {
		Start *documentStart `json:"start"`
		Moves string         `json:"moves"`
	}
	none := Game{ID: id, Place: at}
	if json.Unmarshal(document, &d) != nil {
		return none, false
	}
	var words wordReader
	moves, err := rules.ParseTranscript(d.Moves)
	start := words.start(d.Start)
	if err != nil || words.err != nil || len(moves) == 0 {
		return none, false
	}
	g, err := Restore(Game{
		ID: id, Place: at, Version: 1, Mode: Open, Phase: Over,
		Start: start, Moves: moves, Loaded: uint8(len(moves)), At: now.UnixMilli(),
		Result: &Result{Reason: SetAside},
	})
	if err != nil {
		return none, false
	}
	return g, true
}
