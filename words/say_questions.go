package words

import (
	"othellobot/rules"
)

// What people ask each other, and what is left of it. What each says stands in active.en.toml.
type (
	ChallengesYou struct {
		sentence
		Challenged, Challenger Person
		Color                  rules.Color
		Until                  When
	}
	ChallengesYouFirst struct {
		sentence
		Challenged, Challenger Person
		Color                  rules.Color
		Until                  When
	}
	ChallengeAccepted struct {
		sentence
		Player Person
	}
	AsksUndo struct {
		sentence
		Asker, Asked Person
	}
	AsksStop struct {
		sentence
		Asker, Asked Person
	}
	OrResign struct{ sentence }
	Agreed   struct {
		sentence
		Player Person
	}
	QuestionDropped struct{ sentence }
	QuestionRefused struct {
		sentence
		Player Person
	}
	QuestionOver    struct{ sentence }
	QuestionSettled struct{ sentence }
	ConfirmResign   struct {
		sentence
		Opponent Person
		Color    rules.Color
	}
	NotResigned   struct{ sentence }
	ConfirmForget struct{ sentence }
	Forgotten     struct{ sentence }
)
