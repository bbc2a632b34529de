package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

var boards = map[string]func(chat.Board) string{
	"letters":    func(b chat.Board) string { return render.Text(b.View) },
	"keycaps":    func(b chat.Board) string { return render.Emoji(b.View, b.Theme, render.SurfaceKeycaps) },
	"shortcodes": func(b chat.Board) string { return render.Emoji(b.View, b.Theme, render.SurfaceShortcodes) },
}

func printed(m chat.Message, board func(chat.Board) string) string {
	lines := []string{m.Text.String(), m.Aside.String()}
	if m.Board != nil {
		lines = append(lines, board(*m.Board))
	}
	for _, f := range m.Footers {
		lines = append(lines, f.String())
	}
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			lines = append(lines, "["+b.Label+"]")
		}
	}
	return strings.Join(lines, "\n")
}

// TestPrintedLoadsAgain loads the texts that the bot prints about a game, in every language.
func TestPrintedLoadsAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	reader := allLanguages().Records()
	for _, tag := range words.Load().Tags() {
		for _, theme := range []string{"classic", "moon", "vivid", "words"} {
			s := newStage(t, limits)
			s.Words, s.Grammar = words.Load(), allLanguages()
			do := func(a chat.Action) chat.Response { return s.do(t, spokenIn(tag, a)) }
			do(ordered("settings theme:" + theme))
			do(typed("ana", "start"))
			var card chat.Response
			for range 1 + random.IntN(90) {
				p := roomOf(t, s, typed("", "").Place).Active.Position()
				legal := slices.Collect(p.Legal().Squares())
				card = do(typed([]string{"ana", "bo"}[p.ToMove], "move "+legal[random.IntN(len(legal))].String()))
				if roomOf(t, s, typed("", "").Place).Active == nil {
					break
				}
			}
			again := func(what string, r chat.Response, want rules.Position) {
				t.Helper()
				for name, board := range boards {
					text := printed(r.Effects[0].Message, board)
					for mode, read := range map[string]func(string) (rules.Position, error){
						"typed":  func(text string) (rules.Position, error) { f, err := reader.Read(text); return f.End(), err },
						"chosen": func(text string) (rules.Position, error) { f, err := reader.Find(text); return f.End(), err },
					} {
						if mode == "chosen" { // every line must load the same position, or nothing
							for line := range strings.Lines(text) {
								if got, err := read(parse.Clean(line)); err == nil && got != want {
									t.Errorf("%s, %s, %s, %s: %v, want\n%v of\n%s", tag, theme, what, name, got, want, line)
								}
							}
						}
						if got, err := read(parse.Clean(text)); err != nil || got != want {
							t.Errorf("%s, %s, %s, %s, %s: %v, %v, want\n%v of\n%s", tag, theme, what, name, mode, got, err, want, text)
						}
					}
				}
			}
			room := roomOf(t, s, typed("", "").Place)
			if room.Active == nil {
				again("the end", card, room.Last.Position())
				again("its moves", do(typed("ana", "history")), room.Last.Position())
				continue
			}
			want := room.Active.Position()
			again("the card", card, want)
			again("its text", do(typed("ana", "board text")), want)
			again("in words", do(typed("ana", "board words")), want)
			again("the moves", do(typed("ana", "history")), want)
			if random.IntN(2) == 0 {
				s.now = s.now.Add(time.Hour)
				again("given way", do(typed("cy", "start")), want)
				continue
			}
			stop := do(typed("ana", "stop"))
			if roomOf(t, s, typed("", "").Place).Active != nil { // the bot asks for confirmation
				yes := press("ana", s.control(t, "stop-yes", ""))
				do(yes)
				stop = do(typed("ana", "history"))
			}
			again("stopped", stop, want)
			again("its text, stopped", do(typed("ana", "board text")), want)
		}
	}
}

// TestDuelInWordsLoadsAgain loads cards that name players, not sides.
func TestDuelInWordsLoadsAgain(t *testing.T) {
	reader := allLanguages().Records()
	for _, tag := range words.Load().Tags() {
		s := newStage(t, limits)
		s.Words, s.Grammar = words.Load(), allLanguages()
		for _, a := range []chat.Action{ordered("settings theme:words"), typed("ana", "start anyone black"), typed("bo", "join"), typed("ana", "d3")} {
			card := s.do(t, spokenIn(tag, a))
			g := roomOf(t, s, typed("", "").Place).Active
			if g == nil || len(g.Moves) == 0 {
				continue
			}
			text := printed(card.Effects[0].Message, boards["letters"])
			if found, err := reader.Find(parse.Clean(text)); err != nil || found.End() != g.Position() {
				t.Errorf("%s: %v, %v of\n%s", tag, found.End(), err, text)
			}
		}
	}
}

// Records to load: a game of five moves and its board, a game with a pass, and the start board.
const (
	five      = "f5d6c3d3c4"
	fiveCells = "------------------XO------XXX------OXX-----O--------------------"
	passed    = "d3c3b3b2f5a3a1c1e3"
	startGGF  = "8 ---------------------------O*------*O--------------------------- *"
)

var allLanguages = sync.OnceValue(func() *parse.Grammar { return bot.NewGrammar(words.Load()) })

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

// loads checks the game that an action loads. want is a list of moves, a board with a side, or, after an
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
