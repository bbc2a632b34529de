package bot_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"othellobot/adapters/local"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/words"
)

func disguised(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'ⓐ'
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'Ⓐ'
		default:
			return r
		}
	}, text)
}

// Patterns for the English file, which find the text of a line and the parts to keep.
var (
	textLine = regexp.MustCompile(`^((?:one|other) = )?(.*)$`)
	slots    = regexp.MustCompile(`\{\{(.*?)\}\}`)
	boldText = regexp.MustCompile(`"[^"]*"`)
	square   = regexp.MustCompile(`[a-h][1-8]`)
)

// pseudo returns the English file in letters that are not Latin, except for typed words.
func pseudo(english []byte) []byte {
	var text strings.Builder
	typed := false // whether the section lists typed words
	for line := range strings.Lines(string(english)) {
		if strings.HasPrefix(line, "[") {
			typed = strings.HasSuffix(line, "Words]\n")
		}
		if typed || strings.HasPrefix(line, "[") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "description") {
			text.WriteString(line)
			continue
		}
		parts := textLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		text.WriteString(parts[1] + disguisedBut(parts[2], slots, func(slot string) string {
			if strings.HasPrefix(slot, "{{bold") {
				return boldText.ReplaceAllStringFunc(slot, disguised)
			}
			return slot
		}) + "\n")
	}
	return []byte(text.String())
}

// disguisedBut disguises a text. It replaces each match of except with the result of change instead.
func disguisedBut(text string, except *regexp.Regexp, change func(string) string) string {
	var result strings.Builder
	rest := 0
	for _, at := range except.FindAllStringIndex(text, -1) {
		result.WriteString(disguised(text[rest:at[0]]) + change(text[at[0]:at[1]]))
		rest = at[1]
	}
	return result.String() + disguised(text[rest:])
}

func itself(text string) string { return text }

var address = regexp.MustCompile(`https://\S+`)

var pressedLabel = regexp.MustCompile(`(?m)^(\S+: )(\[.*?\])`)

// TestCodeHoldsNoSentences checks that a bot in an invented language uses no English sentences.
func TestCodeHoldsNoSentences(t *testing.T) {
	english, err := os.ReadFile("../words/active.en.toml")
	noError(t, err)
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: pseudo(english)}})
	noError(t, err)
	files, err := filepath.Glob("testdata/*.chat")
	noError(t, err)
	zones, err := os.ReadFile("parse/zones.txt")
	noError(t, err)
	commands, _ := bot.Verbs() // buttons show commands untranslated
	names := slices.Concat(commands, openings, local.Limits(false, "").Themes, values(), latin.FindAllString(string(zones), -1), []string{"X", "O", "othello-about-you", "zip", "KB", "export"})
	for i, file := range files {
		if testing.Short() && i%8 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			t.Parallel()
			english, err := os.ReadFile(file)
			noError(t, err)
			if strings.HasPrefix(string(english), withSpoken) {
				return // it needs real languages
			}
			script := pressedLabel.ReplaceAllStringFunc(string(english), func(line string) string {
				who, label, _ := strings.Cut(line, ": ")
				return who + ": " + disguisedBut(label, square, itself)
			})
			said, inEnglish := playAs(t, script, configuration(catalog), func(b *bot.Bot) chat.Handler { return b }), play(t, string(english))
			if want, got := strings.Count(inEnglish, "\n\t"), strings.Count(said, "\n\t"); got != want {
				t.Errorf("the conversation has %d lines of replies, and %d in English:\n%s", got, want, said)
			}
			known := slices.Concat(names, latin.FindAllString(typedIn.ReplaceAllString(script, ""), -1))
			for line := range strings.Lines(said) {
				if left := leftOver(address.ReplaceAllString(line, ""), known); len(left) > 0 {
					t.Errorf("%q are left in %q", left, line)
				}
			}
		})
	}
}

func TestEveryMessageIsUsed(t *testing.T) {
	listed := sourceOf(t, "../words/messages_test.go")
	said := sourceOf(t, "*.go", "../words/catalog.go", "../words/language.go", "../words/slot.go", "../internal/app/sentences.go", "*/*.go")
	made, used := regexp.MustCompile(`\b\w+\{`), make(map[string]bool)
	for _, name := range made.FindAllString(said, -1) {
		used[name] = true
	}
	for _, name := range made.FindAllString(listed, -1) {
		if !used[name] {
			t.Errorf("no code uses %s}", name)
		}
	}
}

func sourceOf(t *testing.T, patterns ...string) string {
	t.Helper()
	var source strings.Builder
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		noError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			noError(t, err)
			source.Write(text)
		}
	}
	return source.String()
}

// Patterns of Latin letters allowed in a line of a transcript: the local channel's frame around
// replies, boards, commands, and squares.
var (
	frame    = regexp.MustCompile(`^\t((to|edits|removes) .*message \d+.*|only to .*)$`)
	drawn    = regexp.MustCompile(`^\t  ([1-8]  ([-.XO] ?){8}| +a b c d e f g h)$|[-XO]{64}|\]\(othello-\d+\.(png|gif)\)$`)
	sent     = regexp.MustCompile(`/othello( [a-zA-Z0-9@:.-]+)*`)
	squares  = regexp.MustCompile(`\b([a-h][1-8])+\b`)
	latin    = regexp.MustCompile(`[A-Za-z][A-Za-z0-9-]*`)
	openings = []string{
		"Parallel", "Diagonal", "Perpendicular", "Tiger", "Cow", "Rose-Bill", "Tamenori", "No-Kung", "Stephenson", "Heath", "Chimney", "Bat",
		"Comp", "Oth", "Raccoon", "Dog", "Swallow",
	}
)

// leftOver returns the Latin words of a reply, except allowed names and typed words.
func leftOver(line string, allowed []string) []string {
	line = strings.TrimSuffix(line, "\n")
	if !strings.HasPrefix(line, "\t") || frame.MatchString(line) {
		return nil
	}
	for _, known := range []*regexp.Regexp{drawn, sent, squares} {
		line = known.ReplaceAllString(line, "")
	}
	return slices.DeleteFunc(latin.FindAllString(line, -1), func(word string) bool { return slices.Contains(allowed, word) })
}

var typedIn = regexp.MustCompile(`(?m)^(\t|#).*$`)

func values() (list []string) {
	for _, c := range bot.Commands(words.Load()) {
		for _, p := range c.Parameters {
			list = append(list, p.Name)
			for _, choice := range p.Choices {
				list = append(list, choice.Value)
				list = append(list, latin.FindAllString(choice.Value, -1)...)
			}
		}
	}
	return append(list, "challenger", "kind", "friendly")
}
