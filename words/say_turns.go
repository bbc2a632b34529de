package words

import (
	"othellobot/rules"
)

// Whose turn it is. It follows what happened. What each says stands in active.en.toml.
type (
	YourMove    struct{ sentence }
	ColorToMove struct {
		sentence
		Color rules.Color
	}
	PlayerToMove struct {
		sentence
		Player Person
	}
	BotThinks       struct{ sentence }
	ColorMovesAgain struct {
		sentence
		Passed, Color rules.Color
	}
	PlayerMovesAgain struct {
		sentence
		Passed rules.Color
		Player Person
	}
	BotMovesAgain struct {
		sentence
		Passed rules.Color
	}
)
