package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/chat"
)

// TestCommandsInSentencesAreCommands sends every command that a sentence of the
// bot recommends: adapters turn its words into typed arguments by the same
// declarations.
func TestCommandsInSentencesAreCommands(t *testing.T) {
	b := New(Config{})
	commands := recommended(t)
	if len(commands) < 10 {
		t.Errorf("only %q found", commands)
	}
	for _, words := range commands {
		text, person, named := strings.Cut(words, "@")
		said := []chat.Word{{Text: text}}
		if named {
			said = append(said, chat.Word{Text: person, Kind: chat.MentionsPerson})
		}
		r := request{Action: chat.Action{Words: said}}
		if err := b.read(&r); err != nil {
			t.Errorf("%q: %v", words, err)
		}
		if r.action.onlyText && r.action.press == nil {
			t.Errorf("%q is nothing to send where commands are declared, and no button either", words)
		}
	}
}

// recommended are the commands written out in the package's source. Where a
// value is put together, only its verb is.
func recommended(t *testing.T) (commands []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if of, ok := call.Fun.(*ast.SelectorExpr); !ok || of.Sel.Name != "CommandOf" {
				return true
			}
			argument := call.Args[0]
			if sum, ok := argument.(*ast.BinaryExpr); ok {
				argument = sum.X
			}
			if literal, ok := argument.(*ast.BasicLit); ok {
				words, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				commands = append(commands, words)
			}
			return true
		})
	}
	slices.Sort(commands)
	return slices.Compact(commands)
}
