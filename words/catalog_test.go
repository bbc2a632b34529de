package words_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"othellobot/rules"
	"othellobot/words"
	"othellobot/words/wordstest"
)

func english(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("active.en.toml")
	noError(t, err)
	return string(text)
}

// withFrench returns the English file, and a copy with one change as the French file.
func withFrench(t *testing.T, old, changed string) fs.FS {
	t.Helper()
	text := english(t)
	french := strings.Replace(text, old, changed, 1)
	if french == text && old != changed {
		t.Fatalf("the English file has no %q", old)
	}
	return fstest.MapFS{"active.en.toml": {Data: []byte(text)}, "active.fr.toml": {Data: []byte(french)}}
}

func TestLanguages(t *testing.T) {
	if err := words.Check(os.DirFS(".")); err != nil {
		t.Error(err)
	}
	if err := words.Check(fstest.MapFS{"active.en.toml": {Data: wordstest.English()}}); err != nil {
		t.Errorf("the messages that tests quote: %v", err)
	}
}

func TestCheckNamesWhatIsWrong(t *testing.T) {
	const played = `other = "{{.Player}}: {{bold .Square}}, flips {{.Flips}}."`
	for name, tt := range map[string]struct{ old, changed, want string }{
		"nothing":               {"", "", ""},
		"a message is missing":  {"[Played]", "[Payed]", "Played is missing"},
		"one too many":          {"[Played]", "[Payed]", "Payed is superfluous"},
		"a slot is missing":     {played, `other = "{{bold .Square}}, flips {{.Flips}}."`, "Played: other: the slot Player is missing"},
		"a slot too many":       {played, `other = "{{.Who}}."`, "Played: other: there is no slot Who"},
		"a person in bold":      {played, `other = "{{bold .Player}}: {{.Square}}, {{.Flips}}."`, "Played: other: the slot Player must stand alone"},
		"no slot at all":        {played, `other = "{{if .Player}}."`, "Played: other: {{if .Player}} is neither"},
		"open braces":           {played, `other = "{{.Player}}: {{.Square}}, {{.Flips}} {{"`, "Played: other: braces without"},
		"a form is missing":     {"\none = ", "\nfew = ", `the form "one" is missing`},
		"a count is missing":    {`other = "{{.Moves}} legal moves: see`, `other = "legal moves: see`, "MoveMenu: other: the slot Moves is missing"},
		"a form too many":       {played, played + "\none = \"a\"", `Played: "one" is superfluous`},
		"a key too many":        {played, played + "\nnote = \"a\"", `Played: "note" is superfluous`},
		"a command is missing":  {`{{command "decline"}} takes`, "This takes", "ChallengeWaits: form 0 lacks what is to be typed"},
		"another command":       {`{{command "decline"}} takes`, `{{command "decliner"}} {{command "decline"}} takes`, `ChallengeWaits: form 0 has something to be typed that the original lacks: "decliner"`},
		"no text":               {played, "other = 1", "active.fr.toml"},
		"side without a player": {`other = "{{.Player}} ({{.Color}})"`, `other = "({{.Color}}) {{.Player}}"`, "PlayerAndColor does not begin"},
	} {
		t.Run(name, func(t *testing.T) {
			err := words.Check(withFrench(t, tt.old, tt.changed))
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("the error is %v, want %q in it", err, tt.want)
			}
		})
	}
}

func TestCheckNamesAllProblems(t *testing.T) {
	text := strings.Replace(english(t), "[Played]", "[Payed]", 1)
	text = strings.Replace(text, "[YourMove]", "[MyMove]", 1)
	err := words.Check(fstest.MapFS{"active.en.toml": {Data: []byte(text)}})
	for _, want := range []string{"Played is missing", "YourMove is missing", "Payed is superfluous", "MyMove is superfluous"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q in it", err, want)
		}
	}
}

