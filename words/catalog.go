package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/chat"
	"othellobot/rules"
)

//go:embed active.*.toml
var files embed.FS

// Catalog holds all languages, and reads each at its first use. It is safe for concurrent use.
type Catalog struct {
	tags    []string                    // English first, the others in the order of their files
	byTag   map[string]func() *Language // the first call reads the language
	matcher func() language.Matcher
}

// Load returns the catalog of the built-in languages. All calls return the same one.
var Load = sync.OnceValue(func() *Catalog {
	c, err := Read(files)
	if err != nil {
		panic(err)
	}
	return c
})

const source = "en"

// Read returns a catalog of the files active.TAG.toml, which must include English. A faulty message panics at its first use.
func Read(files fs.FS) (*Catalog, error) {
	names, err := fs.Glob(files, "active.*.toml")
	if err != nil {
		return nil, err
	}
	c := &Catalog{byTag: make(map[string]func() *Language)}
	tags := make(map[string]language.Tag)
	for _, name := range names {
		tag := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "active."), ".toml")
		if tags[tag], err = language.Parse(tag); err != nil {
			return nil, err
		}
		c.byTag[tag] = sync.OnceValue(func() *Language { return readLanguage(files, name, tags[tag]) })
		if tag != source {
			c.tags = append(c.tags, tag)
		}
	}
	if c.byTag[source] == nil {
		return nil, errors.New("words: there is no English")
	}
	c.tags = slices.Insert(c.tags, 0, source)
	c.matcher = sync.OnceValue(func() language.Matcher {
		list := make([]language.Tag, len(c.tags))
		for i, tag := range c.tags {
			list[i] = tags[tag]
		}
		return language.NewMatcher(list)
	})
	return c, nil
}

// Default returns English.
func (c *Catalog) Default() *Language { return c.byTag[source]() }

// Tags returns the tags of all languages, English first.
func (c *Catalog) Tags() []string { return slices.Clone(c.tags) }

// Named returns the language of one of [Catalog.Tags], or false if the tag is unknown.
func (c *Catalog) Named(tag string) (*Language, bool) {
	read, ok := c.byTag[tag]
	if !ok {
		return nil, false
	}
	return read(), true
}

// Match returns the language for a BCP 47 locale, or false if none is close enough.
func (c *Catalog) Match(locale string) (*Language, bool) {
	if l, ok := c.Named(locale); ok {
		return l, true
	}
	base, _, _ := strings.Cut(locale, "-")
	if l, ok := c.Named(base); ok {
		return l, true
	}
	tag, err := language.Parse(locale)
	if err != nil {
		return nil, false
	}
	if _, i, confidence := c.matcher().Match(tag); confidence >= language.High {
		return c.Named(c.tags[i])
	}
	return nil, false
}

// Preferred is like [Catalog.Match], but reports false for languages that no native speaker has checked.
func (c *Catalog) Preferred(locale string) (*Language, bool) {
	l, ok := c.Match(locale)
	return l, ok && l.Beta() == ""
}

// PreferredOrDefault returns the language of [Catalog.Preferred], or English by default.
func (c *Catalog) PreferredOrDefault(locale string) *Language {
	if l, ok := c.Preferred(locale); ok {
		return l
	}
	return c.Default()
}

// Translations returns a message in all languages except English that a native speaker has checked.
func (c *Catalog) Translations(m Message) chat.Translations {
	return func() map[string]string {
		others := make(map[string]string)
		for tag, read := range c.byTag {
			if l := read(); tag != source && l.Beta() == "" {
				others[tag] = l.String(m)
			}
		}
		return others
	}
}

// Verbs maps phrases that users type, in all languages and in lower case, to commands.
func (c *Catalog) Verbs() map[string]string { return c.meanings(VerbWords{}) }

// Values maps phrases that users type, in all languages and in lower case, to values of arguments.
func (c *Catalog) Values() map[string]string { return c.meanings(ValueWords{}) }

// Fillers maps phrases around a command to "asks" if they make it a question, to "not" if they
// negate it, and otherwise to "nothing".
func (c *Catalog) Fillers() map[string]string { return c.meanings(FillerWords{}) }

func (c *Catalog) meanings(m Message) map[string]string {
	all := make(map[string]string)
	for _, tag := range c.tags {
		maps.Copy(all, c.byTag[tag]().meanings(m))
	}
	return all
}

// meanings parses lines of a meaning, a colon and phrases: "start: new, begin".
func (l *Language) meanings(m Message) map[string]string {
	meanings := make(map[string]string)
	for line := range strings.Lines(l.String(m)) {
		meant, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		for word := range strings.SplitSeq(list, ",") {
			if word = strings.ToLower(strings.TrimSpace(word)); word != "" {
				meanings[word] = meant
			}
		}
	}
	return meanings
}

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

var directions = [8]Message{
	North{}, NorthEast{}, East{}, SouthEast{}, South{}, SouthWest{}, West{}, NorthWest{},
}

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
