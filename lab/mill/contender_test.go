package main

import (
	"testing"

	"othellobot/rules"
)

// TestContendersWithABook checks that levels have a book if they do in the bot, and searches
// have one on request.
func TestContendersWithABook(t *testing.T) {
	p, _ := rules.Start().Play(37)
	for description, want := range map[string]bool{
		"level=16": true, "level=14": true, "level=13": false, "level=13,book=on": false,
		"level=16,book=off": false, "depth=2": false, "depth=2,book=on": true,
	} {
		a, err := parseContender(description)
		if err != nil {
			t.Fatal(err)
		}
		if _, got := a.fromBook(p, 1); got != want {
			t.Errorf("%s: a book %v", description, got)
		}
	}
}
