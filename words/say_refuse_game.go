package words

import (
	"othellobot/rules"
)

// Refusals of the game itself. What each says stands in active.en.toml.
type (
	TakenByBlack struct {
		sentence
		Square rules.Square
		Legal  Any
	}
	TakenByWhite struct {
		sentence
		Square rules.Square
		Legal  Any
	}
	WasFaster struct {
		sentence
		Player Person
		Square rules.Square
	}
	TrapsNoWhite struct {
		sentence
		Square rules.Square
		Legal  Any
	}
	TrapsNoBlack struct {
		sentence
		Square rules.Square
		Legal  Any
	}
	Stale     struct{ sentence }
	StaleMove struct {
		sentence
		Player Person
		Square rules.Square
	}
	GameOver     struct{ sentence }
	GameUnknown  struct{ sentence }
	OthersInGame struct{ sentence }
	NotStarted   struct{ sentence }
	NotOver      struct{ sentence }
	NotAsked     struct{ sentence }
	NothingAsked struct{ sentence }
	AskPending   struct{ sentence }
	AskedAlready struct {
		sentence
		Player Person
	}
	NothingToTakeBack struct{ sentence }
	NoOpponent        struct{ sentence }
	OpenToAll         struct{ sentence }
	OwnTurn           struct{ sentence }
	InGameAlready     struct{ sentence }
	NotYourChallenge  struct {
		sentence
		Challenged Person
	}
	NotYourGame struct {
		sentence
		Black, White Person
	}
	NotYourOpenGame struct {
		sentence
		Starter Person
	}
	OpponentForgotten struct{ sentence }
	NotMovedYet       struct{ sentence }
	Watching          struct {
		sentence
		Black, White Person
	}
	WatchingThread struct {
		sentence
		Black, White Person
	}
	SeatsTaken struct {
		sentence
		Black, White Person
	}
	MayStopFree struct {
		sentence
		Starter Person
	}
	MayStopDuel struct {
		sentence
		Black, White Person
	}
	MayStopOpen struct {
		sentence
		Starter Person
	}
	ChallengeEnded struct{ sentence }
	TurnOfFree     struct {
		sentence
		Color rules.Color
	}
	TurnOfBot struct {
		sentence
		Color rules.Color
	}
	TurnOf struct {
		sentence
		Player Person
		Color  rules.Color
	}
	TurnOfTold struct {
		sentence
		Player Person
		Color  rules.Color
	}
	YouPlay struct {
		sentence
		Color rules.Color
	}
	SideFree struct {
		sentence
		Color rules.Color
	}
	SideHeld struct {
		sentence
		Color  rules.Color
		Holder Person
		Until  When
	}
	LastWasYours struct{ sentence }
	YoursThen    struct {
		sentence
		Color rules.Color
	}
	OldButton struct{ sentence }
	Thinking  struct{ sentence }
)
