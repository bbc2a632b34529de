package words

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"othellobot/rules"
)

//go:embed active.*.toml
var files embed.FS

// Catalog holds all languages. It is read-only.
type Catalog struct {
	byTag   map[string]*Language
	tags    []string // English first, the others as their files come
	matcher language.Matcher
}

// Load reads the languages that the program brings. The error names everything that
// is missing or superfluous in any of them.
func Load() (*Catalog, error) { return Read(files) }

// MustLoad is [Load] for tests, which read the languages once; it panics instead of
// failing.
func MustLoad() *Catalog {
	c, err := loadOnce()
	if err != nil {
		panic(err)
	}
	return c
}

var loadOnce = sync.OnceValues(Load)

// source is the language that the others are translated from.
const source = "en"

// Read reads the languages of the files active.TAG.toml. English must be among them.
func Read(files fs.FS) (*Catalog, error) {
	names, err := fs.Glob(files, "active.*.toml")
	if err != nil {
		return nil, err
	}
	c := &Catalog{byTag: make(map[string]*Language)}
	shapes := shapesOf(messages())
	read := func(name string) (err error) {
		tag := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), "active."), ".toml")
		l, err := readLanguage(files, name, tag, shapes, c.byTag[source])
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.byTag[tag], c.tags = l, append(c.tags, tag)
		return nil
	}
	english := "active." + source + ".toml"
	if err := read(english); err != nil {
		return nil, err
	}
	var problems []error
	for _, name := range names {
		if name != english {
			problems = append(problems, read(name))
		}
	}
	tags := make([]language.Tag, len(c.tags))
	for i, tag := range c.tags {
		tags[i] = c.byTag[tag].tag
	}
	c.matcher = language.NewMatcher(tags)
	return c, errors.Join(problems...)
}

// Default is English.
func (c *Catalog) Default() *Language { return c.byTag[source] }

// Tags names the languages there are, English first.
func (c *Catalog) Tags() []string { return append([]string(nil), c.tags...) }

// Named is the language of that tag, as [Catalog.Tags] has it, and false if there is
// none.
func (c *Catalog) Named(tag string) (*Language, bool) {
	l, ok := c.byTag[tag]
	return l, ok
}

// Match is the language for a locale as in BCP 47, and false if there is none that
// its speakers would take for theirs.
func (c *Catalog) Match(locale string) (*Language, bool) {
	if l, ok := c.byTag[locale]; ok {
		return l, true
	}
	base, _, _ := strings.Cut(locale, "-")
	if l, ok := c.byTag[base]; ok {
		return l, true
	}
	tag, err := language.Parse(locale)
	if err != nil {
		return nil, false
	}
	if _, i, confidence := c.matcher.Match(tag); confidence >= language.High {
		return c.byTag[c.tags[i]], true
	}
	return nil, false
}

// Own is the language that somebody with a locale is spoken to without asking for it,
// and false if there is none: [Catalog.Match], unless no native has read it yet.
func (c *Catalog) Own(locale string) (*Language, bool) {
	l, ok := c.Match(locale)
	return l, ok && l.Beta() == ""
}

// Spoken is the language of [Catalog.Own], and English where there is none.
func (c *Catalog) Spoken(locale string) *Language {
	if l, ok := c.Own(locale); ok {
		return l
	}
	return c.Default()
}

// Others are a message in all languages but English that somebody is spoken to without
// asking for them, by tag.
func (c *Catalog) Others(m Message) map[string]string {
	others := make(map[string]string)
	for tag, l := range c.byTag {
		if tag != source && l.Beta() == "" {
			others[tag] = l.String(m)
		}
	}
	return others
}

// Verbs are the commands that words of any language mean, and Values the values of
// arguments, both in lower case.
func (c *Catalog) Verbs() map[string]string { return c.meanings(VerbWords{}) }

// Values are the values of arguments that words of any language mean, in lower case.
func (c *Catalog) Values() map[string]string { return c.meanings(ValueWords{}) }

func (c *Catalog) meanings(m Message) map[string]string {
	all := make(map[string]string)
	for _, tag := range c.tags {
		list, _ := c.byTag[tag].meanings(m) // which were read before
		maps.Copy(all, list)
	}
	return all
}

// entry is a message as it stands in a file.
type entry map[string]string

// The keys of entries that are no plural forms.
const (
	description = "description"
	hash        = "hash" // by which translators' tools find what has changed
)

var formNames = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// readLanguage reads the file of one language.
func readLanguage(files fs.FS, file, tag string, shapes map[reflect.Type]shape, english *Language) (*Language, error) {
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return nil, err
	}
	var entries map[string]entry
	if _, err := toml.Decode(string(text), &entries); err != nil {
		return nil, err
	}
	parsed, err := language.Parse(tag)
	if err != nil {
		return nil, err
	}
	l := &Language{tag: parsed, sentences: make(map[reflect.Type]*forms)}
	problems := l.read(entries, shapes, english)
	if err := errors.Join(problems...); err != nil {
		return nil, err
	}
	l.bot, l.channel, l.somebody = newName(l.String(TheBot{})), newName(l.String(TheChannel{})), newName(l.String(Somebody{}))
	l.colors = [2]name{newName(l.String(Black{})), newName(l.String(White{}))}
	for _, c := range []rules.Color{rules.Black, rules.White} {
		side := l.Text(PlayerAndColor{Color: c})
		if side[0].Text != l.somebody.first {
			return nil, errors.New("PlayerAndColor does not begin with the player")
		}
		l.bracketed[c] = side[1:].String()
	}
	for _, m := range []Message{VerbWords{}, ValueWords{}} {
		if _, err := l.meanings(m); err != nil {
			return nil, err
		}
	}
	for n := range l.flips {
		l.flips[n] = l.String(FlipsDetail{Flips: Count(n)})
	}
	for d, m := range directions {
		l.directions[d] = newName(l.String(m))
	}
	l.gap, l.comma = l.joining(Sentences{}).last, l.joining(Comma{}).last
	l.all, l.any = l.joining(And{}), l.joining(Or{})
	return l, nil
}

// directions name those of [rules.Direction] as seen on the board, row 1 on top.
var directions = [8]Message{
	North{}, NorthEast{}, East{}, SouthEast{}, South{}, SouthWest{}, West{}, NorthWest{},
}

// joining returns the texts around and between the two slots of a message that joins
// things.
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
