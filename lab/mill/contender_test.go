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
		"level=10": true, "level=9": true, "level=8": false, "level=8,book=on": false,
		"level=10,book=off": false, "depth=2": false, "depth=2,book=on": true,
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
