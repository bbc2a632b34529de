package words

import (
	"othellobot/chat"
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
	AsksDaily struct {
		sentence
		Asker Person
	}
	AnotherAgrees struct{ sentence }
	OrResign      struct{ sentence }
	Agreed        struct {
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
	ForgetEnds    struct {
		sentence
		What chat.Text
	}
	ForgetEndsDuel struct {
		sentence
		Opponent Person
	}
	ForgetEndsSeat      struct{ sentence }
	ForgetEndsChallenge struct{ sentence }
	ForgetEndsReceived  struct {
		sentence
		Challenger Person
	}
	Forgotten      struct{ sentence }
	ForgottenLater struct{ sentence }
)
