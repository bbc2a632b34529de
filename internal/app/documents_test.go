package app_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/rules"
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

// PRIVACY.md has a row for each table that holds data of people or places.
func TestPrivacyNamesEachTable(t *testing.T) {
	const nothing = "" // no data of people or places
	rows := map[string]string{
		"rooms": "a channel's settings", "games": "the moves, who made them", "seats": "who plays", "votes": "who voted for which square",
		"finished": "your record", "records": "against whom", "ratings": "your rating", "tenants": "a number for each player",
		"kept": "positions of your finished games", "solvers": "the channels in which you solved", "tombstones": "that you asked to be forgotten",
		"installs": "for Slack workspaces", "paces": nothing, "leases": nothing, "heartbeat": nothing,
	}
	text := read(t, "PRIVACY.md")
	schema, err := filepath.Glob("../../store/schema/*.sql")
	if err != nil || len(schema) == 0 {
		t.Fatal(schema, err)
	}
	for _, file := range schema {
		for _, table := range regexp.MustCompile(`(?m)^CREATE TABLE (\w+)`).FindAllStringSubmatch(read(t, "store/schema/"+filepath.Base(file)), -1) {
			if row, known := rows[table[1]]; !known || !strings.Contains(text, row) {
				t.Errorf("PRIVACY.md has no row for the table %s, %q", table[1], row)
			}
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
		"README.md", "docs/commands.md", "docs/permissions.md", "docs/discord.md", "docs/slack.md", "docs/upgrade.md", "ops/kubernetes.md", "ops/systemd.md", "OPERATIONS.md", "OPERATIONS-MANY.md", "PRIVACY.md", "TERMS.md", "SECURITY.md", "CONTRIBUTING.md", "BENCHMARKS.md", "CHANGELOG.md",
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

// README.md links every package outside lab.
func TestPackagesAreIntroduced(t *testing.T) {
	readme := read(t, "README.md")
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, _ fs.DirEntry, err error) error {
		if folder := path.Dir(name); path.Ext(name) == ".go" && !strings.HasPrefix(folder, "lab/") && !strings.Contains(readme, "]("+folder+")") {
			t.Errorf("README.md has no line for %s", folder)
		}
		return err
	})
	must(t, err)
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

// The bot draws the pictures in the documents as they are. With -update, the test rewrites
// them.
func TestPicturesInTheDocuments(t *testing.T) {
	const game = "f5f6e6f4e3c5c6d6e7f7c3c7g3e8b5a4g5b4f8c4d8d3b3f3d2h3e2g4f2d7c8g6a3b6h6h5a7a6a5c2d1g2h7h8h1g8g7b8h2e1f1b2b7g1a1a2h4a8c1b1"
	moves, err := rules.ParseTranscript(game)
	must(t, err)
	var script strings.Builder
	script.WriteString("ana: /othello start @bo black\nbo: [Accept · friendly]\n")
	p := rules.Start()
	for _, move := range moves {
		fmt.Fprintf(&script, "%s: /othello %v\n", []string{rules.Black: "ana", rules.White: "bo"}[p.ToMove], move)
		if p, err = p.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	script.WriteString("bo: /othello review\nbo: [Next]\nbo: /othello history last replay\n")
	folder := t.TempDir()
	if code, out, errs := program(t, nil, script.String(), "-pictures", folder); code != 0 || errs != "" {
		t.Fatalf("exit %d, %s\n%s", code, errs, out)
	}
	for number, name := range map[int]string{3: "curve.png", 4: "moment.png", 5: "replay.gif"} { // the first two are of the final position
		now, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("othello-%d%s", number, filepath.Ext(name))))
		must(t, err)
		file := filepath.Join("..", "..", "docs", name)
		if *update {
			must(t, os.WriteFile(file, now, 0o644))
		}
		before, err := os.ReadFile(file)
		must(t, err)
		if !alike(t, before, now) {
			t.Errorf("%s differs from what the bot draws now (go test ./internal/app -run TestPicturesInTheDocuments -update puts it there)", file)
		}
	}
}

// alike reports whether two images are the same, except for the rounding of smooth edges on different
// machines.
func alike(t *testing.T, a, b []byte) bool {
	t.Helper()
	first, second := pictures(t, a), pictures(t, b)
	if len(first) != len(second) {
		return false
	}
	for i := range first {
		if first[i].Bounds() != second[i].Bounds() || difference(first[i], second[i]) > 20 {
			return false
		}
	}
	return true
}

func pictures(t *testing.T, file []byte) (all []image.Image) {
	t.Helper()
	if !bytes.HasPrefix(file, []byte("GIF")) {
		picture, err := png.Decode(bytes.NewReader(file))
		must(t, err)
		return []image.Image{picture}
	}
	film, err := gif.DecodeAll(bytes.NewReader(file))
	must(t, err)
	for _, frame := range film.Image {
		all = append(all, frame)
	}
	return all
}

// difference counts the pixels that differ clearly.
func difference(a, b image.Image) (n int) {
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			c, d := color.NRGBAModel.Convert(a.At(x, y)).(color.NRGBA), color.NRGBAModel.Convert(b.At(x, y)).(color.NRGBA)
			if max(c.R, d.R)-min(c.R, d.R) > 40 || max(c.G, d.G)-min(c.G, d.G) > 40 || max(c.B, d.B)-min(c.B, d.B) > 40 || c.A != d.A {
				n++
			}
		}
	}
	return n
}
