package page

import (
	"html/template"
	"strconv"

	"othellobot/adapters/local"
	"othellobot/chat"
)

// span is a piece of text as it is drawn.
type span struct {
	Kind    string // bold, code, block, person, name, command, time, link; empty for plain text
	Text    string
	Me      bool         // of a mention: it is whoever reads it
	At      string       // of a time, as machines read it
	Address template.URL // of a link
}

// spans draws a text. What a browser would obey or hide is written out.
func spans(t chat.Text, at seat) []span {
	list := make([]span, 0, len(t))
	for _, s := range t {
		d := span{Text: local.Visible(chat.Text{s}.String())}
		switch s.Kind {
		case chat.SpanBold:
			d.Kind = "bold"
		case chat.SpanCode:
			d.Kind = "code"
		case chat.SpanBlock:
			d.Kind, d.Text = "block", local.Visible(s.Text)
		case chat.SpanMention:
			d.Kind, d.Me = "person", *s.User == at.reader
		case chat.SpanName:
			d.Kind = "name"
		case chat.SpanCommand:
			d.Kind, d.Text = "command", local.Visible(s.Text)
		case chat.SpanTime, chat.SpanDateTime:
			d.Kind, d.At = "time", s.Time.UTC().Format("2006-01-02T15:04Z")
		case chat.SpanLink:
			there := at
			there.place.Channel = s.Link.Place.Channel
			d.Kind, d.Address = "link", there.address("/")+"#m"+template.URL(s.Link.Message)
		}
		list = append(list, d)
	}
	return list
}

func itoa(n int) string { return strconv.Itoa(n) }
