package words

import (
	"othellobot/chat"
	"othellobot/rules"
)

// The puzzle of the day. What each says stands in active.en.toml.
type (
	PuzzleButton   struct{ sentence }
	SolveButton    struct{ sentence }
	TryAgainButton struct{ sentence }
	EasyChoice     struct{ sentence }
	MediumChoice   struct{ sentence }
	HardChoice     struct{ sentence }

	PuzzleTitle struct {
		sentence
		Number int
		Grade  chat.Text
	}
	PuzzleTask struct {
		sentence
		Color rules.Color
	}
	PuzzlePast      struct{ sentence }
	PuzzleTriedOnce struct {
		sentence
		Square rules.Square
	}

	PuzzleNoWin struct {
		sentence
		Square rules.Square
	}
	PuzzleDraws struct {
		sentence
		Square rules.Square
	}
	PuzzleLoses struct {
		sentence
		Square rules.Square
		Margin Count
	}
	PuzzleLine struct {
		sentence
		Line string
	}
	PuzzleNextDraws struct {
		sentence
		Square rules.Square
	}
	PuzzleNextLoses struct {
		sentence
		Square rules.Square
		Margin Count
	}
	PuzzleNoAnswer struct {
		sentence
		Opponent rules.Color
	}
	PuzzleOneAnswer struct {
		sentence
		Opponent rules.Color
		Answer   rules.Square
	}
	PuzzleAnswers struct {
		sentence
		Opponent rules.Color
		Answers  Count
	}
	PuzzleGivesCorner struct {
		sentence
		Corner rules.Square
	}

	PuzzleRight      struct{ sentence }
	PuzzleRightLater struct{ sentence }
	PuzzleFailed     struct{ sentence }
	PuzzleSolved     struct{ sentence }
	InARow           struct {
		sentence
		Puzzles Count
	}

	PuzzleShared struct {
		sentence
		Player Person
		Number int
		Grade  chat.Text
		Mark   string
	}
	PuzzleSharedInARow struct {
		sentence
		Player  Person
		Number  int
		Grade   chat.Text
		Mark    string
		Puzzles Count
	}
	PuzzleSharedAlready struct{ sentence }
	DonePuzzleShared    struct{ sentence }

	PuzzleYesterday struct {
		sentence
		Number int
		Square rules.Square
	}
	PuzzleSolver struct {
		sentence
		Player Person
		Mark   string
	}
	PuzzleSolvers struct {
		sentence
		People chat.Text
	}
	PuzzleSolversMore struct {
		sentence
		People chat.Text
		More   Count
	}

	PuzzleHelp         struct{ sentence }
	PuzzleGradeHelp    struct{ sentence }
	PuzzlePrivacy      struct{ sentence }
	SettingsPuzzleHelp struct{ sentence }
	SettingsZoneHelp   struct{ sentence }
	SettingsDaily      struct {
		sentence
		Time, Zone string
	}
	SettingsNoDaily struct{ sentence }
	NoTimeOfDay     struct{ sentence }
	NoZone          struct{ sentence }
	NearZones       struct {
		sentence
		Zones Choices
	}
)
