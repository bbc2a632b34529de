package words

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"othellobot/chat"
)

// part is a sequence of pieces that becomes one span. A slot of several spans is its only piece.
type part struct {
	kind   chat.SpanKind
	pieces []piece // one or more
}

type piece struct {
	text  string
	field int  // index of the slot, or noField for a text
	first bool // begins a sentence
}

const noField = -1

func (p part) literal() (string, bool) {
	if len(p.pieces) != 1 || p.pieces[0].field != noField {
		return "", false
	}
	return p.pieces[0].text, true
}

var (
	braces  = regexp.MustCompile(`\{\{(.*?)\}\}`)
	call    = regexp.MustCompile(`^(?:(bold|code|command)\s+)?((?:(?:\.\w+|"(?:[^"\\]|\\.)*")\s*)+)$`)
	operand = regexp.MustCompile(`\.\w+|"(?:[^"\\]|\\.)*"`)
)

var functions = map[string]chat.SpanKind{
	"": chat.SpanPlain, "bold": chat.SpanBold, "code": chat.SpanCode, "command": chat.SpanCommand,
}

func parse(text string, t reflect.Type) ([]part, error) {
	var parts []part
	rest := 0
	literal := func(text string) {
		if text != "" {
			parts = append(parts, part{pieces: []piece{{text: text, field: noField}}})
		}
	}
	for _, found := range braces.FindAllStringSubmatchIndex(text, -1) {
		literal(text[rest:found[0]])
		p, err := parseCall(strings.TrimSpace(text[found[2]:found[3]]), t, beginsSentence(text[:found[0]]))
		if err != nil {
			return nil, err
		}
		parts, rest = append(parts, p), found[1]
	}
	literal(text[rest:])
	return parts, nil
}

func beginsSentence(before string) bool {
	before = strings.TrimSuffix(before, " ")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".\n!?")
}

func parseCall(text string, t reflect.Type, first bool) (part, error) {
	match := call.FindStringSubmatch(text)
	if match == nil {
		return part{}, fmt.Errorf("{{%s}} is neither a slot nor bold, code or command with its text", text)
	}
	p := part{kind: functions[match[1]]}
	for _, text := range operand.FindAllString(match[2], -1) {
		if name, slot := strings.CutPrefix(text, "."); slot {
			field, known := t.FieldByName(name)
			if !known || field.Anonymous {
				return part{}, fmt.Errorf("there is no slot %s", name)
			}
			p.pieces = append(p.pieces, piece{field: field.Index[0], first: first})
		} else {
			plain, err := strconv.Unquote(text)
			if err != nil {
				return part{}, fmt.Errorf("{{%s}}: %w", text, err)
			}
			p.pieces = append(p.pieces, piece{text: plain, field: noField})
		}
		first = false
	}
	return p, nil
}