func TestDescriptionsAreNeeded(t *testing.T) {
	text := strings.Replace(english(t), `description = "A user made a move."`, "", 1)
	if err := words.Check(fstest.MapFS{"active.en.toml": {Data: []byte(text)}}); err == nil {
		t.Error("a message without a description is taken")
	}
}

func TestEnglishIsNeeded(t *testing.T) {
	if _, err := words.Read(fstest.MapFS{"active.fr.toml": {Data: []byte(english(t))}}); err == nil {
		t.Error("a catalog without English is taken")
	}
}

func TestMatch(t *testing.T) {
	files := fstest.MapFS{}
	for _, tag := range []string{"en", "fr", "pt-BR", "zh-Hans", "zh-Hant"} {
		text := english(t)
		if strings.HasPrefix(tag, "zh") {
			text = withoutForms(text, "one")
		}
		files["active."+tag+".toml"] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := words.Read(files)
	noError(t, err)
	if want := []string{"en", "fr", "pt-BR", "zh-Hans", "zh-Hant"}; !slices.Equal(c.Tags(), want) {
		t.Errorf("the languages are %v, want %v", c.Tags(), want)
	}
	for locale, want := range map[string]string{
		"en": "en", "en-US": "en", "en-GB": "en", "fr": "fr", "fr-CA": "fr", "pt-BR": "pt-BR",
		"zh-CN": "zh-Hans", "zh-TW": "zh-Hant", "zh": "zh-Hans", "ja": "", "": "", "%%": "", "nonsense-in-a-locale": "",
	} {
		got := ""
		if l, ok := c.Match(locale); ok {
			got = l.Tag()
		}
		if got != want {
			t.Errorf("for %q the language is %q, want %q", locale, got, want)
		}
	}
	if _, ok := c.Named("fr-CA"); ok {
		t.Error("a language is named that there is not")
	}
}

func withoutForms(text, form string) string {
	lines := strings.Split(text, "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.HasPrefix(line, form+" = ") }), "\n")
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// recording is a file system that records the names of opened files.
type recording struct {
	fs.FS
	names *[]string
}

func (r recording) Open(name string) (fs.File, error) {
	if name != "." {
		*r.names = append(*r.names, name)
	}
	return r.FS.Open(name)
}

func TestLanguagesAreReadAtFirstUse(t *testing.T) {
	var names []string
	catalog, err := words.Read(recording{os.DirFS("."), &names})
	noError(t, err)
	expect := func(when string, want ...string) {
		t.Helper()
		if !slices.Equal(names, want) {
			t.Errorf("%s %q are read, want %q", when, names, want)
		}
	}
	expect("at first")
	for range 2 {
		if got := catalog.Default().String(words.Black{}); got != "Black" {
			t.Errorf("Black is called %q", got)
		}
	}
	expect("when English is spoken", "active.en.toml")
	if l := catalog.PreferredOrDefault("de-AT"); l.String(words.Black{}) != "Schwarz" {
		t.Errorf("Black is called %q", l.String(words.Black{}))
	}
	expect("when German is spoken", "active.en.toml", "active.de.toml")
}

func TestMissingMessagesPanic(t *testing.T) {
	text := strings.Replace(english(t), "[YourMove]", "[MyMove]", 1)
	catalog, err := words.Read(fstest.MapFS{"active.en.toml": {Data: []byte(text)}})
	noError(t, err)
	defer func() {
		if got, _ := recover().(string); got != "words: YourMove in en: the message is missing" {
			t.Errorf("it panics with %q", got)
		}
	}()
	catalog.Default().String(words.YourMove{})
}

func TestSaidConcurrently(t *testing.T) {
	catalog, err := words.Read(os.DirFS("."))
	noError(t, err)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := catalog.Default().Text(words.ColorToMove{Color: rules.White}, words.BotThinks{}).String(); got != "White to move. The bot is thinking." {
				t.Errorf("it says %q", got)
			}
		})
	}
	group.Wait()
}
