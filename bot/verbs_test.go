package bot

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestCommandsAreInOrder(t *testing.T) {
	want := []string{"start", "move", "board", "check", "hint", "undo", "resign", "stop", "history", "load", "settings", "help"}
	var got []string
	for _, c := range Commands() {
		got = append(got, c.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("commands are %v, want %v", got, want)
	}
}

// TestDeclarationsFitEveryPlatform holds the declarations to what the strictest
// platform takes: 25 commands and as many parameters and choices, names of 32
// and help of 100 characters, required parameters first
// (https://docs.discord.com/developers/interactions/application-commands).
func TestDeclarationsFitEveryPlatform(t *testing.T) {
	const most, nameLength, helpLength = 25, 32, 100
	if n := len(Commands()); n > most {
		t.Errorf("%d commands, more than %d", n, most)
	}
	for _, v := range verbs() {
		if utf8.RuneCountInString(v.Help) > helpLength || v.Help == "" {
			t.Errorf("the help of %s is %d characters long", v.Name, utf8.RuneCountInString(v.Help))
		}
		optional := false
		for _, p := range v.Parameters {
			if len(p.Name) > nameLength || utf8.RuneCountInString(p.Help) > helpLength || p.Help == "" || len(p.Choices) > most {
				t.Errorf("%s %s does not fit", v.Name, p.Name)
			}
			if p.Required && optional {
				t.Errorf("%s %s is required but comes after an optional one", v.Name, p.Name)
			}
			optional = optional || !p.Required
		}
		if v.run == nil {
			t.Errorf("%s does nothing", v.Name)
		}
	}
}
