package chat_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
)

var ana = chat.UserID{Platform: "p", Team: "T", ID: "ana"}

func TestSay(t *testing.T) {
	noon := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		parts []any
		want  chat.Text
	}{
		{"nothing", nil, chat.Text{}},
		{"a name among strings", []any{"by ", chat.NameOf(ana), ": ", "hi"}, chat.Text{
			{Text: "by "}, {Kind: chat.SpanName, User: &ana}, {Text: ": "}, {Text: "hi"},
		}},
		{"markup and a string", []any{chat.BoldOf("b"), "c"}, chat.Text{{Kind: chat.SpanBold, Text: "b"}, {Text: "c"}}},
		{"a text among strings", []any{"a", chat.Say("b", chat.CodeOf("c"), "d"), "e"}, chat.Text{
			{Text: "a"}, {Text: "b"}, {Kind: chat.SpanCode, Text: "c"}, {Text: "d"}, {Text: "e"},
		}},
		{"a stringer", []any{90 * time.Second}, chat.Text{{Text: "1m30s"}}},
		{"every kind", []any{
			chat.MentionOf(ana), chat.BlockOf("x\ny"), chat.CommandOf("move d3"), chat.TimeOf(noon),
		}, chat.Text{
			{Kind: chat.SpanMention, User: &ana},
			{Kind: chat.SpanBlock, Text: "x\ny"},
			{Kind: chat.SpanCommand, Text: "move d3"},
			{Kind: chat.SpanTime, Time: &noon},
		}},
	} {
		if got := chat.Say(c.parts...); !cmp.Equal(got, c.want) {
			t.Errorf("%s: %#v, want %#v", c.name, got, c.want)
		}
	}
}

// TestSayLeavesItsPartsAlone checks that a text can be a part of several others.
func TestSayLeavesItsPartsAlone(t *testing.T) {
	part := chat.Say("a", chat.BoldOf("b"), "c")
	before := slices.Clone(part)
	one := chat.Say(part, "1")
	two := chat.Say("0", part, "2", part)
	if !slices.Equal(part, before) {
		t.Errorf("the part has become %v, and was %v", part, before)
	}
	if got, want := one.String()+" "+two.String(), "abc1 0abc2abc"; got != want {
		t.Errorf("the texts are %q, want %q", got, want)
	}
}

func TestSayRefusesOtherParts(t *testing.T) {
	for _, part := range []any{1, 'x', nil, []string{"a"}, chat.Message{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a part of type %T is taken", part)
				}
			}()
			chat.Say("a", part)
		}()
	}
}

func TestTextString(t *testing.T) {
	text := chat.Say(chat.MentionOf(ana), " and ", chat.NameOf(ana), " at ",
		chat.TimeOf(time.Date(2026, 11, 21, 14, 5, 0, 0, time.UTC)), ": ", chat.CodeOf("f5"), chat.CommandOf("help"))
	if got, want := text.String(), "@ana and ana at 14:05: f5/othello help"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}
