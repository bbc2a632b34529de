package record

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"othellobot/rules"
)

// The signs of squares. A dot may mark an empty square that can be played. An editor may have
// made one dash of two or three.
const (
	discSigns  = "xbow*"
	longDashes = "—―"
	dashes     = "–−‐‑‒"
	cell       = `[-xbow*.` + longDashes + dashes + `]`
)

var (
	// borders matches what is drawn around rows, and columns the letters above and below.
	borders = regexp.MustCompile(`(?m)^[ \t]*[|+]?[-=+|]*--[-=+|]*[|+][ \t]*$`)
	columns = regexp.MustCompile(`\ba[ \t|]*b[ \t|]*c[ \t|]*d[ \t|]*e[ \t|]*f[ \t|]*g[ \t|]*h\b`)
	// barred matches a row with bars around each square, where an empty one may be blank.
	barred = regexp.MustCompile(`(?m)(?:\|[ \t]*` + cell + `?[ \t]*){8}\|`)
	blank  = regexp.MustCompile(`\|[ \t]+\|`)
	// numbered matches eight rows with their numbers, in lines or not, and what stands beside them.
	numbered = regexp.MustCompile(numberedRows())
	// parts matches what may be cells, between spaces and punctuation.
	parts = regexp.MustCompile(`[^\s|/,;:()\[\]<>]+`)
	// nearly matches a word that is meant as a board.
	nearly = regexp.MustCompile(cell + `{16,}`)
)

func numberedRows() string {
	var rows strings.Builder
	for n := 1; n <= 8; n++ {
		beside := `(?:%[1]d([^\n]*?)|([^-\s|xbow*.` + longDashes + dashes + `][^\n]*?))?`
		if n == 8 {
			beside = `(?:8\b)?`
		}
		fmt.Fprintf(&rows, `[\s|]*\b%[1]d[ \t|:]*((?:`+cell+`[ \t|]*){8})`+beside, n)
	}
	return rows.String()
}

// plain writes a text as the forms have it: in lower case, with discs as letters.
func (r *Reader) plain(text string) string {
	if r.Symbols != nil {
		text = r.Symbols(text)
	}
	text = strings.NewReplacer(
		"●", "x", "⚫", "x", "○", "o", "⚪", "o", "·", "-", "□", "-", "・", "-", "┼", "-", "_", "-", "│", "|",
	).Replace(strings.ToLower(text))
	text = strings.ReplaceAll(columns.ReplaceAllString(borders.ReplaceAllString(text, ""), " "), "+", "-")
	return barred.ReplaceAllStringFunc(text, func(row string) string {
		return blank.ReplaceAllString(blank.ReplaceAllString(row, "|-|"), "|-|")
	})
}

// span is a board in a text: its cells, where it stands, and what stands within its rows.
type span struct {
	cells      string
	start, end int
	within     []string
}

// spanIn finds the first board of a text. The error says what is wrong with one.
func spanIn(text string) (span, error) {
	at := numbered.FindStringSubmatchIndex(text)
	if at == nil {
		return unnumbered(text)
	}
	found := span{start: at[0], end: at[1]}
	for group := 2; group < len(at); group += 2 {
		switch part := at[group : group+2]; {
		case part[0] < 0:
		case (group/2)%3 == 1:
			found.cells += widened(strings.Map(cellOnly, text[part[0]:part[1]]), [2]int{1, 1})
		default:
			found.within = append(found.within, text[part[0]:part[1]])
		}
	}
	return found, nil
}

func cellOnly(c rune) rune {
	if strings.ContainsRune(" \t|", c) {
		return -1
	}
	return c
}

