package words

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"strings"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/rules"
)

// readLanguage reads the file of one language, without parsing its messages.
func readLanguage(files fs.FS, file string, tag language.Tag) *Language {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		panic("words: " + err.Error())
	}
	l := &Language{tag: tag, entries: entries("\n" + string(text))}
	l.bot, l.channel, l.somebody = newName(l.String(TheBot{})), newName(l.String(TheChannel{})), newName(l.String(Somebody{}))
	l.colors = [2]name{newName(l.String(Black{})), newName(l.String(White{}))}
	for _, c := range []rules.Color{rules.Black, rules.White} {
		l.bracketed[c] = l.Text(PlayerAndColor{Color: c})[1:].String()
	}
	for n := range l.flips {
		l.flips[n] = l.String(FlipsDetail{Flips: Count(n)})
	}
	for d, m := range directions {
		l.directions[d] = newName(l.String(m))
	}
	l.gap, l.comma = l.joining(Sentences{}).last, l.joining(Comma{}).last
	l.all, l.any = l.joining(And{}), l.joining(Or{})
	return l
}

// directions holds the messages that name each [rules.Direction].
var directions = [8]Message{
	North{}, NorthEast{}, East{}, SouthEast{}, South{}, SouthWest{}, West{}, NorthWest{},
}

// joining returns the texts around and between the two slots of a message.
func (l *Language) joining(m Message) joining {
	var texts [3]string
	slots := 0
	for _, p := range l.partsOf(m) {
		if text, ok := p.literal(); ok {
			texts[slots] += text
		} else {
			slots++
		}
	}
	return joining{texts[0], texts[1], texts[2]}
}

// entries returns the sections of a TOML file by header, without parsing them.
func entries(text string) map[string]string {
	found := make(map[string]string)
	_, rest, more := strings.Cut(text, "\n[")
	for more {
		var entry string
		entry, rest, more = strings.Cut(rest, "\n[")
		name, body, _ := strings.Cut(entry, "]")
		found[name] = body
	}
	return found
}

var formNames = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// read parses the forms of a message.
func (l *Language) read(t reflect.Type) (*forms, error) {
	text, ok := l.entries[t.Name()]
	if !ok {
		return nil, errors.New("the message is missing")
	}
	var entry map[string]string
	if _, err := toml.Decode(text, &entry); err != nil {
		return nil, err
	}
	f := &forms{shape: shapeOf(t)}
	for key, text := range entry {
		form, ok := formNames[key]
		if !ok {
			continue // a key for translators
		}
		parts, err := parse(text, t)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		f.parts[form] = parts
		f.spans = max(f.spans, len(parts)+f.sides)
	}
	return f, nil
}
