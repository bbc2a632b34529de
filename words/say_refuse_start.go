package words

import (
	"othellobot/rules"
)

// Refusals to start something. What each says stands in active.en.toml.
type (
	NoGame         struct{ sentence }
	GameUnreadable struct{ sentence }
	GameNewer      struct{ sentence }
	BeingDeleted   struct{ sentence }
	Busy           struct {
		sentence
		Black, White Person
		Move         int
	}
	BusyOpen struct {
		sentence
		Starter Person
		Move    int
	}
	BusyBot struct {
		sentence
		Move int
	}
	BusyWatch  struct{ sentence }
	BusyJoinIn struct{ sentence }
	BusyAccept struct{ sentence }
	SeatFree   struct {
		sentence
		Color  rules.Color
		Holder Person
	}
	TooManyDuels struct {
		sentence
		Player Person
		Most   int
	}
	ChallengeWaits struct {
		sentence
		Challenged Person
	}
	NotYourself    struct{ sentence }
	DeclinedLately struct {
		sentence
		Challenged Person
		Until      When
	}
	TooManyChallenges struct {
		sentence
		Challenged Person
	}
	SeveralChallenges struct{ sentence }
	NoChallenge       struct{ sentence }
	OtherBots         struct{ sentence }
	FirstMoveChooses  struct{ sentence }
	OneOpponent       struct{ sentence }
	ChooseListed      struct {
		sentence
		Name Typed
	}
	ChoosePerson struct{ sentence }
	Levels       struct {
		sentence
		Most int
	}
	NoThreads struct{ sentence }
	NoTheme   struct {
		sentence
		Themes Choices
	}
	NoLanguage struct {
		sentence
		Languages Choices
	}
	NoSetting struct {
		sentence
		Word     Typed
		Settings Choices
	}
	NoSettingUnsaid struct {
		sentence
		Settings Choices
	}
	LevelAtStart          struct{ sentence }
	SettingsForModerators struct{ sentence }
	DailyForModerators    struct{ sentence }
	NoHintsInDuels        struct{ sentence }
	ClockInDoubt          struct{ sentence }
)
