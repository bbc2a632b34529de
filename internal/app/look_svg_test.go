package app

import (
	"encoding/base64"
	"fmt"
	"html"
	"maps"
	"regexp"
	"slices"
	"strings"

	"othellobot/render"
)

// look is how a platform shows messages, to the eye of a reader of the documents.
type look struct {
	author   string
	round    float64 // how round an avatar's corners are
	shapes   map[string]string
	panels   []panel
	gapped   bool // buttons have a rim and no ground
	text, by int  // sizes of what is said, and of a board's cell
}

// panel is one of a look's themes.
type panel struct{ ground, ink, soft, mention, button, danger string }

func discordLook() look {
	shapes := map[string]string{"🔳": `<rect width="22" height="22" rx="3" fill="#31373d"/><rect x="4" y="4" width="14" height="14" rx="1.5" fill="#e6e7e8"/>`}
	for _, tile := range render.Tiles() {
		shapes[":"+tile.Name+":"] = fmt.Sprintf(`<image width="22" height="22" href="data:image/png;base64,%s"/>`, base64.StdEncoding.EncodeToString(tile.PNG))
	}
	key := func(label string) string {
		return `<rect width="22" height="22" rx="3" fill="#3b88c3"/>` + letter(label, "#fff")
	}
	for i := range 8 {
		shapes[string(rune('1'+i))+"\ufe0f\u20e3"], shapes[string(rune('🇦'+i))] = key(string(rune('1'+i))), key(string(rune('A'+i)))
	}
	return look{author: "othellobot", round: 18, shapes: shapes, text: 15, by: 22, panels: []panel{
		{ground: "#323339", ink: "#dfe0e2", soft: "#a7a8ad", mention: "#a9b1ff", button: "#4e505a", danger: "#d22d39"},
		{ground: "#fff", ink: "#2f3035", soft: "#63646b", mention: "#4654c0", button: "#e3e4e8", danger: "#d22d39"},
	}}
}

func slackLook() look {
	square := func(fill, light string) string {
		return fmt.Sprintf(`<rect x=".7" y=".7" width="20.6" height="20.6" rx="2.2" fill="%s"/><path d="M3 7V4.5Q3 3 4.5 3H7Q4 4 3 7Z" fill="%s"/>`, fill, light)
	}
	disc := func(rim, face, light string) string {
		return fmt.Sprintf(`<circle cx="11" cy="11" r="10.3" fill="%s"/><circle cx="11" cy="10.4" r="9.3" fill="%s"/><ellipse cx="8" cy="5.6" rx="3.4" ry="1.6" fill="%s" transform="rotate(-25 8 5.6)"/>`, rim, face, light)
	}
	shapes := map[string]string{
		"🟩": square("#7cb342", "#c5e1a5"), "🟦": square("#1976d2", "#90caf9"),
		"⚫": disc("#2f2f2f", "#424242", "#8d8d8d"), "⚪": disc("#bdbdbd", "#e3e3e3", "#fff"),
		"🔳": `<rect x=".7" y=".7" width="20.6" height="20.6" rx="2.2" fill="#c4c7c9"/><rect x="5.5" y="5.5" width="11" height="11" rx="1.5" fill="#424242"/>`,
	}
	for i := range 8 {
		shapes[string(rune('1'+i))+"\ufe0f\u20e3"] = `<rect x=".7" y=".7" width="20.6" height="20.6" rx="2.2" fill="#6b8e9e"/>` + letter(string(rune('1'+i)), "#fff")
		shapes[string(rune('A'+i))] = `<rect x="1" y="1" width="20" height="20" rx="4" fill="#fff" stroke="#bbb"/>` + letter(string(rune('A'+i)), "#1d1c1d")
	}
	return look{author: "Othello", round: 4, shapes: shapes, text: 15, by: 22, gapped: true, panels: []panel{
		{ground: "#1a1d21", ink: "#d1d2d3", soft: "#9a9b9e", mention: "#e8c26a", button: "#797c81", danger: "#e01e5a"},
		{ground: "#fff", ink: "#1d1c1d", soft: "#616061", mention: "#1264a3", button: "#bbb", danger: "#e01e5a"},
	}}
}

// letter is a coordinate on its cell.
func letter(label, ink string) string {
	return fmt.Sprintf(`<text x="11" y="16.2" font-size="15" font-weight="700" text-anchor="middle" fill="%s">%s</text>`, ink, label)
}