// unnumbered finds 64 cells, with or without spaces between them.
func unnumbered(text string) (span, error) {
	var group [][]int // where consecutive parts are that consist of cells
	labelled := false // rows have numbers, and are not eight of eight cells
	var err error
	for _, at := range append(parts.FindAllStringIndex(text, -1), nil) {
		var word string
		if at != nil {
			word = strings.Trim(text[at[0]:at[1]], `"`)
		}
		wrong := strings.IndexFunc(word, notCell)
		if at != nil && wrong < 0 {
			if last := at[1] - 1; utf8.RuneCountInString(word) == 65 && strings.IndexByte(discSigns, text[last]) >= 0 {
				group = append(group, []int{at[0], last}) // the side is written close behind
				at = []int{last, at[1]}
			}
			group = append(group, at)
			continue
		}
		if len(word) == 1 && '1' <= word[0] && word[0] <= '8' {
			labelled = true
			continue
		}
		found, size := window(text, group)
		if found.cells != "" && !labelled {
			return found, nil
		}
		if size > 40 && err == nil {
			err = &rules.BoardSizeError{Size: size}
		}
		if group, labelled = nil, false; utf8.RuneCountInString(word) == 64 && nearly.MatchString(word) && err == nil {
			c, _ := utf8.DecodeRuneInString(word[wrong:])
			err = &rules.BoardCharError{Char: c, Number: utf8.RuneCountInString(word[:wrong]) + 1}
		}
	}
	return span{}, err
}

func notCell(c rune) bool { return !strings.ContainsRune(cell[1:len(cell)-1], c) }

// withoutSide drops a disc before or behind the cells of a board, which is the side to move.
func withoutSide(text string, group [][]int) [][]int {
	disc := func(at, next int) bool {
		size := group[next][1] - group[next][0]
		apart := strings.Contains(text[min(group[at][0], group[next][0]):max(group[at][1], group[next][1])], "\n")
		return group[at][1]-group[at][0] == 1 && strings.IndexByte(discSigns, text[group[at][0]]) >= 0 && (size > 1 || apart || len(group) == 65)
	}
	if n := len(group); n > 1 && disc(n-1, n-2) {
		group = group[:n-1]
	}
	if len(group) > 1 && disc(0, 1) {
		group = group[1:]
	}
	return group
}

// window finds 64 cells among consecutive parts of a text, best in eight lines, and counts all cells.
func window(text string, group [][]int) (found span, size int) {
	group = withoutSide(text, group)
	for _, at := range group {
		size += utf8.RuneCountInString(text[at[0]:at[1]])
	}
	group = group[:min(len(group), mostParts)]
	for _, width := range [][2]int{{1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 2}} {
		for i := range group {
			cells := ""
			for j := i; j < len(group) && len(cells) < 64; j++ {
				cells += widened(text[group[j][0]:group[j][1]], width)
				start, end := group[i][0], group[j][1]
				if len(cells) != 64 {
					continue
				}
				if near(text, group, i, i-1) || near(text, group, j, j+1) {
					return span{}, size
				}
				lines := strings.Count(text[start:end], "\n") == 7
				if found.cells == "" || lines {
					found = span{cells: cells, start: start, end: end}
				}
				if lines {
					return found, size
				}
			}
		}
		if found.cells != "" {
			break
		}
	}
	return found, size
}

// near reports whether a part of a text goes on with another of its size.
func near(text string, group [][]int, at, next int) bool {
	if next < 0 || next >= len(group) {
		return false
	}
	size := group[at][1] - group[at][0]
	between := text[min(group[at][1], group[next][1]):max(group[at][0], group[next][0])]
	return size < 64 && size == group[next][1]-group[next][0] && strings.Count(between, "\n") < 2
}

// mostParts limits the parts of a board, so that a long text takes no longer than a message.
const mostParts = 256

// widened writes cells with as many dashes as the widths of long and of other ones say.
func widened(cells string, width [2]int) string {
	var out strings.Builder
	for _, c := range cells {
		switch {
		case strings.ContainsRune(longDashes, c):
			out.WriteString(strings.Repeat("-", width[0]))
		case strings.ContainsRune(dashes, c):
			out.WriteString(strings.Repeat("-", width[1]))
		default:
			out.WriteRune(c)
		}
	}
	return out.String()
}
