package app_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// PRIVACY.md, a template for operators, states the default durations.
func TestPrivacyStatesDurations(t *testing.T) {
	text := read(t, "PRIVACY.md")
	standard := exampleSettings(t)
	for key, days := range map[string]string{"RETENTION": "[90 days]", "IDLE_EXPIRY": "[7 days]"} {
		if !strings.Contains(text, "`"+key+"` ["+standard[key]) && !strings.Contains(text, "`"+key+"`\n["+standard[key]) || !strings.Contains(text, days) {
			t.Errorf("PRIVACY.md does not say that %s is %s, %s", key, standard[key], days)
		}
	}
}

func exampleSettings(t *testing.T) map[string]string {
	t.Helper()
	settings := make(map[string]string)
	for _, found := range regexp.MustCompile(`(?m)^#?([A-Z_]+)=(.*)$`).FindAllStringSubmatch(read(t, ".env.example"), -1) {
		settings[found[1]] = found[2]
	}
	return settings
}

// Every file and heading of the project that a document links to exists.
func TestLinksInDocuments(t *testing.T) {
	link := regexp.MustCompile(`(?:\]\(|src=")([^)#:"\s]*)(#[^)]*)?[)"]`)
	for _, name := range []string{
		"README.md", "docs/commands.md", "docs/discord.md", "docs/slack.md", "OPERATIONS.md", "OPERATIONS-MANY.md", "PRIVACY.md", "TERMS.md", "CONTRIBUTING.md", "BENCHMARKS.md", "CHANGELOG.md",
	} {
		for _, found := range link.FindAllStringSubmatch(read(t, name), -1) {
			file := path.Join(path.Dir(name), found[1])
			if found[1] == "" {
				file = name
			}
			if !exists(file) || found[2] != "" && !slices.Contains(anchors(read(t, file)), found[2]) {
				t.Errorf("%s leads to %s%s, which is not there", name, found[1], found[2])
			}
		}
	}
}

func anchors(text string) (all []string) {
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		all = append(all, "#"+strings.ReplaceAll(plain, " ", "-"))
	}
	return all
}

// A reader who only wants to play needs at most the first 60 lines of README.md.
func TestReadmeIsShortForPlayers(t *testing.T) {
	play, _, _ := strings.Cut(read(t, "README.md"), "\n## Commands\n")
	if lines := strings.Count(play, "\n") + 1; lines > 60 {
		t.Errorf("README.md has %d lines before its commands", lines)
	}
}

// README.md's example for the terminal works even after "start bot", which users try first. The bot
// calls only the user at the terminal "you".
func TestReadmeTerminalExample(t *testing.T) {
	script := "/othello start bot\n"
	for _, line := range regexp.MustCompile(`(?m)^> (\S+): (.*)$`).FindAllStringSubmatch(read(t, "README.md"), -1) {
		if line[2][0] != '[' {
			line[2] = "/othello " + line[2]
		}
		script += line[1] + ": " + line[2] + "\n"
	}
	_, out, _ := program(t, nil, script+"ana: /othello start @bo\nbo: [Accept]\n")
	if !strings.Contains(out, "ana: d3, flips d4. @bo, your move.") || !strings.Contains(out, "“you” and the bot are playing here") {
		t.Errorf("it goes\n%s", out)
	}
}

// README.md links every package.
func TestPackagesAreIntroduced(t *testing.T) {
	readme := read(t, "README.md")
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, _ fs.DirEntry, err error) error {
		if folder := path.Dir(name); path.Ext(name) == ".go" && !strings.HasPrefix(folder, "lab/") && !strings.Contains(readme, "]("+folder+")") {
			t.Errorf("README.md has no line for %s", folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The files and functions that CONTRIBUTING.md names exist.
func TestContributingNamesFunctions(t *testing.T) {
	page := strings.Join(strings.Fields(read(t, "CONTRIBUTING.md")), " ")
	steps := regexp.MustCompile("([\\w/]+\\.go)((?:,? `\\w+`)+)").FindAllStringSubmatch(page, -1)
	if len(steps) < 40 {
		t.Errorf("it names only %d files", len(steps))
	}
	for _, step := range steps {
		for _, name := range regexp.MustCompile(`\w+`).FindAllString(step[2], -1) {
			if file := step[1]; !exists(file) || !regexp.MustCompile(`(?m)^func (\([^)]*\) )?`+name+`[(\[]`).MatchString(read(t, file)) {
				t.Errorf("%s has no function %s", file, name)
			}
		}
	}
}
