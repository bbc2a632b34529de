package page

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// message draws a message as the one who sits there sees it.
func (m *markup) message(shown local.Message, at seat) {
	shows, bot := shown.Shows, shown.Speaker == ""
	private := bot && shown.Reader != chat.UserID{}
	author, class, initial := cmp.Or(shown.Speaker, "Othello"), "bot", ""
	if !bot {
		first, _ := utf8.DecodeRuneInString(author)
		class, initial = "said", strings.ToUpper(string(first))
	}
	if private {
		class += " only"
	}
	spoken := shows.Spoken
	if spoken == nil {
		spoken = shows.Text
	}
	m.open("article", "id", "m"+string(shown.Ref), "class", class, "data-say", spoken.String(), "tabindex", "-1")
	m.element("span", initial, "class", "face", "aria-hidden", "true")
	m.open("h2")
	m.text(author)
	if private {
		m.text(" ")
		m.open("small")
		m.spans(at.says.Only(shown.Reader), at)
		m.close("small")
	}
	m.close("h2")
	m.form(at.address("/press"), shown.Ref, "")
	m.part("text", shows.Text, at)
	m.part("aside", shows.Aside, at)
	if p := shows.Picture; p != nil {
		m.open("img", "class", "picture", "src", at.address("/picture", "message", string(shown.Ref), "v", itoa(shown.Changed)), "alt", p.Alt.String())
	} else if b := shows.Board; b != nil {
		m.board(b, controlsOf(shown), shown.IsBoard(), at.says)
	}
	if len(shows.Footers) > 0 {
		m.part("footer", shows.Footers[0], at) // there is room for everything
	}
	number := shown.Live
	for i, r := range shows.Controls {
		number = m.row(r, "option"+itoa(i), number)
	}
	m.close("form")
	if shown.Form != nil {
		m.ask(shown, at)
	}
	m.close("article")
	m.WriteByte('\n')
}

// form begins a form of a message, which the script sends without loading the page anew.
func (m *markup) form(to string, ref chat.MessageRef, class string) {
	m.open("form", "method", "post", "action", to, "class", class, "data-live", "")
	m.open("input", "type", "hidden", "name", "message", "value", string(ref))
}

// ask draws what the bot asks in a form.
func (m *markup) ask(shown local.Message, at seat) {
	f := shown.Form
	m.form(at.address("/fill"), shown.Ref, "ask")
	m.element("b", f.Title)
	m.open("label")
	m.text(f.Label)
	if f.Long {
		m.element("textarea", "", "name", "text", "rows", "4", "required", "")
	} else {
		m.open("input", "name", "text", "required", "")
	}
	m.close("label")
	m.element("button", f.Submit, "class", "primary")
	m.close("form")
}

// row draws a row of controls, of which the first has that number, and gives that of the next.
func (m *markup) row(r chat.Row, field string, number int) int {
	m.open("div", "class", "row")
	for _, b := range r.Buttons {
		m.element("button", b.Label, "name", "control", "value", itoa(number), "class", [...]string{"", "primary", "danger"}[b.Style])
		number++
	}
	if s := r.Select; s != nil {
		m.element("span", s.Placeholder, "aria-hidden", "true") // the list says so itself
		m.open("select", "name", field, "aria-label", s.Placeholder)
		for _, o := range s.Options {
			label := o.Label
			if o.Detail != "" {
				label += "\u2003" + o.Detail
			}
			m.option(itoa(number), label, false)
			number++
		}
		m.close("select")
		m.element("button", "OK", "name", "control", "value", field)
	}
	m.close("div")
	return number
}

// controlsOf are the numbers of a message's controls by their labels.
func controlsOf(shown local.Message) map[string]int {
	numbers, number := make(map[string]int), shown.Live
	for _, r := range shown.Shows.Controls {
		for _, b := range r.Buttons {
			numbers[strings.ToLower(b.Label)] = number
			number++
		}
		if r.Select == nil {
			continue
		}
		for _, o := range r.Select.Options {
			numbers[strings.ToLower(o.Label)] = number
			number++
		}
	}
	return numbers
}

// board draws a board whose squares press the controls that are called like them. In a game that
// is played the others are moves that the bot refuses. Black and white discs are tiles, others the
// symbols of their theme.
func (m *markup) board(b *chat.Board, controls map[string]int, played bool, says Sentences) {
	m.open("table", "class", "board")
	m.element("caption", says.Board, "class", "away")
	m.open("tr")
	m.element("td", "")
	for _, column := range "abcdefgh" {
		m.element("th", string(column), "scope", "col")
	}
	m.close("tr")
	for y, row := range render.Squares(b.View, b.Theme) {
		m.open("tr")
		m.element("th", itoa(y+1), "scope", "row")
		for _, s := range row {
			to := []string{"type", "button", "aria-disabled", "true", "tabindex", "-1"}
			if number, ok := controls[s.Name]; ok {
				to = []string{"name", "control", "value", itoa(number)}
			} else if played {
				to = []string{"name", "square", "value", s.Name, "aria-disabled", "true", "tabindex", "-1"}
			}
			class, symbol := s.Tile, ""
			if class == "" {
				class, symbol = "emoji", s.Symbol
			}
			m.open("td")
			m.element("button", symbol, append(to, "class", class, "data-key", s.Name, "aria-label", s.Name+" "+says.holds(s.Holds))...)
			m.close("td")
		}
		m.close("tr")
	}
	m.close("table")
}

// holds says what lies on a square.
func (s Sentences) holds(what byte) string {
	switch what {
	case 'X':
		return s.Black
	case 'O':
		return s.White
	case '.':
		return s.Playable
	default:
		return s.Empty
	}
}

// part draws one of the texts of a message, if there is one.
func (m *markup) part(class string, t chat.Text, at seat) {
	if len(t) == 0 {
		return
	}
	m.open("div", "class", class)
	m.spans(t, at)
	m.close("div")
}

// spans draws a text.
func (m *markup) spans(t chat.Text, at seat) {
	for _, s := range t {
		text := chat.Text{s}.String()
		switch s.Kind {
		case chat.SpanBold:
			m.element("b", text)
		case chat.SpanCode:
			m.element("code", text)
		case chat.SpanBlock:
			m.element("pre", s.Text, "tabindex", "0")
		case chat.SpanMention:
			class := "person"
			if *s.User == at.reader {
				class += " me"
			}
			m.element("span", text, "class", class)
		case chat.SpanName:
			m.element("span", text, "class", "name")
		case chat.SpanCommand:
			m.element("button", text, "class", "command", "name", "command", "value", s.Text)
		case chat.SpanTime, chat.SpanDateTime:
			m.element("time", text, "datetime", s.Time.UTC().Format("2006-01-02T15:04Z"))
		case chat.SpanLink:
			there := at
			there.place.Channel = s.Link.Place.Channel
			m.element("a", text, "href", there.address("/")+"#m"+string(s.Link.Message))
		default:
			m.text(text)
		}
	}
}
