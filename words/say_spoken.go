package words

import (
	"othellobot/rules"
)

// What a message with a board says to those who hear it, or see its notification only. What each says stands in active.en.toml.
type (
	SpokenMove struct {
		sentence
		Player Person
		Color  rules.Color
		Square rules.Square
		Flips  All
		Score  Score
	}
	SpokenScore struct {
		sentence
		Score Score
	}
	SpokenPass struct {
		sentence
		Color rules.Color
	}
	SpokenTurn struct {
		sentence
		Player Person
		Color  rules.Color
		Moves  Any
	}
	SpokenColor struct {
		sentence
		Color rules.Color
		Moves Any
	}
	SpokenBlack struct {
		sentence
		Squares All
	}
	SpokenWhite struct {
		sentence
		Squares All
	}
	SpokenNoBlack struct{ sentence }
	SpokenNoWhite struct{ sentence }
	RowBoth       struct {
		sentence
		Row          int
		Black, White All
	}
	RowBlack struct {
		sentence
		Row   int
		Black All
	}
	RowWhite struct {
		sentence
		Row   int
		White All
	}
	ReadButton struct{ sentence }
)
