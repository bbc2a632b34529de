package bot

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/words"
)

// TestCommandsInSentencesAreCommands sends every command that the bot's sentences recommend,
// because adapters turn their words into typed arguments with the same declarations.
func TestCommandsInSentencesAreCommands(t *testing.T) {
	b := New(Config{Words: words.MustLoad()})
	commands := recommended(t)
	if len(commands) < 10 {
		t.Errorf("only %q found", commands)
	}
	for _, command := range commands {
		text, person, named := strings.Cut(command, "@")
		said := []chat.Word{{Text: text}}
		if named {
			said = append(said, chat.Word{Text: person, Kind: chat.MentionsPerson})
		}
		r, err := b.parse(chat.Action{Words: said}, nil)
		if err != nil {
			t.Errorf("%q: %v", command, err)
		}
		if r.action.TextOnly && r.action.press == nil {
			t.Errorf("%q is nothing to send where commands are declared, and no button either", command)
		}
	}
}

// recommended returns the commands in the bot's sentences. If a command has a computed value, it
// returns only the verb.
func recommended(t *testing.T) (commands []string) {
	t.Helper()
	text, err := os.ReadFile("../words/active.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`\{\{command "([^"]*)"`).FindAllStringSubmatch(string(text), -1) {
		commands = append(commands, strings.TrimSpace(found[1]))
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}
