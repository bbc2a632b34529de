package store

import (
	"encoding/json"

	"othellobot/game"
)

// messages are those that show a game, as they are written down.
type messages struct {
	Shown []shownMessage `json:"shown,omitempty"`
	Down  []downMessage  `json:"down,omitempty"`
}

type shownMessage struct {
	Slot    string `json:"slot"`
	Version uint32 `json:"version"`
	Ref     string `json:"ref"`
}

type downMessage struct {
	Slot string `json:"slot"`
	Ref  string `json:"ref"`
}

// noMessages is what is written down where there are none.
const noMessages = "{}"

func formatMessages(m game.Messages) (string, error) {
	var out messages
	for _, p := range m.Shown {
		out.Shown = append(out.Shown, shownMessage{p.Slot, p.Version, p.Ref})
	}
	for _, d := range m.Down {
		out.Down = append(out.Down, downMessage{d.Slot, d.Ref})
	}
	text, err := json.Marshal(out)
	return string(text), err
}

func parseMessages(id game.ID, text string) (game.Messages, error) {
	var m game.Messages
	if text == noMessages {
		return m, nil
	}
	var in messages
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return m, err
	}
	for _, p := range in.Shown {
		m.Shown = append(m.Shown, game.Posted{Game: id, Slot: p.Slot, Version: p.Version, Ref: p.Ref})
	}
	for _, d := range in.Down {
		m.Down = append(m.Down, game.Down{Game: id, Slot: d.Slot, Ref: d.Ref})
	}
	return m, nil
}
