package words

import (
	"othellobot/chat"
	"othellobot/rules"
)

// What stands around a board. What each says stands in active.en.toml.
type (
	Standing struct {
		sentence
		Black, White Side
		Score        Score
	}
	StandingDiscs struct {
		sentence
		Black, White         Side
		BlackDisc, WhiteDisc string
		Score                Score
	}
	StandingLevel struct {
		sentence
		Black, White Side
		Score        Score
		Level        int
	}
	StandingLevelDiscs struct {
		sentence
		Black, White         Side
		BlackDisc, WhiteDisc string
		Score                Score
		Level                int
	}
	FirstMove struct {
		sentence
		Moves   Count
		Command string
	}
	MoveNumber struct {
		sentence
		Number int
		Moves  Count
	}
	MoveList struct {
		sentence
		Number int
		Moves  string
	}
	MoveListFirst struct {
		sentence
		Moves, Command string
	}
	MoveListOnly struct {
		sentence
		Moves string
	}
	MoveMenu struct {
		sentence
		Moves Count
	}
	TypeOthers struct {
		sentence
		Footer chat.Text
		Moves  string
	}
	EndMoves struct {
		sentence
		Moves string
	}
	EndMovesOpening struct {
		sentence
		Opening, Moves string
	}
	EndHistory struct {
		sentence
		Moves Count
	}
	MoveMade struct {
		sentence
		Number int
		Player Person
		Square rules.Square
	}
	MoveTakenBack struct {
		sentence
		Player Person
	}
	GameBegan     struct{ sentence }
	GameElsewhere struct{ sentence }
	EndElsewhere  struct{ sentence }
	StartBoard    struct{ sentence }
)
