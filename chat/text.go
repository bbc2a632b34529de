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

// Link leads to a message, or to its place if Message is empty.
type Link struct {
	Place   Place
	Message MessageRef
}

// SpanKind is the kind of a span.
type SpanKind uint8

const (
	SpanPlain    SpanKind = iota
	SpanBold              // an important word
	SpanCode              // text to type or copy unchanged, on one line
	SpanBlock             // several lines of fixed width
	SpanMention           // a person, notified
	SpanName              // a person, never notified
	SpanCommand           // words to send as a command, without its slash name: "move d3"
	SpanTime              // a time of day, in the reader's own time zone if possible
	SpanDateTime          // a time on another day, with its date
	SpanLink              // text that links to a message, if the platform supports such links
)

// MentionOf returns a span that names a person and notifies them.
func MentionOf(u UserID) Span { return Span{Kind: SpanMention, User: &u} }

// NameOf returns a span that names a person without notifying them.
func NameOf(u UserID) Span { return Span{Kind: SpanName, User: &u} }

// BoldOf returns a span for an important word.
func BoldOf(text string) Span { return Span{Kind: SpanBold, Text: text} }

// CodeOf returns a span for a line to copy unchanged.
func CodeOf(text string) Span { return Span{Kind: SpanCode, Text: text} }

// BlockOf returns a span of several lines of fixed width.
func BlockOf(text string) Span { return Span{Kind: SpanBlock, Text: text} }

// CommandOf returns a span for a command, given its words without the slash name.
func CommandOf(words string) Span { return Span{Kind: SpanCommand, Text: words} }

// TimeOf returns a span for a time of day.
func TimeOf(t time.Time) Span { return Span{Kind: SpanTime, Time: &t} }

// DateTimeOf returns a span for a time with its date.
func DateTimeOf(t time.Time) Span { return Span{Kind: SpanDateTime, Time: &t} }

// LinkOf returns a span for text with a link.
func LinkOf(text string, to Link) Span { return Span{Kind: SpanLink, Text: text, Link: &to} }

// Say joins parts into a text. A part is a [Span], a [Text], or a string or [fmt.Stringer], which
// become plain spans. Say panics on any other type.
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

// SlashName begins every command.
const SlashName = "/othello"

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
			text.WriteString(SlashName + " " + s.Text)
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
