package app

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The drawings in the documents show the bot's current texts, controls and board. Tests of package
// render check the tiles' appearance.
func TestDrawings(t *testing.T) {
	for name, mode := range soloModes {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("..", "..", "docs", name+".svg")
			drawing, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, panels, _ := strings.Cut(string(drawing), "</defs>")
			synctest.Test(t, func(t *testing.T) {
				m := newBubble(t, mode, func(s *bubble) { s.tiles = true }).channel(name, 0)
				time.Sleep(time.Minute) // until the tiles are uploaded
				for _, line := range []string{
					"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: move square:f5", "bo: move square:d6", "ana: move square:c4", "bo: move square:d3",
				} {
					m.act(t, line)
				}
				says, board := m.newest()
				for _, panel := range strings.SplitAfter(panels, "</g>")[:2] { // dark and light
					if drawn := drawnWords(panel); !strings.HasSuffix(drawn, says) || len(drawn) > len(says)+len("othellobot14:20") {
						t.Errorf("%s says %q, and the bot %q", file, drawn, says)
					}
					var cells []string
					for _, use := range regexp.MustCompile(`<use href="#(\w+)"`).FindAllStringSubmatch(panel, -1) {
						cells = append(cells, use[1])
					}
					if !slices.Equal(pattern(cells), pattern(board)) {
						t.Errorf("%s shows the board %v, and the bot %v", file, cells, board)
					}
				}
			})
		})
	}
}

var (
	textForm = regexp.MustCompile(`<text [^>]*>(.*?)</text>`)
	tagForm  = regexp.MustCompile(`<[^>]*>`)
	cellForm = regexp.MustCompile(`:\w+:|\d\x{fe0f}\x{20e3}|[^\s\x{200b}]`)
)

func drawnWords(panel string) (text string) {
	for _, found := range textForm.FindAllStringSubmatch(panel, -1) {
		text += html.UnescapeString(tagForm.ReplaceAllString(found[1], ""))
	}
	return strings.Join(strings.Fields(text), "")
}

// newest returns the text and controls of Ana's newest message, without white space, and the cells of
// its board.
func (m channel) newest() (says string, board []string) {
	seen := m.Seen("ana")
	message := seen[len(seen)-1]
	for line := range strings.Lines(message.Text) {
		if strings.HasPrefix(line, "🔳") || len(board) > 0 && len(board) < 81 {
			board = append(board, cellForm.FindAllString(line, -1)...)
		} else {
			says += line
		}
	}
	offered := ""
	for _, c := range message.Controls {
		if c.Select == "" {
			says += c.Label
		} else if c.Select != offered {
			offered = c.Select
			says += offered
		}
	}
	return strings.Join(strings.Fields(says), ""), board
}

// pattern replaces each item with the index of its first occurrence.
func pattern(of []string) (numbers []int) {
	for _, one := range of {
		numbers = append(numbers, slices.Index(of, one))
	}
	return numbers
}
