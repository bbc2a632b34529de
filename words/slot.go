package words

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Message is a sentence that the bot can say. Its fields fill the slots of the sentence.
type Message interface{ isMessage() }

type sentence struct{}

func (sentence) isMessage() {}

// Types that slots can hold, besides those of other packages.
type (
	Person struct { // a player with a name, a guest, the bot, the channel, or an unknown player
		User     *chat.UserID // nil for all others; do not change the value
		Guest    string       // the name that a guest typed
		Engine   bool         // the bot
		Notified bool         // the message notifies the user
		Channel  bool         // all voters of the channel
	}

	Side struct { // a player with a colour, or only the colour if no player holds it
		Player Person
		Color  rules.Color
	}

	Count   int                         // a number that chooses the plural form of its message
	All     rules.Bitboard              // several squares: "c3, d3 and f4"
	Any     rules.Bitboard              // several squares to choose from: "c3, d3 or f4"
	Choices []string                    // words to choose from: "black or white"
	Score   struct{ First, Second int } // the discs of both sides, in the order of the sentence
	Typed   string                      // a user's own text, shown as an ellipsis unless [Typed.Harmless]
	Opening string                      // the name of an opening from package rules
	Value   string                      // the value of a setting, as users type it

	When struct {
		Time  time.Time
		Dated bool // shown with its date
	}
)

// Name returns a player as a [Person], without notifying them.
func Name(p game.Player) Person {
	switch p {
	case game.Nobody:
		return Person{}
	case game.Engine:
		return Person{Engine: true}
	case game.Channel:
		return Person{Channel: true}
	}
	if guest := p.GuestName(); guest != "" {
		return Person{Guest: guest}
	}
	user, err := chat.ParseUserID(string(p))
	if err != nil {
		return Person{}
	}
	return Person{User: &user}
}

// Mention returns a player as a [Person] whom the message notifies.
func Mention(p game.Player) Person {
	person := Name(p)
	person.Notified = true
	return person
}

type shape struct {
	slots []slot // by field; the embedded sentence has no name
	count int    // index of the count field, or noField
	sides int    // number of slots that become two spans
}

func shapeOf(t reflect.Type) shape {
	s, types := shape{count: noField, slots: make([]slot, t.NumField())}, slotTypes()
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		n := slices.IndexFunc(types, func(s slot) bool { return s.holds == f.Type })
		s.slots[i] = types[n] // panics for a field that the generator never writes
		s.slots[i].name = f.Name
		switch f.Type {
		case reflect.TypeFor[Count]():
			s.count = i
		case reflect.TypeFor[Side]():
			s.sides++
		}
	}
	return s
}

// slot formats the value of a field. Either word or spans is nil.
type slot struct {
	name  string
	holds reflect.Type
	word  func(l *Language, value reflect.Value, first bool) string
	spans func(l *Language, text chat.Text, value reflect.Value, first bool) chat.Text
}

func wordSlot[T any](word func(*Language, T, bool) string) slot {
	return slot{holds: reflect.TypeFor[T](), word: func(l *Language, value reflect.Value, first bool) string {
		v, _ := reflect.TypeAssert[T](value)
		return word(l, v, first)
	}}
}

func spanSlot[T any](spans func(*Language, chat.Text, T, bool) chat.Text) slot {
	return slot{holds: reflect.TypeFor[T](), spans: func(l *Language, text chat.Text, value reflect.Value, first bool) chat.Text {
		v, _ := reflect.TypeAssert[T](value)
		return spans(l, text, v, first)
	}}
}

// slotTypes returns a slot for each type that a field can have.
func slotTypes() []slot {
	return []slot{
		spanSlot(func(l *Language, text chat.Text, p Person, first bool) chat.Text {
			return append(text, l.person(p, first))
		}),
		spanSlot((*Language).appendSide),
		spanSlot(func(_ *Language, text, more chat.Text, _ bool) chat.Text { return append(text, more...) }),
		spanSlot(func(_ *Language, text chat.Text, when When, _ bool) chat.Text {
			if when.Dated {
				return append(text, chat.DateTimeOf(when.Time))
			}
			return append(text, chat.TimeOf(when.Time))
		}),
		wordSlot(func(l *Language, c rules.Color, first bool) string { return l.colors[c].at(first) }),
		wordSlot(func(l *Language, d rules.Direction, first bool) string { return l.directions[d].at(first) }),
		wordSlot(func(_ *Language, s rules.Square, _ bool) string { return s.String() }),
		wordSlot(func(l *Language, squares All, _ bool) string { return l.squares(rules.Bitboard(squares), l.all) }),
		wordSlot(func(l *Language, squares Any, _ bool) string { return l.squares(rules.Bitboard(squares), l.any) }),
		wordSlot(func(l *Language, squares []rules.Square, _ bool) string {
			var names []string
			for _, s := range squares {
				names = append(names, s.String())
			}
			return l.list(names, l.all)
		}),
		wordSlot(func(l *Language, words Choices, _ bool) string { return l.list(words, l.any) }),
		wordSlot(func(_ *Language, n int, _ bool) string { return strconv.Itoa(n) }),
		wordSlot(func(_ *Language, n Count, _ bool) string { return strconv.Itoa(int(n)) }),
		wordSlot(func(_ *Language, s Score, _ bool) string { return s.String() }),
		wordSlot(func(_ *Language, typed Typed, _ bool) string { return typed.orEllipsis() }),
		wordSlot(func(l *Language, name Opening, _ bool) string { return l.opening(string(name)) }),
		wordSlot(func(l *Language, value Value, _ bool) string { return l.Value(string(value)) }),
		wordSlot(func(_ *Language, text string, _ bool) string { return text }),
	}
}

// valueNames names the values of settings that have another name than users type.
var valueNames = map[string]Message{
	"late": LateChoice{}, "now": NowChoice{}, "on": ValueOn{}, "off": ValueOff{}, "words": WordsChoice{},
	"tiles": TilesTheme{}, "moon": MoonTheme{}, "vivid": VividTheme{}, "classic": ClassicTheme{},
}

// Value returns the name of a setting's value in the language.
func (l *Language) Value(value string) string {
	if name, ok := valueNames[value]; ok {
		return l.String(name)
	}
	return value
}

// part is a sequence of pieces that becomes one span. A slot with spans is always the only piece.
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