const (
	panelWide = 440
	textLeft  = 68
	lineHigh  = 22
)

// svg draws the message in each theme of the platform, side by side.
func (d drawn) svg() string {
	var out strings.Builder
	ids := make(map[string]string)
	out.WriteString("<defs>\n")
	for i, name := range slices.Sorted(maps.Keys(d.look.shapes)) {
		ids[name] = fmt.Sprintf("s%d", i)
		fmt.Fprintf(&out, "<g id=%q>%s</g>\n", ids[name], d.look.shapes[name])
	}
	out.WriteString("</defs>\n")
	high := 0
	for i, p := range d.look.panels {
		fmt.Fprintf(&out, "<g transform=\"translate(%d)\">\n<rect width=\"%d\" height=\"2000\" fill=%q/>\n", i*panelWide, panelWide, p.ground)
		high = d.panel(&out, p, ids)
		out.WriteString("</g>\n")
	}
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"'Noto Sans', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif\">\n",
		panelWide*len(d.look.panels), high) + out.String() + "</svg>\n"
}

// panel draws the message, and gives how high it is.
func (d drawn) panel(out *strings.Builder, p panel, ids map[string]string) int {
	above, board, below := d.parts()
	fmt.Fprintf(out, "<rect x=\"18\" y=\"18\" width=\"36\" height=\"36\" rx=\"%g\" fill=\"#2f865a\"/><circle cx=\"36\" cy=\"36\" r=\"11\" fill=\"#f6f6f1\"/><path d=\"M36 25a11 11 0 0 0 0 22Z\" fill=\"#272b29\"/>\n", d.look.round)
	y := 30
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" font-size=\"15\" fill=%q><tspan font-weight=\"700\">%s</tspan><tspan dx=\"8\" font-size=\"12\" fill=%q>14:20</tspan></text>\n", textLeft, y, p.ink, d.look.author, p.soft)
	say := func(lines []string, size, wide int, ink string) {
		for _, line := range lines {
			for _, part := range wrapped(line, wide) {
				y += lineHigh
				fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" fill=%q>%s</text>\n", textLeft, y, size, ink, mentioned(part, p.mention))
			}
		}
	}
	say(above, d.look.text, 46, p.ink)
	y += 10
	for _, line := range board {
		for i, cell := range d.look.cells(line) {
			fmt.Fprintf(out, "<use href=\"#%s\" x=\"%d\" y=\"%d\"/>", ids[cell], textLeft+i*d.look.by, y)
		}
		out.WriteByte('\n')
		y += d.look.by
	}
	say(below, 13, 56, p.soft)
	y += 14
	for _, row := range d.rows {
		x := textLeft
		for _, b := range row {
			wide, ground, rim, ink := 28+8*len(b.label), p.button, "none", p.ink
			switch {
			case b.danger:
				ground, ink = p.danger, "#fff"
			case d.look.gapped:
				ground, rim = "none", p.button
			}
			fmt.Fprintf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"32\" rx=\"8\" fill=%q stroke=%q/><text x=\"%d\" y=\"%d\" font-size=\"14\" font-weight=\"600\" text-anchor=\"middle\" fill=%q>%s</text>\n",
				x, y, wide, ground, rim, x+wide/2, y+21, ink, html.EscapeString(b.label))
			x += wide + 8
		}
		y += 40
	}
	return y + 12
}

var mention = regexp.MustCompile(`@\w+`)

// mentioned marks those whom a line notifies.
func mentioned(line, ink string) string {
	return mention.ReplaceAllString(html.EscapeString(line), fmt.Sprintf(`<tspan fill="%s" font-weight="600">$0</tspan>`, ink))
}

// wrapped breaks a line at its spaces after so many characters.
func wrapped(line string, wide int) (parts []string) {
	part := ""
	for word := range strings.FieldsSeq(line) {
		if part != "" && len([]rune(part+word)) >= wide {
			parts, part = append(parts, part), ""
		}
		part = strings.TrimSpace(part + " " + word)
	}
	return append(parts, part)
}

// cells are the names of the shapes that a line of a board is made of.
func (l look) cells(line string) (found []string) {
	for line != "" {
		n := 0
		for name := range l.shapes {
			if strings.HasPrefix(line, name) {
				n = len(name)
			}
		}
		if n > 0 {
			found = append(found, line[:n])
		}
		line = line[max(n, 1):]
	}
	return found
}
