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
