package words

import (
	"othellobot/chat"
)

// What the bot tells of itself. What each says stands in active.en.toml.
type (
	Help         struct{ sentence }
	HelpCommands struct{ sentence }
	HelpCommand  struct {
		sentence
		Command string
		Help    chat.Text
	}
	HelpCommandTakes struct {
		sentence
		Command string
		Help    chat.Text
		Takes   string
	}
	Notation    struct{ sentence }
	Rules       struct{ sentence }
	Privacy     struct{ sentence }
	ThreadTitle struct{ sentence }
	SettingsAre struct {
		sentence
		Theme  string
		Themes Choices
		Pings  string
	}
	SettingsLanguage struct {
		sentence
		Language string
	}
	SettingsLanguages struct {
		sentence
		Languages Choices
	}
	SettingsChanged struct {
		sentence
		Player Person
	}
	SpeaksAs struct {
		sentence
		Player Person
	}
	SpeaksNow struct{ sentence }
)
