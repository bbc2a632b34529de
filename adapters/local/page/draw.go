package page

import (
	"cmp"
	"html/template"
	"strings"
	"unicode/utf8"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// view is a whole page.
type view struct {
	Sentences
	At          seat
	Name        string
	Channel     string
	Look        string
	Colors      string
	Locale      string
	IsModerator bool
	Looks       []Look
	Languages   []Language
	Messages    []message
	Play        *Script
	Say, Events template.URL
	Step, Fetch template.URL
}

func (s *server) view(at seat) view {
	list, last, _ := s.Adapter.Changes(at.reader, at.place, 0)
	v := view{
		Sentences: at.says, At: at, Name: at.name, Channel: at.place.Channel, Look: at.place.Platform, Colors: at.colors, Locale: at.locale,
		IsModerator: at.moderator, Looks: s.Looks, Languages: s.Languages, Play: s.Play,
		Say: at.address("/say"), Events: at.address("/events", "after", itoa(last)), Step: at.address("/step"), Fetch: at.address("/complete"),
	}
	for _, m := range list {
		if !m.Gone {
			v.Messages = append(v.Messages, s.drawn(m, at))
		}
	}
	return v
}

// message is a message as it is drawn.
type message struct {
	Ref         chat.MessageRef
	Author      string
	Bot         bool
	Initial     string
	Only        []span // who alone sees it
	Spoken      string
	Text        []span
	Aside       []span
	Footer      []span
	Board       *board
	Picture     *picture
	Rows        []row
	Form        *chat.Form
	Press, Fill template.URL
}

type picture struct {
	Address template.URL
	Alt     string
}

type row struct {
	Buttons []button
	Select  *list
}

type button struct {
	Label  string
	Number int
	Class  string
}

type list struct {
	Name    string // of the field
	Label   string
	Options []option
}

type option struct {
	Label, Detail string
	Number        int
}

// drawn is a message as somebody sees it.
func (s *server) drawn(m local.Message, at seat) message {
	shows := m.Shows
	d := message{
		Ref: m.Ref, Author: cmp.Or(m.Speaker, "Othello"), Bot: m.Speaker == "", Form: form(m.Form),
		Text: spans(shows.Text, at), Aside: spans(shows.Aside, at),
		Press: at.address("/press"), Fill: at.address("/fill"),
	}
	first, _ := utf8.DecodeRuneInString(d.Author)
	d.Initial = strings.ToUpper(string(first))
	d.Spoken = local.Visible(shows.Text.String())
	if shows.Spoken != nil {
		d.Spoken = local.Visible(shows.Spoken.String())
	}
	if d.Bot && m.Reader != (chat.UserID{}) {
		d.Only = spans(at.says.Only(m.Reader), at)
	}
	if len(shows.Footers) > 0 {
		d.Footer = spans(shows.Footers[0], at) // there is room for everything
	}
	squares := make(map[string]int) // the controls that are called after squares
	number := m.Live
	for i, r := range shows.Controls {
		d.Rows = append(d.Rows, offered(r, i, &number, squares))
	}
	if p := shows.Picture; p != nil {
		d.Picture = &picture{at.address("/picture", "message", string(m.Ref), "v", itoa(m.Changed)), local.Visible(p.Alt.String())}
	} else if b := shows.Board; b != nil {
		d.Board = drawBoard(b, squares, at.says)
	}
	return d
}

// form is a form with what a browser would hide written out.
func form(f *chat.Form) *chat.Form {
	if f == nil {
		return nil
	}
	return &chat.Form{Title: local.Visible(f.Title), Label: local.Visible(f.Label), Submit: local.Visible(f.Submit), Long: f.Long}
}

// offered is a row of controls. Number is that of the next.
func offered(r chat.Row, at int, number *int, squares map[string]int) row {
	var d row
	for _, b := range r.Buttons {
		d.Buttons = append(d.Buttons, button{local.Visible(b.Label), *number, [...]string{"", "primary", "danger"}[b.Style]})
		squares[strings.ToLower(b.Label)] = *number
		*number++
	}
	if s := r.Select; s != nil {
		d.Select = &list{Name: "option" + itoa(at), Label: local.Visible(s.Placeholder)}
		for _, o := range s.Options {
			d.Select.Options = append(d.Select.Options, option{local.Visible(o.Label), local.Visible(o.Detail), *number})
			squares[strings.ToLower(o.Label)] = *number
			*number++
		}
	}
	return d
}

// board is a board as it is drawn.
type board struct {
	Label   string
	Columns []string
	Rows    [8]squares
}

type squares struct {
	Number  int
	Squares [8]square
}

type square struct {
	render.Square
	Label   string
	Control int // that plays it; -1 for none
}

// drawBoard draws a board whose squares press the controls that are called like them. Black
// and white discs are tiles, others the symbols of their theme.
func drawBoard(b *chat.Board, controls map[string]int, says Sentences) *board {
	d := &board{Label: says.Board, Columns: strings.Split("abcdefgh", "")}
	for y, row := range render.Squares(b.View, b.Theme) {
		d.Rows[y].Number = y + 1
		for x, s := range row {
			to, ok := controls[s.Name]
			if !ok {
				to = -1
			}
			d.Rows[y].Squares[x] = square{s, s.Name + " " + says.holds(s.Holds), to}
		}
	}
	return d
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
