package words

import (
	"othellobot/chat"
	"othellobot/rules"
)

// The list of one player's games, and its links. What each says stands in active.en.toml.
type (
	YourGames struct{ sentence }
	NoGames   struct{ sentence }
	AwaitsYou struct {
		sentence
		Opponent Person
		Board    chat.Text
	}
	AwaitsOpponent struct {
		sentence
		Opponent Person
		Board    chat.Text
	}
	AwaitsAnybody struct {
		sentence
		Color rules.Color
		Board chat.Text
	}
	AwaitsJoiner struct {
		sentence
		Board chat.Text
	}
	ChallengeAwaitsYou struct {
		sentence
		Challenger Person
		Board      chat.Text
	}
	ChallengeAwaitsOther struct {
		sentence
		Challenged Person
		Board      chat.Text
	}
	MoreGames struct {
		sentence
		Games Count
	}
	MoveLink struct {
		sentence
		Number int
	}
	ChallengeLink struct{ sentence }
	SendMeButton  struct{ sentence }
	UpdateButton  struct{ sentence }
)
