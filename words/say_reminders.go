package words

import (
	"othellobot/rules"
)

// What players are told when they are awaited. What each says stands in active.en.toml.
type (
	Reminder struct {
		sentence
		Player Person
		Color  rules.Color
	}
	UrgentReminder struct {
		sentence
		Player, Waiting Person
		Color           rules.Color
	}
	ClaimOffer struct {
		sentence
		Waiting, Absent Person
		Color           rules.Color
	}
)
