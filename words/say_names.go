package words

import (
	"othellobot/chat"
	"othellobot/rules"
)

// Names, and what joins words and sentences. What each says stands in active.en.toml.
type (
	LanguageName   struct{ sentence }
	Beta           struct{ sentence }
	TheBot         struct{ sentence }
	TheChannel     struct{ sentence }
	Somebody       struct{ sentence }
	Black          struct{ sentence }
	White          struct{ sentence }
	PlayerAndColor struct {
		sentence
		Player Person
		Color  rules.Color
	}
	Sentences struct {
		sentence
		First, Next chat.Text
	}
	Comma struct {
		sentence
		First, Next chat.Text
	}
	And struct {
		sentence
		First, Last chat.Text
	}
	Or struct {
		sentence
		First, Last chat.Text
	}
)
