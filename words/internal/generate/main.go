// Command generate writes the types of the messages that the English file of words has.
//
// A message is a struct, and the slots of its sentence are its fields. What a slot holds
// follows from its name: comments of the form
//
//	# Person = Player, Opponent
//
// say it at the head of the file for all messages, and within a message for that one alone.
// There they also name a count that the English sentence does not tell.
//
// It must never do what those who add or mend a translation would have to know of: only the
// English file, and of that only names, slots and descriptions, are in what it writes.
package main

import (
	"fmt"
	"os"
)

// The files, seen from the folder of words, where go generate runs.
const (
	source = "active.en.toml"
	types  = "messages.go"
	list   = "messages_test.go"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	messages, err := read(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", source, err)
	}
	files, err := write(messages)
	if err != nil {
		return err
	}
	for name, code := range files {
		if err := os.WriteFile(name, code, 0o644); err != nil {
			return err
		}
	}
	return nil
}
