package words

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/chat"
)

type entry map[string]string

// Keys of an entry that hold no plural form.
const (
	description = "description"
	hash        = "hash" // identifies the original sentence, for translators' tools
)

// Check returns an error that lists the faults in the files of languages, such as missing or
// superfluous messages.
func Check(files fs.FS) error {
	c, err := Read(files)
	if err != nil {
		return err
	}
	english := make(map[reflect.Type]*forms)
	var problems []error
	for _, tag := range c.tags {
		file := "active." + tag + ".toml"
		found := checkFile(files, file, language.Make(tag), english)
		if len(found) == 0 {
			found = c.byTag[tag]().check()
		}
		for _, problem := range found {
			problems = append(problems, fmt.Errorf("%s: %w", file, problem))
		}
	}
	return errors.Join(problems...)
}

// checkFile checks the messages of a file. The first file, which is English, fills english.
func checkFile(files fs.FS, file string, tag language.Tag, english map[reflect.Type]*forms) (problems []error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return []error{err}
	}
	var whole map[string]entry
	if _, err := toml.Decode(string(text), &whole); err != nil {
		return []error{err}
	}
	names, needed := make(map[string]bool), neededForms(tag)
	l := &Language{tag: tag, entries: entries("\n" + string(text))}
	for _, m := range messages {
		t := reflect.TypeOf(m)
		names[t.Name()] = true
		e, ok := whole[t.Name()]
		if !ok {
			problems = append(problems, fmt.Errorf("%s is missing", t.Name()))
			continue
		}
		if err := l.checkMessage(t, e, needed, english); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", t.Name(), err))
		}
	}
	for name := range whole {
		if !names[name] {
			problems = append(problems, fmt.Errorf("%s is superfluous: there is no such message", name))
		}
	}
	return problems
}

// checkMessage checks the message of type t, whose entry in the whole file is e. A message
// with a count must have exactly the plural forms in counted; others must have only "other".
func (l *Language) checkMessage(t reflect.Type, e entry, counted map[string]bool, english map[reflect.Type]*forms) error {
	var alone entry
	if _, err := toml.Decode(l.entries[t.Name()], &alone); err != nil || !maps.Equal(e, alone) {
		return fmt.Errorf("read alone it differs: %v", err)
	}
	f, err := l.read(t)
	if err != nil {
		return err
	}
	needed := map[string]bool{"other": true}
	if f.count != noField {
		needed = counted
	}
	for form := range needed {
		if _, ok := e[form]; !ok {
			return fmt.Errorf("the form %q is missing", form)
		}
	}
	for key := range e {
		switch {
		case key == description || key == hash:
		case !needed[key]:
			return fmt.Errorf("%q is superfluous", key)
		case strings.Contains(braces.ReplaceAllString(e[key], ""), "{{"), strings.Contains(braces.ReplaceAllString(e[key], ""), "}}"):
			return fmt.Errorf("%s: braces without their counterpart", key)
		default:
			if err := f.checkSlots(f.parts[formNames[key]]); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	if original, translated := english[t]; translated {
		return checkTranslation(f, original)
	}
	english[t] = f
	if e[description] == "" {
		return errors.New("no description")
	}
	return nil
}

// check checks the messages that define the language itself.
func (l *Language) check() (problems []error) {
	if side := l.Text(PlayerAndColor{}); side[0].Text != l.somebody.first {
		problems = append(problems, errors.New("PlayerAndColor does not begin with the player"))
	}
	for _, m := range []Message{VerbWords{}, ValueWords{}, OpeningWords{}} {
		for line := range strings.Lines(l.String(m)) {
			if !strings.Contains(line, ":") {
				problems = append(problems, fmt.Errorf("%s: there is no colon in %q", reflect.TypeOf(m).Name(), line))
			}
		}
	}
	return problems
}

// neededForms returns the plural forms of a language for numbers up to 10,000.
func neededForms(tag language.Tag) map[string]bool {
	const most = 10_000
	var found [plural.Many + 1]bool
	for n := range most + 1 {
		found[pluralForm(tag, n)] = true
	}
	needed := map[string]bool{"other": true}
	for name, form := range formNames {
		if found[form] {
			needed[name] = true
		}
	}
	return needed
}

// checkSlots returns an error unless the parts have all slots of the message. The count may be
// missing, because it also chooses the form. A slot that becomes spans must have its own part.
func (s shape) checkSlots(parts []part) error {
	for _, p := range parts {
		for _, piece := range p.pieces {
			if piece.field == noField {
				continue
			}
			slot := s.slots[piece.field]
			if slot.spans != nil && (p.kind != chat.SpanPlain || len(p.pieces) > 1) {
				return fmt.Errorf("the slot %s must stand alone", slot.name)
			}
		}
	}
	for i, slot := range s.slots {
		if slot.name != "" && i != s.count && !has(parts, i) {
			return fmt.Errorf("the slot %s is missing", slot.name)
		}
	}
	return nil
}

func has(parts []part, field int) bool {
	return slices.ContainsFunc(parts, func(p part) bool {
		return slices.ContainsFunc(p.pieces, func(piece piece) bool { return piece.field == field })
	})
}

// checkTranslation returns an error unless a translation has the commands and codes of the
// original, which are the same in all languages. The translation must also show the count
// if the original does.
func checkTranslation(f, original *forms) error {
	if f.count != noField && has(original.parts[plural.Other], f.count) && !has(f.parts[plural.Other], f.count) {
		return fmt.Errorf("other: the slot %s is missing", f.slots[f.count].name)
	}
	want := typedOf(original.parts[plural.Other])
	for form, parts := range f.parts {
		if parts == nil {
			continue
		}
		got := typedOf(parts)
		for text := range want {
			if !got[text] {
				return fmt.Errorf("form %d lacks what is to be typed: %q", form, text)
			}
		}
		for _, text := range slices.Sorted(maps.Keys(got)) {
			if !want[text] {
				return fmt.Errorf("form %d has something to be typed that the original lacks: %q", form, text)
			}
		}
	}
	return nil
}

func typedOf(parts []part) map[string]bool {
	typed := make(map[string]bool)
	for _, p := range parts {
		for _, piece := range p.pieces {
			if (p.kind == chat.SpanCommand || p.kind == chat.SpanCode) && piece.field == noField {
				typed[piece.text] = true
			}
		}
	}
	return typed
}
