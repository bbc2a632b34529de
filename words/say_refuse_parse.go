package words

import (
	"othellobot/rules"
)

// Refusals of what was typed: what is wrong, and what to do next. What each says stands in active.en.toml.
type (
	TooLong     struct{ sentence }
	UnknownWord struct {
		sentence
		Word Typed
	}
	UnknownWordUnsaid struct{ sentence }
	UnknownVerb       struct {
		sentence
		Word  Typed
		Meant string
	}
	DidYouMean struct {
		sentence
		Meant string
	}
	PlayThat struct {
		sentence
		Square rules.Square
	}
	NoCommand  struct{ sentence }
	GivenTwice struct {
		sentence
		Parameter string
	}
	StandsAlone struct {
		sentence
		Word    Typed
		Command string
	}
	StandsAloneUnsaid struct {
		sentence
		Command string
	}
	Takes struct {
		sentence
		Word           Typed
		Command, Takes string
	}
	TakesUnsaid struct {
		sentence
		Command, Takes string
	}
	ChoicesAre struct {
		sentence
		Parameter string
		Choices   Choices
	}
	WhichSquare  struct{ sentence }
	NoPassing    struct{ sentence }
	SeveralMoves struct {
		sentence
		Moves Count
	}
	NotASquare struct {
		sentence
		Word Typed
	}
	NotASquareUnsaid struct{ sentence }
	WhoseBoard       struct{ sentence }
	BoardSize        struct {
		sentence
		Squares Count
	}
	BoardCharacter struct {
		sentence
		Number int
	}
	WhichMoves     struct{ sentence }
	NotATranscript struct{ sentence }

	// NoTranscriptThere says that a message chosen in a menu has no moves in it.
	NoTranscriptThere struct{ sentence }
	LoadWhoseMove     struct{ sentence }
	LoadIllegal       struct {
		sentence
		Number int
		Square rules.Square
		Color  rules.Color
	}
)

// refusalMessages lists those of all refusals.
func refusalMessages() []Message {
	return []Message{
		TooLong{},
		UnknownWord{},
		UnknownWordUnsaid{},
		UnknownVerb{},
		DidYouMean{},
		PlayThat{},
		NoCommand{},
		GivenTwice{},
		StandsAlone{},
		StandsAloneUnsaid{},
		Takes{},
		TakesUnsaid{},
		ChoicesAre{},
		WhichSquare{},
		NoPassing{},
		SeveralMoves{},
		NotASquare{},
		NotASquareUnsaid{},
		WhoseBoard{},
		BoardSize{},
		BoardCharacter{},
		WhichMoves{},
		NotATranscript{},
		NoTranscriptThere{},
		LoadWhoseMove{},
		LoadIllegal{},

		NoGame{},
		GameUnreadable{},
		GameNewer{},
		Busy{},
		BusyOpen{},
		BusyBot{},
		BusyWatch{},
		BusyJoinIn{},
		BusyAccept{},
		SeatFree{},
		TooManyDuels{},
		ChallengeWaits{},
		NotYourself{},
		DeclinedLately{},
		TooManyChallenges{},
		SeveralChallenges{},
		NoChallenge{},
		OtherBots{},
		FirstMoveChooses{},
		OneOpponent{},
		ChooseListed{},
		ChoosePerson{},
		Levels{},
		NoThreads{},
		NoTheme{},
		NoLanguage{},
		NoSetting{},
		NoSettingUnsaid{},
		LevelAtStart{},
		SettingsForModerators{},
		NoHintsInDuels{},
		ClockInDoubt{},

		TakenByBlack{},
		TakenByWhite{},
		WasFaster{},
		TrapsNoWhite{},
		TrapsNoBlack{},
		Stale{},
		StaleMove{},
		GameOver{},
		GameUnknown{},
		OthersInGame{},
		NotStarted{},
		NotOver{},
		NotAsked{},
		NothingAsked{},
		AskPending{},
		AskedAlready{},
		NothingToTakeBack{},
		NoOpponent{},
		OpenToAll{},
		OwnTurn{},
		InGameAlready{},
		NotYourChallenge{},
		NotYourGame{},
		NotYourOpenGame{},
		OpponentForgotten{},
		NotMovedYet{},
		Watching{},
		WatchingThread{},
		SeatsTaken{},
		MayStopFree{},
		MayStopDuel{},
		MayStopOpen{},
		ChallengeEnded{},
		TurnOfFree{},
		TurnOfBot{},
		TurnOf{},
		TurnOfTold{},
		YouPlay{},
		SideFree{},
		SideHeld{},
		LastWasYours{},
		YoursThen{},
		OldButton{},
		Thinking{},
	}
}
