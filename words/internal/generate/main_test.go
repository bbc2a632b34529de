package main

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestGeneratedIsCurrent(t *testing.T) {
	text, err := os.ReadFile("../../" + source)
	if err != nil {
		t.Fatal(err)
	}
	messages, err := read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	files, err := write(messages)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(got), "\n"), strings.Split(string(want), "\n")); diff != "" {
			t.Errorf("%s is not what go generate ./words writes (-there +generated):\n%s", name, diff)
		}
	}
}

func TestRead(t *testing.T) {
	const text = `
# Person = Player, Other
# Count = Moves

[Played]
# string = Moves
description = "Somebody \"moved\"."
one = "{{.Player}} played {{bold .Moves}}."
other = '{{.Player}} {{bold "played .Other " .Moves}} and {{.Player}}.'

[Counted]
# Count = Passes
description = "A number that is not told."
other = "Again."
`
	got, err := read(text)
	if err != nil {
		t.Fatal(err)
	}
	want := []message{
		{"Played", `Somebody "moved".`, []slot{{"Player", "Person"}, {"Moves", "string"}}},
		{"Counted", "A number that is not told.", []slot{{"Passes", "Count"}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(message{}, slot{})); diff != "" {
		t.Errorf("the messages differ (-want +got):\n%s", diff)
	}
}

func TestReadAsksForTypes(t *testing.T) {
	_, err := read("[Played]\ndescription = \"\"\nother = \"{{.Player}}\"\n")
	if err == nil || !strings.Contains(err.Error(), "Played: nothing says what the slot Player holds") {
		t.Errorf("the error is %v", err)
	}
}
