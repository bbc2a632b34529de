package bot_test

import (
	"strings"
	"sync"
	"testing"

	"othellobot/bot"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// Games and boards to load: f5d6c3d3c4, a game with a pass, and their boards.
const (
	five      = "f5d6c3d3c4"
	fiveCells = "------------------XO------XXX------OXX-----O--------------------"
	passed    = "d3c3b3b2f5a3a1c1e3"
	startGGF  = "8 ---------------------------O*------*O--------------------------- *"
)

// allLanguages returns the grammar of all languages.
var allLanguages = sync.OnceValue(func() *parse.Grammar { return bot.NewGrammar(words.MustLoad()) })

// position returns the position after moves, or the board of 64 cells with the side to move.
func position(t *testing.T, want string) rules.Position {
	t.Helper()
	if cells, side, board := strings.Cut(want, " "); board {
		color := rules.Black
		if side == "white" {
			color = rules.White
		}
		p, err := rules.ParseBoard(cells, color)
		noError(t, err)
		return p
	}
	moves, err := rules.ParseTranscript(want)
	noError(t, err)
	p, err := rules.Replay(rules.Start(), moves)
	noError(t, err)
	return p
}

// loads checks the game that an action loads. It wants moves, a board with a side, or, after an
// exclamation mark, a part of the refusal.
func loads(t *testing.T, a chat.Action, want string) {
	t.Helper()
	s := newStage(t, limits)
	s.Grammar = allLanguages()
	r := s.do(t, a)
	said, g := "", roomOf(t, s, a.Place).Active
	for _, e := range r.Effects {
		said += e.Message.Text.String() + "\n"
	}
	refusal, refused := strings.CutPrefix(want, "!")
	switch {
	case refused && (g != nil || !strings.Contains(said, refusal)):
		t.Errorf("%+v is answered %q, game %v, want %q", a, said, g, refusal)
	case refused:
	case g == nil:
		t.Errorf("%+v loads nothing: %q", a, said)
	case g.Position() != position(t, want):
		t.Errorf("%+v loads\n%v, want\n%v", a, g.Position(), position(t, want))
	}
}

// sketch draws a board as users write it.
func sketch(cells, head, sides string) string {
	text := head + "\n"
	for row := range 8 {
		text += string(rune('1'+row)) + " "
		for column := range 8 {
			text += cells[8*row+column:8*row+column+1] + " "
		}
		text += sides + "\n"
	}
	return text
}

func TestLoadTyped(t *testing.T) {
	for text, want := range map[string]string{
		"1. f5 d6 2. c3 d3 3. c4":       five,
		"1) f5 2) d6 3) c3 4) d3 5) c4": five,
		"1 f5 2 d6 3 c3 4 d3 5 c4":      five,
		"f5 d6 c3 d3 c4 33-31":          five,
		"f5d6c3d3c4 Black wins 42-22":   five,
		"d3c3b3b2f5a3a1c1 pass e3":      passed,
		"d3c3b3b2f5a3a1c1PSe3":          passed,
		"D3 C3 B3 B2 F5 A3 A1 C1 -- E3": passed,
		"setboard " + strings.NewReplacer("X", "*").Replace(fiveCells) + " O;":                          fiveCells + " white",
		"(;GM[Othello]PC[NBoard]PB[ana]PW[bo]TY[8]BO[" + startGGF + "]B[F5//1.2]W[D6]B[C3]W[D3]B[C4];)": five,
		strings.ReplaceAll(fiveCells, "--", "—") + " O":                                                 fiveCells + " white",
		sketch(strings.ReplaceAll(fiveCells, "X", "*"), "  A B C D E F G H", "|") + "O to move":         fiveCells + " white",
		fiveCells + " O; c2:+3; c5:-2;":                                                                 fiveCells + " white",
		"White to move: " + fiveCells:                                                                   fiveCells + " white",
		fiveCells + " (white to move)":                                                                  fiveCells + " white",
		"f5 d6 c9 d3":                                                                                   "!c9",
	} {
		loads(t, typed("ana", "load "+text), want)
	}
}

func TestLoadFromMenu(t *testing.T) {
	moon := strings.NewReplacer("-", "🟩", "X", "🌑", "O", "🌕")
	grid := "🔳🇦\u200b🇧\u200b🇨\u200b🇩\u200b🇪\u200b🇫\u200b🇬\u200b🇭\n"
	for row := range 8 {
		grid += string(rune('1'+row)) + "\ufe0f\u20e3" + moon.Replace(fiveCells[8*row:8*row+8]) + "\n"
	}
	for text, want := range map[string]string{
		"f5d6c3d3c4\nf5f6e6f4": five,
		"Schwarz: c3, c4, d4, e4, e5 und f5. Weiß: d3, d5 und d6. Weiß ist am Zug": fiveCells + " white",
		"ana: c4. White to move.\n" + grid:                                         fiveCells + " white",
		"Look: f5d6c3xxd3":                                                         "!xx",
	} {
		loads(t, arguments("ana", "load", "message", text), want)
	}
}

func TestTypedWithMarks(t *testing.T) {
	for _, text := range []string{
		"*d3*", "_d3_", "~d3~", "`d3`", "**d3**", "“d3”", "‹d3›", "ｄ３", "d3\u200b", "\u202ed3",
		"> d3", "D3!", "*move* d3", "play *d3*", "_*d3*_", "```d3```", "||d3||", "„d3“", "d\u00ad3", "𝐝𝟑",
	} {
		s := newStage(t, limits)
		s.do(t, typed("ana", "start"))
		r := s.do(t, typed("ana", text))
		if g := roomOf(t, s, typed("", "").Place).Active; g == nil || len(g.Moves) != 1 {
			t.Errorf("%q plays nothing: %v", text, r.Effects[0].Message.Text)
		}
	}
}
