package words

import (
	"othellobot/rules"
)

// What happened in a game. What each says stands in active.en.toml.
type (
	Played struct {
		sentence
		Player Person
		Square rules.Square
		Flips  All
	}
	PlayedMany struct {
		sentence
		Player Person
		Square rules.Square
		Flips  int
	}
	Answered struct {
		sentence
		Player Person
		Square rules.Square
	}
	OpeningReached struct {
		sentence
		Opening string
	}
	AcceptedChallenge struct {
		sentence
		Player Person
	}
	Joined struct {
		sentence
		Player Person
		Color  rules.Color
	}
	BotJoined struct {
		sentence
		Color rules.Color
		Level int
	}
	TookBack struct {
		sentence
		Player Person
		Moves  []rules.Square
	}
	GameBegins     struct{ sentence }
	LoadedPosition struct{ sentence }
	Loaded         struct {
		sentence
		Player Person
		Moves  Count
	}
	LoadedBoard struct {
		sentence
		Player Person
	}
	AgainstBot struct {
		sentence
		Player Person
		Color  rules.Color
		Level  int
	}
	Opened struct {
		sentence
		Player Person
	}
	Seeks struct {
		sentence
		Player      Person
		Color, Free rules.Color
	}
	PlaysAgain struct {
		sentence
		Player Person
	}
)
