package arch

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// sound is a small project that keeps every rule.
var sound = map[string]string{
	"rules/doc.go":             packageDoc("rules"),
	"rules/count.go":           "package rules; import \"math/bits\"; var _ = bits.Len",
	"rules/testdata/bad.go":    "not Go at all",
	".tools/bad.go":            "not Go at all",
	"_old/bad.go":              "not Go at all",
	"game/doc.go":              packageDoc("game"),
	"game/play.go":             "package game; import (\"time\"; \"othellobot/rules\"); type At time.Time",
	"game/store.go":            "package game; type Store interface { Rooms; Marks }; type Rooms interface { Load(); Commit() }; type Marks interface { Bury(); Revive() }",
	"game/table.go":            "package game; type Table struct{ rooms Rooms }; func (*Table) Load() {}; func (*Table) Do() {}",
	"people/doc.go":            packageDoc("people"),
	"people/store.go":          "package people; import \"othellobot/game\"; type Store interface { game.Store; Documents }; type Documents interface { Keep() }",
	"game/fake_test.go":        "package game; type fake struct{ Store }; func (*fake) Load() {}; func (*fake) Commit() {}",
	"game/deal.go":             "package game; import \"math/rand/v2\"; var _ = rand.New(rand.NewPCG(1, 2))",
	"game/play_test.go":        "package game_test; import (\"time\"; \"othellobot/store\"); var _ = time.Now",
	"chat/doc.go":              packageDoc("chat"),
	"chat/chattest/doc.go":     packageDoc("chattest"),
	"chat/chattest/run.go":     "package chattest; import (\"testing\"; \"github.com/google/go-cmp/cmp\"; \"othellobot/chat\")",
	"adapters/irc/doc.go":      packageDoc("irc"),
	"adapters/irc/irc.go":      "package irc; import (\"time\"; \"othellobot/chat\"; \"othellobot/render\"); var _ = time.Now",
	"adapters/irc/run_test.go": "package irc; import (\"os\"; \"othellobot/bot\"; \"othellobot/chat/chattest\")",
	"adapters/discord/doc.go":  packageDoc("discord") + "; import \"github.com/bwmarrin/discordgo\"",
	"internal/app/doc.go":      packageDoc("app") + "; import (\"github.com/joho/godotenv\"; \"othellobot/adapters/irc\")",
	"cmd/bot/main.go":          packageDoc("main") + "; import \"othellobot/internal/app\"",
	"cmd/bot/run.go":           "package main; func run() {}",
}

func packageDoc(name string) string {
	return "// Package " + name + " is here so that there is something to judge: a few words on what it is,\n" +
		"// who calls it and why, and on what it must never do.\npackage " + name
}

