package page

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// waits are the durations that a user can add to the clock.
var waits = [...]struct {
	Written string
	Time    time.Duration
}{{"1m", time.Minute}, {"15m", 15 * time.Minute}, {"1h", time.Hour}, {"25h", 25 * time.Hour}, {"168h", 7 * 24 * time.Hour}}

// draw executes a template of page.html. It escapes control and invisible characters in the result.
func draw(html *template.Template, name string, data any) string {
	var b strings.Builder
	if err := html.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the template does not fit its data
	}
	return local.Visible(b.String())
}

func send(w http.ResponseWriter, html *template.Template, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(draw(html, name, data))) // the browser may have left
}

type pageData struct {
	seat
	Title   string
	Root    string // begins the addresses of the page's files
	Page    Config
	List    []*message
	Last    int // number of the newest change in the whole adapter
	Waits   any
	MaxLine int
}

func (s *server) pageData(at seat) pageData {
	list, last, _ := s.Adapter.Changes(at.Reader, at.Place, 0)
	p := pageData{seat: at, Title: "#" + at.Place.Channel, Root: "/", Page: s.Config, Last: last, Waits: waits, MaxLine: maxLine}
	for _, m := range list {
		if !m.Gone {
			p.List = append(p.List, newMessage(m, at))
		}
	}
	return p
}

type message struct {
	local.Message
	At                             seat
	Class, Author, Initial, Spoken string
	Only                           []span // text that names the only reader; nil if all see the message
	Rows                           []row
	Controls                       map[string]string // control numbers by label in lower case
	Palette                        string            // CSS class with the board's colours
	Squares                        [][8]square       // the board; nil if there is none
	view                           render.View       // the position on the board
	Caption                        string            // describes the board if it replaces a picture
	ToMove                         string            // class of the discs of the side to move
	Image, Moving                  bool              // the message shows an image other than a board; the image moves
}

// square is a square of the board. Better marks a move that would have been better.
type square struct {
	render.Square
	Better bool
}

type row struct {
	Buttons, Options   []control
	Field, Placeholder string // form field and placeholder of the list of options
}

type control struct{ Number, Label, Class, URL string }

func newMessage(shown local.Message, at seat) *message {
	m := &message{Message: shown, At: at, Class: "bot", Author: "Othello"}
	if shown.Speaker != "" {
		first, _ := utf8.DecodeRuneInString(shown.Speaker)
		m.Class, m.Author, m.Initial = "said", shown.Speaker, strings.ToUpper(string(first))
	} else if shown.Reader != (chat.UserID{}) {
		m.Class, m.Only = "bot only", at.Text(at.Says.Only(shown.Reader))
	}
	m.Spoken = cmp.Or(shown.Shows.Spoken.String(), shown.Shows.Text.String())
	m.addBoard(shown.Shows)
	next := shown.FirstControl
	m.addControls(shown.Shows.Controls, func(string) string { next++; return strconv.Itoa(next - 1) })
	return m
}

// addControls adds rows of controls, with the numbers that presses give back.
func (m *message) addControls(rows []chat.Row, numberOf func(action string) string) {
	m.Controls = make(map[string]string)
	add := func(to *[]control, label, detail, class, action string) {
		c := control{Number: numberOf(action), Label: label, Class: class}
		m.Controls[strings.ToLower(label)] = c.Number
		if detail != "" {
			c.Label += "\u2003" + detail
		}
		*to = append(*to, c)
	}
	for i, r := range rows {
		one := row{Field: "option" + strconv.Itoa(i)}
		for _, b := range r.Buttons {
			if b.URL != "" {
				one.Buttons = append(one.Buttons, control{Label: b.Label, URL: b.URL})
				continue
			}
			add(&one.Buttons, b.Label, "", [...]string{"", "primary", "danger"}[b.Style], b.Action)
		}
		if r.Select != nil {
			one.Placeholder = r.Select.Placeholder
			for _, o := range r.Select.Options {
				add(&one.Options, o.Label, o.Detail, "", o.Action)
			}
		}
		m.Rows = append(m.Rows, one)
	}
}

// colorNames holds the CSS classes of the colour schemes.
var colorNames = [...]string{render.ColorsGreen: "green", render.ColorsNight: "night", render.ColorsVivid: "vivid"}

