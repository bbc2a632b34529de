package discord

import (
	"testing"

	"othellobot/chat"
)

func declared() []chat.Command {
	return []chat.Command{
		{Name: "start", Parameters: []chat.Parameter{
			{Name: "opponent", Type: chat.TypeUser},
			{Name: "with", Choices: []chat.Choice{{Label: "The bot", Value: "bot"}, {Label: "Anyone", Value: "anyone"}}},
			{Name: "level", Type: chat.TypeInteger, Min: 1, Max: 10},
			{Name: "thread", Type: chat.TypeFlag},
		}},
		{Name: "move", Parameters: []chat.Parameter{{Name: "square", Required: true, Complete: true}}},
		{Name: "check", Parameters: []chat.Parameter{
			{Name: "square"},
			{Name: "color", Choices: []chat.Choice{{Label: "black", Value: "black"}, {Label: "white", Value: "white"}}},
			{Name: "board", Type: chat.TypeRest},
		}},
		{Name: "load", Parameters: []chat.Parameter{{Name: "moves", Type: chat.TypeRest, Required: true}}},
		{Name: "board"},
		{Name: "seek", Parameters: []chat.Parameter{{Name: "words"}, {Name: "page", Type: chat.TypeInteger}}},
		{Name: "help", Parameters: []chat.Parameter{
			{Name: "topic", Choices: []chat.Choice{{Label: "rules", Value: "rules"}, {Label: "forget", Value: "forget"}}},
		}},
	}
}

func TestCommandText(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"", "/othello"},
		{"board", "</othello board:9>"},
		{"move", "</othello move:9>"},
		{"move d3", "</othello move:9> square:d3"},
		{"start bot", "</othello start:9> with:bot"},
		{"start bot 2", "</othello start:9> with:bot level:2"},
		{"start 2", "</othello start:9> level:2"},
		{"start @name", "</othello start:9> @name"},
		{"check d3", "</othello check:9> square:d3"},
		{"check white", "</othello check:9> color:white"},
		{"check  d3  black", "</othello check:9> square:d3 color:black"},
		{"load f5d6c3", "</othello load:9> moves:f5d6c3"},
		{"seek d3 7", "</othello seek:9> words:d3 page:7"},
		{"help forget", "</othello help:9> topic:forget"},
		{"forget", "</othello help:9> topic:forget"},
		{"bot", "</othello start:9> with:bot"},
		{"rematch", "**Rematch**"},
		{"accept @name", "**Accept**"},
	} {
		if got := (commandText{id: "9", commands: declared()}).write(c.words); got != c.want {
			t.Errorf("%q is written %q, want %q", c.words, got, c.want)
		}
	}
}

func TestCommandTextWithoutAnID(t *testing.T) {
	for words, want := range map[string]string{
		"":          "/othello",
		"board":     "`/othello board`",
		"move d3":   "`/othello move` square:d3",
		"rules":     "`/othello help` topic:rules",
		"join them": "**Join**",
	} {
		if got := (commandText{commands: declared()}).write(words); got != want {
			t.Errorf("%q is written %q, want %q", words, got, want)
		}
	}
	if got := (commandText{}).write("move d3"); got != "**Move**" {
		t.Errorf("where nothing is declared, a command is written %q", got)
	}
}