func TestChecks(t *testing.T) {
	tests := []struct {
		name string
		path string
		text string
		want string // prefix of the only finding; empty if the file breaks no rule
	}{
		{name: "sound"},

		{"rules imports the project", "rules/a.go", `package rules; import "othellobot/game"`, "rules/a.go:1:23: rules must not import othellobot/game: rules is pure"},
		{"rules imports a module", "rules/a.go", `package rules; import "golang.org/x/exp/maps"`, "rules/a.go:1:23: rules must not import golang.org/x/exp/maps: a dependency needs a reason"},
		{"game imports chat", "game/a.go", `package game; import "othellobot/chat"`, "game/a.go:1:22: game must not import othellobot/chat: a game is a value"},
		{"chat imports game", "chat/a.go", `package chat; import "othellobot/game"`, "chat/a.go:1:22: chat must not import othellobot/game: chat is the vocabulary"},
		{"bot imports an adapter", "bot/a.go", packageDoc("bot") + `; import "othellobot/adapters/irc"`, "bot/a.go:3:21: bot must not import othellobot/adapters/irc: bot declares"},
		{"bot imports the store", "bot/a.go", packageDoc("bot") + `; import "othellobot/store"`, "bot/a.go:3:21: bot must not import othellobot/store: bot declares"},
		{"bot imports the engine", "bot/a.go", packageDoc("bot") + `; import "othellobot/engine"`, "bot/a.go:3:21: bot must not import othellobot/engine: bot declares"},
		{"adapter imports bot", "adapters/irc/a.go", `package irc; import "othellobot/bot"`, "adapters/irc/a.go:1:21: adapters/irc must not import othellobot/bot: an adapter speaks"},
		{"adapter imports rules", "adapters/irc/a.go", `package irc; import "othellobot/rules"`, "adapters/irc/a.go:1:21: adapters/irc must not import othellobot/rules: an adapter speaks"},
		{"adapter imports another", "adapters/irc/a.go", `package irc; import "othellobot/adapters/discord"`, "adapters/irc/a.go:1:21: adapters/irc must not import othellobot/adapters/discord: an adapter speaks"},
		{"adapter imports another's SDK", "adapters/irc/a.go", `package irc; import "github.com/bwmarrin/discordgo"`, "adapters/irc/a.go:1:21: adapters/irc must not import github.com/bwmarrin/discordgo: a dependency needs a reason"},
		{"adapter imports itself below", "adapters/irc/a.go", `package irc; import "othellobot/adapters/irc/wire"`, ""},
		{"below an adapter", "adapters/irc/wire/a.go", packageDoc("wire") + `; import "othellobot/game"`, "adapters/irc/wire/a.go:3:22: adapters/irc/wire must not import othellobot/game: an adapter speaks"},
		{"similar name", "adapters/irc/a.go", `package irc; import "othellobot/chatter"`, "adapters/irc/a.go:1:21: adapters/irc must not import othellobot/chatter: an adapter speaks"},
		{"behind a build tag", "rules/a.go", "//go:build plan9\n\npackage rules; import \"othellobot/chat\"", "rules/a.go:3:23: rules must not import othellobot/chat: rules is pure"},
		{"program imports a suite", "chat/a.go", `package chat; import "othellobot/chat/chattest"`, "chat/a.go:1:22: chat must not import othellobot/chat/chattest: a package of tests"},
		{"rig imports a suite", "lab/load/a.go", packageDoc("load") + `; import ("testing"; "othellobot/chat/chattest")`, ""},
		{"program imports a rig", "chat/a.go", `package chat; import "othellobot/internal/sim"`, "chat/a.go:1:22: chat must not import othellobot/internal/sim: chat is the vocabulary"},
		{"program imports the lab", "internal/app/a.go", `package app; import "othellobot/lab/load"`, "internal/app/a.go:1:21: internal/app must not import othellobot/lab/load: what is in lab is for authors"},
		{"test imports the lab", "game/a_test.go", `package game; import "othellobot/lab/load"`, "game/a_test.go:1:22: game must not import othellobot/lab/load: what is in lab is for authors"},
		{"lab imports the program", "lab/mill/a.go", packageDoc("mill") + `; import ("othellobot/internal/app"; "othellobot/lab/train") // slack`, ""},
		{"lab imports a module", "lab/mill/a.go", packageDoc("mill") + `; import "golang.org/x/time"`, "lab/mill/a.go:3:22: lab/mill must not import golang.org/x/time: a dependency needs a reason"},
		{"program imports testing", "game/a.go", `package game; import "testing/synctest"`, "game/a.go:1:22: game must not import testing/synctest: tests and their flags"},
		{"suite imports beyond its parent", "chat/chattest/a.go", `package chattest; import "othellobot/bot"`, "chat/chattest/a.go:1:26: chat/chattest must not import othellobot/bot: chat is the vocabulary"},
		{"program imports a test module", "internal/app/a.go", `package app; import "go.uber.org/goleak"`, "internal/app/a.go:1:21: internal/app must not import go.uber.org/goleak: a dependency needs a reason"},
		{"command wires by itself", "cmd/bot/a.go", `package main; import "othellobot/bot"`, "cmd/bot/a.go:1:22: cmd/bot must not import othellobot/bot: cmd/bot hands the process"},
		{"adapter imports the program", "adapters/irc/a.go", `package irc; import "othellobot/internal/app"`, "adapters/irc/a.go:1:21: adapters/irc must not import othellobot/internal/app: an adapter speaks"},
		{"command imports the program", "cmd/engine/a.go", packageDoc("main") + `; import "othellobot/internal/app"`, "cmd/engine/a.go:3:22: cmd/engine must not import othellobot/internal/app: cmd/engine is the engine"},
		{"platform in the program", "internal/app/a.go", "package app // slack", ""},
		{"test imports an unknown module", "rules/a_test.go", `package rules; import "github.com/stretchr/testify"`, "rules/a_test.go:1:23: rules must not import github.com/stretchr/testify: a dependency needs a reason"},
		{"package without a rule", "web/web.go", packageDoc("web"), "web/web.go: package web has no import rule"},

		{"a store in game", "game/a.go", `package game; type Memory struct{}; func (Memory) Commit() {}; func (*Memory) Load() {}`, "game/a.go:1:20: game.Memory is a Store: databases"},
		{"a store of any type", "game/a.go", `package game; type memory[T any] map[ID]T; func (m memory[T]) Load() {}; func (m memory[T]) Commit() {}`, "game/a.go:1:20: game.memory is a Store: databases"},
		{"a store around another", "game/a.go", `package game; type Cached struct{ Store }`, "game/a.go:1:20: game.Cached is a Store: databases"},
		{"a store around a part of another", "game/a.go", `package game; type Cached struct{ Marks }`, "game/a.go:1:20: game.Cached is a Store: databases"},
		{"a part of a store", "game/a.go", `package game; type Stones struct{}; func (Stones) Bury() {}; func (Stones) Revive() {}`, "game/a.go:1:20: game.Stones is a Store: databases"},
		{"no seam", "game/store.go", `package game; type Store struct{}`, "game: declares no interface Store"},
		{"a store in people", "people/a.go", `package people; type Kept struct{}; func (Kept) Keep() {}`, "people/a.go:1:22: people.Kept is a Store: databases"},
		{"less than a store", "game/a.go", `package game; type Shelf struct{}; func (Shelf) Commit() {}`, ""},
		{"a store elsewhere", "chat/a.go", `package chat; type Memory struct{ Store }; func (Memory) Load() {}; func (Memory) Commit() {}`, ""},

		{"clock", "game/a.go", `package game; import "time"; var a = time.Now`, "game/a.go:1:38: game must not use time.Now: time comes in as data"},
		{"clock by another name", "game/a.go", `package game; import clock "time"; var a = clock.Since`, "game/a.go:1:44: game must not use time.Since: time comes in as data"},
		{"clock without a name", "game/a.go", `package game; import . "time"; var a = Now`, "game/a.go:1:22: game must not import time: time comes in as data"},
		{"dice", "render/a.go", packageDoc("render") + `; import "math/rand/v2"; var a = rand.IntN(6)`, "render/a.go:3:48: render must not use math/rand/v2.IntN: randomness comes in"},
		{"old dice", "rules/a.go", `package rules; import "math/rand"; var a = rand.Intn(6)`, "rules/a.go:1:44: rules must not use math/rand.Intn: randomness comes in"},
		{"environment", "bot/a.go", packageDoc("bot") + `; import "os"; var a = os.Getenv("A")`, "bot/a.go:3:21: bot must not import os: input, output"},
		{"environment in a program below", "rules/generate/a.go", packageDoc("main") + `; import "os"; var a = os.Getenv("A")`, ""},
		{"environment in a program", "cmd/bot/a.go", `package main; import "os"; var a = os.Getenv("A")`, ""},

		{"platform", "game/a.go", "package game\n\n// a Discord channel", "game/a.go:3: names discord: only adapters"},
		{"platform in an identifier", "game/a.go", "package game; const forSlack = 1", "game/a.go:1: names slack: only adapters"},
		{"platform in a suite", "chat/chattest/a.go", "package chattest // slack", "chat/chattest/a.go:1: names slack: only adapters"},
		{"platform in a test", "game/a_test.go", "package game // slack", ""},

		{"vague directory", "rules/util/a.go", packageDoc("square"), "rules/util/a.go: a package called util"},
		{"vague package", "rules/square/a.go", packageDoc("common"), "rules/square/a.go: a package called common"},

		{"two docs", "rules/a.go", packageDoc("rules"), "rules: 2 files carry a package doc"},
		{"no doc", "rules/doc.go", "package rules", "rules: 0 files carry a package doc"},
		{"doc elsewhere", "engine/a.go", packageDoc("engine"), ""},
		{"doc too short", "rules/doc.go", "// Package rules never lies.\npackage rules", "rules/doc.go: the package doc has 4 words"},
		{"doc of another", "rules/doc.go", strings.Replace(packageDoc("rules"), "Package rules", "Package ruler", 1), "rules/doc.go: the package doc does not begin"},
		{"doc without never", "rules/doc.go", strings.Replace(packageDoc("rules"), "never", "not", 1), "rules/doc.go: the package doc does not say"},

		{"long file", "rules/a.go", "package rules" + strings.Repeat("\n", 501), "rules/a.go: has 501 lines"},
		{"long generated file", "rules/a.go", "// Code generated by a; DO NOT EDIT.\n\npackage rules" + strings.Repeat("\n", 501), ""},
		{"long test", "rules/a_test.go", "package rules" + strings.Repeat("\n", 501), ""},
		{"init", "rules/a.go", "package rules; func init() {}", "rules/a.go:1:16: func init"},

		{"stumbling comment", "rules/a.go", "package rules\n\n// x is who did it.\nvar x int", "rules/a.go:3: \"is who\": say what"},
		{"plain comment", "rules/a.go", "package rules\n\n// x names the player.\nvar x int", ""},
		{"method called init", "rules/a.go", "package rules; type a int; func (a) init() {}", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			texts := maps.Clone(sound)
			if test.path != "" {
				texts[test.path] = test.text
			}
			findings := find(t, texts)
			switch {
			case test.want == "" && len(findings) > 0:
				t.Errorf("found %q, want nothing", findings)
			case test.want != "" && (len(findings) != 1 || !strings.HasPrefix(findings[0], test.want)):
				t.Errorf("found %q,\nwant one that begins %q", findings, test.want)
			}
		})
	}
}

// A package doc outside doc.go is reported.
func TestDocHome(t *testing.T) {
	texts := maps.Clone(sound)
	texts["rules/doc.go"], texts["rules/count.go"] = "package rules", texts["rules/doc.go"]
	const want = "rules/count.go: carries the package doc: a reader looks for it in doc.go"
	if findings := find(t, texts); !slices.Equal(findings, []string{want}) {
		t.Errorf("found %q, want %q", findings, want)
	}
}

// find returns the findings of all checks in a project with the given files.
func find(t *testing.T, texts map[string]string) (findings []string) {
	t.Helper()
	fsys := make(fstest.MapFS)
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	files, err := load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, check := range checks {
		findings = append(findings, check.find(files)...)
	}
	return findings
}
