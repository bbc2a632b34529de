// Command generate writes the types of the messages in the English file of words.
//
// A message is a struct, and the slots of its sentence are its fields. The name of a slot
// decides its type. Comments of the form
//
//	# Person = Player, Opponent
//
// define the types. At the head of the file they apply to all messages, within a message only
// to that message. There they also declare slots that the English sentence lacks.
//
// The command must never read translations, so that translators need not run it. Its
// output depends only on the names, slots and descriptions of the English file.
package main

import (
	"fmt"
	"os"
)

// The files, relative to the folder of words, where go generate runs.
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
