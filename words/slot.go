package words

import (
	"reflect"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Message is something the bot can say. Its fields fill the slots of the sentence.
type Message interface{ isMessage() }

// sentence makes a struct a [Message].
type sentence struct{}

func (sentence) isMessage() {}

// What slots can hold, besides [rules.Square], [rules.Color], []rules.Square, which is
// listed with "and", int, [rules.Direction], [chat.Text], and string, which stands as it is.
type (
	// Person is somebody with a name, the bot, the channel, or nobody known.
	Person struct {
		User    *chat.UserID // nil for the bot, the channel and for nobody known; never changed
		Engine  bool         // the bot
		Awaited bool         // is to be notified
		Channel bool         // all who vote
	}

	// Side is a player with their colour, or the colour alone where nobody holds it.
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

	// Score is two numbers of discs, in the order in which they are told.
	Score struct{ First, Second int }

	// Typed is a user's own text, which may be repeated only if it is [Typed.Harmless].
	Typed string

	// Opening is the name of an opening, as package rules has it.
	Opening string

	// Value is the value of a setting, as it is typed.
	Value string

	// When is a time, told with its date or, if it is today, without.
	When struct {
		Time  time.Time
		Dated bool
	}
)

// Name is how a player is spoken of, without notifying them.
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

// Mention is [Name] for somebody who is to be notified.
func Mention(p game.Player) Person {
	person := Name(p)
	person.Awaited = true
	return person
}

// slotKind is the type of a slot.
type slotKind uint8

const (
	slotPerson slotKind = iota + 1
	slotSide
	slotSquare
	slotColor
	slotAll
	slotAny
	slotLine
	slotChoices
	slotNumber
	slotCount
	slotScore
	slotWhen
	slotDirection
	slotText
	slotTyped
	slotOpening
	slotValue
	slotString
)

var slotKinds = map[reflect.Type]slotKind{
	reflect.TypeFor[Person]():          slotPerson,
	reflect.TypeFor[Side]():            slotSide,
	reflect.TypeFor[rules.Square]():    slotSquare,
	reflect.TypeFor[rules.Color]():     slotColor,
	reflect.TypeFor[All]():             slotAll,
	reflect.TypeFor[Any]():             slotAny,
	reflect.TypeFor[[]rules.Square]():  slotLine,
	reflect.TypeFor[Choices]():         slotChoices,
	reflect.TypeFor[int]():             slotNumber,
	reflect.TypeFor[Count]():           slotCount,
	reflect.TypeFor[Score]():           slotScore,
	reflect.TypeFor[When]():            slotWhen,
	reflect.TypeFor[rules.Direction](): slotDirection,
	reflect.TypeFor[chat.Text]():       slotText,
	reflect.TypeFor[Typed]():           slotTyped,
	reflect.TypeFor[Opening]():         slotOpening,
	reflect.TypeFor[Value]():           slotValue,
	reflect.TypeFor[string]():          slotString,
}

// shape holds what the struct of a message says about it.
type shape struct {
	name  string
	slots []slot // by field; without a kind where a field is none
	count int    // the field of the count; noField without one
}

type slot struct {
	name string
	kind slotKind
}

func shapeOf(t reflect.Type) shape {
	s := shape{name: t.Name(), count: noField, slots: make([]slot, t.NumField())}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			continue
		}
		kind, ok := slotKinds[f.Type]
		if !ok {
			panic("words: no slot can hold the " + f.Type.String() + " of " + t.Name())
		}
		s.slots[i] = slot{f.Name, kind}
		if kind == slotCount {
			s.count = i
		}
	}
	return s
}

// fields numbers the slots by their names.
func (s shape) fields() map[string]int {
	fields := make(map[string]int)
	for i, slot := range s.slots {
		if slot.kind != 0 {
			fields[slot.name] = i
		}
	}
	return fields
}
