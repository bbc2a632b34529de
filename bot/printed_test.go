package bot_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// boards lists the forms that a board can have in a message.
var boards = map[string]func(chat.Board) string{
	"letters":    func(b chat.Board) string { return render.Text(b.View) },
	"keycaps":    func(b chat.Board) string { return render.Emoji(b.View, b.Theme, render.SurfaceKeycaps) },
	"shortcodes": func(b chat.Board) string { return render.Emoji(b.View, b.Theme, render.SurfaceShortcodes) },
}

// printed returns everything that a message shows.
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

// TestPrintedLoadsAgain loads everything that the bot prints of a game, in every language. It loads
// the card as letters and as emoji, the board as text and in words, and the moves. It also loads
// the line that remains after a stop, or after the game made way.
func TestPrintedLoadsAgain(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	reader := allLanguages().Records()
	for _, tag := range words.MustLoad().Tags() {
		for _, theme := range []string{"classic", "moon", "vivid", "words"} {
			s := newStage(t, limits)
			s.Words, s.Grammar = words.MustLoad(), allLanguages()
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
						if mode == "chosen" { // a line is the whole text, or empty
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

// TestDuelInWordsLoadsAgain loads the cards of a duel whose board is in words. They name players,
// not sides.
func TestDuelInWordsLoadsAgain(t *testing.T) {
	reader := allLanguages().Records()
	for _, tag := range words.MustLoad().Tags() {
		s := newStage(t, limits)
		s.Words, s.Grammar = words.MustLoad(), allLanguages()
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
