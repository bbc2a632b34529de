package chat

import (
	"fmt"
	"strings"
	"time"
)

// Text is a sequence of spans. A line ends with "\n". The adapter turns the spans into its platform's
// markup and escapes their text, which is never markup itself.
type Text []Span

// Span is a piece of text of one kind.
type Span struct {
	Kind SpanKind
	Text string     // for a person, the name to use if their name is unknown; empty for times
	User *UserID    // for SpanMention and SpanName; must not be changed
	Time *time.Time // for SpanTime and SpanDateTime; must not be changed
	Link *Link      // for SpanLink; must not be changed
}

// Link leads to the web page URL or, if URL is empty, to a message, or to its place if Message is empty.
type Link struct {
	URL     string
	Place   Place
	Message MessageRef
}

// SpanKind is the kind of a span.
type SpanKind uint8

const (
	SpanPlain    SpanKind = iota
	SpanBold              // an important word
	SpanCode              // text to type or copy unchanged, on one line
	SpanBlock             // several lines in a fixed-width font
	SpanMention           // a person, notified
	SpanName              // a person, never notified
	SpanCommand           // words to send as a command, without its slash name: "move d3"
	SpanTime              // a time of day, in the reader's own time zone if possible
	SpanDateTime          // a time with its date
	SpanLink              // text that links to a message or a web page, if the platform supports such links
)

// The functions below return spans of the kinds in their names.

func MentionOf(u UserID) Span         { return Span{Kind: SpanMention, User: &u} }
func NameOf(u UserID) Span            { return Span{Kind: SpanName, User: &u} }
func BoldOf(text string) Span         { return Span{Kind: SpanBold, Text: text} }
func CodeOf(text string) Span         { return Span{Kind: SpanCode, Text: text} }
func BlockOf(text string) Span        { return Span{Kind: SpanBlock, Text: text} }
func CommandOf(words string) Span     { return Span{Kind: SpanCommand, Text: words} }
func TimeOf(t time.Time) Span         { return Span{Kind: SpanTime, Time: &t} }
func DateTimeOf(t time.Time) Span     { return Span{Kind: SpanDateTime, Time: &t} }
func LinkOf(text string, l Link) Span { return Span{Kind: SpanLink, Text: text, Link: &l} }

// Say joins parts into a text. A part is a [Span], a [Text], a string or a [fmt.Stringer]; others panic.
func Say(parts ...any) Text {
	text := make(Text, 0, len(parts))
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			text = append(text, Span{Text: part})
		case Span:
			text = append(text, part)
		case Text:
			text = append(text, part...)
		case fmt.Stringer:
			text = append(text, Span{Text: part.String()})
		default:
			panic(fmt.Sprintf("chat: a text has no part of type %T", part))
		}
	}
	return text
}

// SlashCommand is the name of the bot's slash command.
const SlashCommand = "/othello"

// String returns the text without markup. It shows people by their ids, with an "@" if mentioned.
func (t Text) String() string {
	var text strings.Builder
	for _, s := range t {
		switch s.Kind {
		case SpanMention:
			text.WriteString("@" + s.User.ID)
		case SpanName:
			text.WriteString(s.User.ID)
		case SpanCommand:
			text.WriteString(SlashCommand + " " + s.Text)
		case SpanTime:
			text.WriteString(s.Time.Format("15:04"))
		case SpanDateTime:
			text.WriteString(s.Time.Format("2006-01-02 15:04"))
		case SpanBlock:
			if text.Len() > 0 && !strings.HasSuffix(text.String(), "\n") {
				text.WriteByte('\n')
			}
			text.WriteString(s.Text + "\n")
		default:
			text.WriteString(s.Text)
		}
	}
	return text.String()
}
