package words

import (
	"embed"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"othellobot/chat"
)

//go:embed active.*.toml
var files embed.FS

// Catalog holds all languages, each of which is read when it is first asked for. It is
// read-only and may be used concurrently.
type Catalog struct {
	tags    []string                    // English first, the others as their files come
	byTag   map[string]func() *Language // reads it at the first call
	matcher func() language.Matcher
}

// Load finds the languages that the program brings.
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

// Read finds the languages of the files active.TAG.toml. English must be among them. What
// stands in the files must be as the tests of this package ask for: a message that is
// missing or cannot be read panics when it is said.
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

// Default is English.
func (c *Catalog) Default() *Language { return c.byTag[source]() }

// Tags names the languages there are, English first.
func (c *Catalog) Tags() []string { return slices.Clone(c.tags) }

// Named is the language of that tag, as [Catalog.Tags] has it, and false if there is
// none.
func (c *Catalog) Named(tag string) (*Language, bool) {
	read, ok := c.byTag[tag]
	if !ok {
		return nil, false
	}
	return read(), true
}

// Match is the language for a locale as in BCP 47, and false if there is none that
// its speakers would take for theirs.
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
func (c *Catalog) Others(m Message) chat.Translations {
	return func() map[string]string {
		others := make(map[string]string)
		for tag, read := range c.byTag {
			if tag == source {
				continue
			}
			if l := read(); l.Beta() == "" {
				others[tag] = l.String(m)
			}
		}
		return others
	}
}

// Verbs are what phrases of any language mean, as VerbWords tells, in lower case.
func (c *Catalog) Verbs() map[string]string { return c.meanings(VerbWords{}) }

// Values are the values of arguments that words of any language mean, in lower case.
func (c *Catalog) Values() map[string]string { return c.meanings(ValueWords{}) }

// Fillers maps the words of any language that stand around a command, in lower case, to what
// they do there: nothing, asks or not.
func (c *Catalog) Fillers() map[string]string { return c.meanings(FillerWords{}) }

func (c *Catalog) meanings(m Message) map[string]string {
	all := make(map[string]string)
	for _, tag := range c.tags {
		maps.Copy(all, c.byTag[tag]().meanings(m))
	}
	return all
}
