package words

import (
	"othellobot/rules"
)

// How games and challenges ended. What each says stands in active.en.toml.
type (
	NeitherCanMove struct{ sentence }
	PlayerWins     struct {
		sentence
		Player Person
		Score  Score
	}
	PlayerWinsAs struct {
		sentence
		Player Person
		Color  rules.Color
		Score  Score
	}
	ColorWins struct {
		sentence
		Color rules.Color
		Score Score
	}
	BotWins struct {
		sentence
		Level int
		Score Score
	}
	Draw struct {
		sentence
		Score Score
	}
	OnBoard struct {
		sentence
		Score Score
	}
	DrawOnBoard struct {
		sentence
		Score Score
	}
	WellFought struct {
		sentence
		Player Person
	}
	WellPlayed struct {
		sentence
		Player Person
	}
	WellPlayedBoth struct {
		sentence
		Black, White Person
	}
	BeatLevel struct {
		sentence
		Player Person
		Level  int
	}
	Leads struct {
		sentence
		Leader, Other Person
		Score         Score
	}
	Level struct {
		sentence
		Black, White Person
		Score        Score
	}
	Resigned struct {
		sentence
		Player, Winner Person
		Color          rules.Color
	}
	Claimed struct {
		sentence
		Winner, Loser Person
	}
	Stopped struct {
		sentence
		Player Person
	}
	StoppedByOperator struct{ sentence }
	SetAside          struct{ sentence }
	Expired           struct{ sentence }
	Declined          struct {
		sentence
		Player Person
	}
	Withdrawn struct {
		sentence
		Player Person
	}
	Lapsed struct {
		sentence
		Player Person
	}
	GoOnLater struct {
		sentence
		What string
	}
)
