package words

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/chat"
)

func shapesOf(messages []Message) map[reflect.Type]shape {
	shapes := make(map[reflect.Type]shape, len(messages))
	for _, m := range messages {
		t := reflect.TypeOf(m)
		shapes[t] = shapeOf(t)
	}
	return shapes
}

// read reads all messages, and finds out what is missing and what is superfluous.
func (l *Language) read(entries map[string]entry, shapes map[reflect.Type]shape, english *Language) (problems []error) {
	names, counted := make(map[string]bool, len(shapes)), neededForms(l.tag)
	for t, s := range shapes {
		names[s.name] = true
		e, ok := entries[s.name]
		if !ok {
			problems = append(problems, fmt.Errorf("%s is missing", s.name))
			continue
		}
		f, err := readForms(e, s, counted)
		if err == nil && english == nil && e[description] == "" {
			err = errors.New("no description")
		}
		if err == nil && english != nil {
			err = faithful(f, english.sentences[t])
		}
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", s.name, err))
		}
		l.sentences[t] = f
	}
	for name := range entries {
		if !names[name] {
			problems = append(problems, fmt.Errorf("%s is superfluous: there is no such message", name))
		}
	}
	slices.SortFunc(problems, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return problems
}

// readForms reads the forms of a message: those of counted if it has a count, else one.
func readForms(e entry, s shape, counted map[string]bool) (*forms, error) {
	f := &forms{shape: s}
	needed := map[string]bool{"other": true}
	if s.count != noField {
		needed = counted
	}
	for form := range needed {
		if _, ok := e[form]; !ok {
			return nil, fmt.Errorf("the form %q is missing", form)
		}
	}
	for key, text := range e {
		switch {
		case key == description || key == hash:
		case !needed[key]:
			return nil, fmt.Errorf("%q is superfluous", key)
		default:
			parts, err := parse(text, s.fields())
			if err == nil {
				err = s.complete(parts)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			f.parts[formNames[key]] = parts
			f.spans = max(f.spans, s.spans(parts))
		}
	}
	return f, nil
}

// spans is how many spans parts make, apart from those of texts in slots.
func (s shape) spans(parts []part) int {
	n := len(parts)
	for _, p := range parts {
		if field := p.pieces[0].field; field != noField && s.slots[field].kind == slotSide {
			n++
		}
	}
	return n
}

// neededForms are the forms that a language has for the numbers that occur.
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

// complete is an error unless the parts have all slots of the message, where they can
// be. The count may choose the form without being told.
func (s shape) complete(parts []part) error {
	for _, p := range parts {
		for _, piece := range p.pieces {
			if piece.field == noField {
				continue
			}
			slot := s.slots[piece.field]
			if p.kind != chat.SpanPlain || len(p.pieces) > 1 {
				switch slot.kind {
				case slotPerson, slotSide, slotText, slotWhen:
					return fmt.Errorf("the slot %s must stand alone", slot.name)
				}
			}
		}
	}
	for i, slot := range s.slots {
		if slot.kind != 0 && i != s.count && !has(parts, i) {
			return fmt.Errorf("the slot %s is missing", slot.name)
		}
	}
	return nil
}

// has reports whether the parts have a slot.
func has(parts []part, field int) bool {
	for _, p := range parts {
		for _, piece := range p.pieces {
			if piece.field == field {
				return true
			}
		}
	}
	return false
}

// faithful is an error unless a translation has the commands and codes of the original,
// for what is typed is the same in all languages, and tells the count if that does.
func faithful(f, original *forms) error {
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

// typedOf are the texts of commands and codes.
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
