package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// message is an entry of the English file.
type message struct {
	name, description string
	slots             []slot // as in the sentence, then those it lacks
}

// slot is a field of a message, with its Go type.
type slot struct{ name, holds string }

var (
	header  = regexp.MustCompile(`^\[(\w+)\]$`)
	typing  = regexp.MustCompile(`^# ([\w.\[\]]+) = (\w+(?:, \w+)*)$`)
	braces  = regexp.MustCompile(`\{\{.*?\}\}`)
	literal = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	named   = regexp.MustCompile(`\.(\w+)`)
)

// read returns the messages of the English file in their order.
func read(text string) ([]message, error) {
	var entries map[string]map[string]string
	if _, err := toml.Decode(text, &entries); err != nil {
		return nil, err
	}
	var messages []message
	usual := make(map[string]string) // types of slots, by name
	own := usual                     // types of slots in the current section, by name
	finish := func() error {
		if len(messages) == 0 {
			return nil
		}
		m := &messages[len(messages)-1]
		entry := entries[m.name]
		m.description = entry["description"]
		names := slotNames(entry["other"] + entry["one"])
		for name := range own {
			names = append(names, name)
		}
		slices.Sort(names[len(names)-len(own):])
		for _, name := range names {
			holds := own[name]
			if holds == "" {
				holds = usual[name]
			}
			if holds == "" {
				return fmt.Errorf("%s: nothing says what the slot %s holds: name it in a comment such as \"# Person = Player\", at the head of the file or here", m.name, name)
			}
			if s := (slot{name, holds}); !slices.Contains(m.slots, s) {
				m.slots = append(m.slots, s)
			}
		}
		return nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if found := header.FindStringSubmatch(line); found != nil {
			if err := finish(); err != nil {
				return nil, err
			}
			messages, own = append(messages, message{name: found[1]}), make(map[string]string)
		}
		if found := typing.FindStringSubmatch(line); found != nil {
			for name := range strings.SplitSeq(found[2], ", ") {
				own[name] = found[1]
			}
		}
	}
	return messages, finish()
}

func slotNames(sentence string) (names []string) {
	for _, call := range braces.FindAllString(sentence, -1) {
		for _, found := range named.FindAllStringSubmatch(literal.ReplaceAllString(call, ""), -1) {
			names = append(names, found[1])
		}
	}
	return names
}
