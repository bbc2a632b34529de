package words

import (
	"reflect"
	"strconv"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Message is a sentence that the bot can say. Its fields fill the slots of the sentence.
type Message interface{ isMessage() }

// sentence makes a struct a [Message].
type sentence struct{}

func (sentence) isMessage() {}

// Types that slots can hold. Others are [rules.Square], [rules.Color], int,
// [rules.Direction] and [chat.Text]. A slot can also hold a []rules.Square, which is
// listed with "and", or a string, which stays unchanged.
type (
	// Person is a player with a name, the bot, the channel, or an unknown player.
	Person struct {
		User    *chat.UserID // nil for the bot, the channel and an unknown player; never changed
		Engine  bool         // the bot
		Awaited bool         // the message notifies the user
		Channel bool         // all who vote
	}

	// Side is a player with a colour, or only the colour if no player holds it.
	Side struct {
		Player Person
		Color  rules.Color
	}

	// Count is a number that chooses the plural form of its message.
	Count int

	// All is several squares: "c3, d3 and f4".
	All rules.Bitboard

	// Any is several squares to choose from: "c3, d3 or f4".
	Any rules.Bitboard

	// Choices are words to choose from: "black or white".
	Choices []string

	// Score is two numbers of discs, in the order of the sentence.
	Score struct{ First, Second int }

	// Typed is a user's own text. It may be repeated only if it is [Typed.Harmless].
	Typed string

	// Opening is the name of an opening from package rules.
	Opening string

	// Value is the value of a setting, as users type it.
	Value string

	// When is a time. It is shown with its date if Dated is set.
	When struct {
		Time  time.Time
		Dated bool
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
	user, err := chat.ParseUserID(string(p))
	if err != nil {
		return Person{}
	}
	return Person{User: &user}
}

// Mention is [Name] for a player whom the message notifies.
func Mention(p game.Player) Person {
	person := Name(p)
	person.Awaited = true
	return person
}

// shape describes the struct of a message.
type shape struct {
	slots []slot // by field; a field that is not a slot has no name
	count int    // index of the count field, or noField
	sides int    // number of slots that become two spans
}

func shapeOf(t reflect.Type) shape {
	s := shape{count: noField, slots: make([]slot, t.NumField())}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		s.slots[i] = slotOf(f.Type)
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

// fields returns the indices of the slots by name.
func (s shape) fields() map[string]int {
	fields := make(map[string]int)
	for i, slot := range s.slots {
		if slot.name != "" {
			fields[slot.name] = i
		}
	}
	return fields
}

// slot formats the value of a field: as text by word, or as spans by spans.
type slot struct {
	name  string
	word  func(l *Language, value reflect.Value, first bool) string
	spans func(l *Language, text chat.Text, value reflect.Value, first bool) chat.Text
}

// slotOf returns the slot for a type.
func slotOf(t reflect.Type) slot {
	word := func(say func(*Language, reflect.Value) string) slot {
		return slot{word: func(l *Language, v reflect.Value, _ bool) string { return say(l, v) }}
	}
	switch t {
	case reflect.TypeFor[Person]():
		return slot{spans: func(l *Language, text chat.Text, v reflect.Value, first bool) chat.Text {
			return append(text, l.person(v, first))
		}}
	case reflect.TypeFor[Side]():
		return slot{spans: (*Language).appendSide}
	case reflect.TypeFor[chat.Text]():
		return slot{spans: func(_ *Language, text chat.Text, v reflect.Value, _ bool) chat.Text {
			return append(text, v.Interface().(chat.Text)...)
		}}
	case reflect.TypeFor[When]():
		return slot{spans: func(_ *Language, text chat.Text, v reflect.Value, _ bool) chat.Text {
			when := v.Interface().(When)
			if when.Dated {
				return append(text, chat.DateTimeOf(when.Time))
			}
			return append(text, chat.TimeOf(when.Time))
		}}
	case reflect.TypeFor[rules.Color]():
		return slot{word: func(l *Language, v reflect.Value, first bool) string { return l.colors[v.Uint()].at(first) }}
	case reflect.TypeFor[rules.Direction]():
		return slot{word: func(l *Language, v reflect.Value, first bool) string { return l.directions[v.Uint()].at(first) }}
	case reflect.TypeFor[rules.Square]():
		return word(func(_ *Language, v reflect.Value) string { return rules.Square(v.Uint()).String() })
	case reflect.TypeFor[All]():
		return word(func(l *Language, v reflect.Value) string { return l.squares(rules.Bitboard(v.Uint()), l.all) })
	case reflect.TypeFor[Any]():
		return word(func(l *Language, v reflect.Value) string { return l.squares(rules.Bitboard(v.Uint()), l.any) })
	case reflect.TypeFor[[]rules.Square]():
		return word(func(l *Language, v reflect.Value) string {
			var names []string
			for _, s := range v.Interface().([]rules.Square) {
				names = append(names, s.String())
			}
			return l.list(names, l.all)
		})
	case reflect.TypeFor[Choices]():
		return word(func(l *Language, v reflect.Value) string { return l.list(v.Interface().(Choices), l.any) })
	case reflect.TypeFor[int](), reflect.TypeFor[Count]():
		return word(func(_ *Language, v reflect.Value) string { return strconv.Itoa(int(v.Int())) })
	case reflect.TypeFor[Score]():
		return word(func(_ *Language, v reflect.Value) string {
			return Score{int(v.Field(0).Int()), int(v.Field(1).Int())}.String()
		})
	case reflect.TypeFor[Typed]():
		return word(func(_ *Language, v reflect.Value) string { return Typed(v.String()).orEllipsis() })
	case reflect.TypeFor[Opening]():
		return word(func(l *Language, v reflect.Value) string { return l.opening(v.String()) })
	case reflect.TypeFor[Value]():
		return word(func(l *Language, v reflect.Value) string { return l.Value(v.String()) })
	case reflect.TypeFor[string]():
		return word(func(_ *Language, v reflect.Value) string { return v.String() })
	default:
		panic("words: no slot can hold a " + t.String())
	}
}