// addBoard adds the board. A picture of a board is drawn as a board, too, so that the end of a game looks like
// the game.
func (m *message) addBoard(shows chat.Message) {
	var d render.Diagram
	better := ""
	if b := shows.Board; b != nil {
		d = render.Diagram{View: b.View, Colors: b.Theme.Colors()}
	}
	if p := shows.Picture; p != nil {
		switch image := p.Image.(type) {
		case render.Diagram:
			d = image
		case render.Card:
			d = image.Board
		default:
			_, m.Moving = image.(render.Replay)
			m.Image = true
			return
		}
		if m.Caption = p.Alt.String(); d.Better.Valid() {
			better = d.Better.String()
		}
	} else if shows.Board == nil {
		return
	}
	m.view, m.Palette, m.ToMove = d.View, colorNames[d.Colors], [...]string{"blk", "wht"}[d.View.Position.ToMove]
	for _, row := range render.Squares(d.View) {
		var squares [8]square
		for i, s := range row {
			squares[i] = square{s, s.Name == better}
		}
		m.Squares = append(m.Squares, squares)
	}
}

// SquareText returns the text for [render.Square.Char].
func (s Sentences) SquareText(symbol byte) string {
	return map[byte]string{'X': s.Black, 'O': s.White, '.': s.Playable, '-': s.Empty}[symbol]
}

// span is a piece of text. As is the name of its HTML element or CSS class, and Value is the element's
// main attribute.
type span struct{ As, Text, Value string }

var elements = map[chat.SpanKind]string{
	chat.SpanBold: "b", chat.SpanCode: "code", chat.SpanBlock: "pre", chat.SpanMention: "person", chat.SpanName: "name",
	chat.SpanCommand: "command", chat.SpanTime: "time", chat.SpanDateTime: "time", chat.SpanLink: "a",
}

func (at seat) Text(t chat.Text) (spans []span) {
	for _, s := range t {
		one := span{As: elements[s.Kind], Text: chat.Text{s}.String()}
		switch s.Kind {
		case chat.SpanBlock:
			one.Text = s.Text
		case chat.SpanMention:
			if *s.User == at.Reader {
				one.As += " me"
			}
		case chat.SpanCommand:
			one.Value = s.Text
		case chat.SpanTime, chat.SpanDateTime:
			one.Value = s.Time.UTC().Format("2006-01-02T15:04Z")
		case chat.SpanLink:
			there := at
			there.Place.Channel = s.Link.Place.Channel
			one.Value = cmp.Or(s.Link.URL, there.Address("/")+"#m"+string(s.Link.Message))
		}
		spans = append(spans, one)
	}
	return spans
}

const (
	maxStreams   = 32 // streams open at the same time
	writeTimeout = 10 * time.Second
	heartbeat    = 20 * time.Second // interval of comments that keep a quiet stream open
)

// stream sends the changes of a channel to an open page, until the page closes. A browser that
// reconnects sends the number of the last change it has received.
func (s *server) stream(w http.ResponseWriter, r *http.Request, at seat) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	seen, err := strconv.Atoi(r.Header.Get("Last-Event-ID"))
	if err != nil {
		seen, _ = strconv.Atoi(r.URL.Query().Get("after"))
	}
	to := http.NewResponseController(w)
	_ = to.SetReadDeadline(time.Time{}) // the body has been read; some writers have no deadlines
	w.Header().Set("Content-Type", "text/event-stream")
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		changed, last, more := s.Adapter.Changes(at.Reader, at.Place, seen)
		_ = to.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(s.events(changed, at, last)); err != nil || to.Flush() != nil {
			return
		}
		seen = last
		select {
		case <-more:
		case <-beat.C:
		case <-r.Context().Done():
			return
		case <-s.Done:
			return
		}
	}
}

// events encodes changed messages as server-sent events. Without changes, it returns a comment.
func (s *server) events(changed []local.Message, at seat, last int) []byte {
	text := bytes.NewBufferString(":\n")
	for _, m := range changed {
		if m.Gone {
			fmt.Fprintf(text, "event: gone\nid: %d\ndata: m%s\n\n", last, m.Ref)
			continue
		}
		fmt.Fprintf(text, "event: message\nid: %d\n", last)
		for line := range strings.Lines(draw(s.html, "message", newMessage(m, at))) {
			fmt.Fprintf(text, "data: %s\n", strings.TrimRight(line, "\r\n"))
		}
		text.WriteByte('\n')
	}
	return text.Bytes()
}
