package chat_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
)

func TestTextOfIDs(t *testing.T) {
	for id, want := range map[chat.UserID]string{
		{}:                                    "//",
		{Platform: "local", ID: "ana"}:        "local//ana",
		{Platform: "p", Team: "T1", ID: "U2"}: "p/T1/U2",
		{Platform: "a/b", Team: "50%", ID: "%2F"}: "a%2Fb/50%25/%252F",
		{Platform: "é ü", Team: "日本", ID: "\x00"}: "é ü/日本/\x00",
	} {
		if got, err := chat.ParseUserID(want); err != nil || got != id || id.String() != want {
			t.Errorf("%#v is written %q, want %q, which is read as %#v, %v", id, id.String(), want, got, err)
		}
	}
	for place, want := range map[chat.Place]string{
		{}:                                  "///",
		{Platform: "local", Channel: "den"}: "local//den/",
		{Platform: "p", Team: "T", Channel: "C", Thread: "17.5"}: "p/T/C/17.5",
		{Platform: "/", Team: "//", Channel: "%", Thread: "%/"}:  "%2F/%2F%2F/%25/%25%2F",
	} {
		if got, err := chat.ParsePlace(want); err != nil || got != place || place.String() != want {
			t.Errorf("%#v is written %q, want %q, which is read as %#v, %v", place, place.String(), want, got, err)
		}
	}
}

func TestTenant(t *testing.T) {
	for place, want := range map[chat.Place]chat.Place{
		{Platform: "p", Team: "T", Channel: "C", Thread: "17"}: {Platform: "p", Team: "T"},
		{Platform: "p", Channel: "C", Thread: "17"}:            {Platform: "p", Channel: "C"},
		{Platform: "p", Team: "T"}:                             {Platform: "p", Team: "T"},
	} {
		if got := place.Tenant(); got != want {
			t.Errorf("the tenant of %v is %v, want %v", place, got, want)
		}
	}
}

func TestParseRefusesOtherText(t *testing.T) {
	for _, text := range []string{"", "a", "a/b", "a/b/c/d/e", "a/b/%", "a/b/%zz", "a/b/c%2"} {
		if id, err := chat.ParseUserID(text); err == nil {
			t.Errorf("%q is read as the user %#v", text, id)
		}
		if place, err := chat.ParsePlace(text); err == nil {
			t.Errorf("%q is read as the place %#v", text, place)
		}
	}
	if _, err := chat.ParseUserID("p/T/C/17"); err == nil {
		t.Error("a place is read as a user")
	}
	if _, err := chat.ParsePlace("p/T/U"); err == nil {
		t.Error("a user is read as a place")
	}
}

// FuzzIDsRoundTrip checks that different ids have different texts: each can be parsed again.
func FuzzIDsRoundTrip(f *testing.F) {
	f.Add("local", "", "ana", "")
	f.Add("a/b", "%2F", "%", "\xff")
	f.Add("", "//", "%25", "é\x00")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		user := chat.UserID{Platform: a, Team: b, ID: c}
		if got, err := chat.ParseUserID(user.String()); err != nil || got != user {
			t.Errorf("%#v is written %q and read as %#v, %v", user, user, got, err)
		}
		if n := strings.Count(user.String(), "/"); n != 2 {
			t.Errorf("%#v is written %q with %d separators", user, user, n)
		}
		place := chat.Place{Platform: a, Team: b, Channel: c, Thread: d}
		if got, err := chat.ParsePlace(place.String()); err != nil || got != place {
			t.Errorf("%#v is written %q and read as %#v, %v", place, place, got, err)
		}
		if n := strings.Count(place.String(), "/"); n != 3 {
			t.Errorf("%#v is written %q with %d separators", place, place, n)
		}
	})
}

func TestTickets(t *testing.T) {
	place, user := chat.Place{Platform: "p", Team: "T", Channel: "C", Thread: "17"}, chat.UserID{Platform: "p", Team: "T", ID: "/"}
	for want, ticket := range map[string]chat.Ticket{
		"w/g1/p/T/C/17////0":               {Kind: chat.WatchTicket, Game: "g1", Place: place},
		"s/g1/p/T/C/17/p/T/%2F/4294967295": {Kind: chat.SeatTicket, Game: "g1", Place: place, User: user, Number: 1<<32 - 1},
		"g/g1/p/T/C/17////7":               {Kind: chat.GuestTicket, Game: "g1", Place: place, Number: 7},
	} {
		if got, err := chat.ParseTicket(want); err != nil || got != ticket || ticket.String() != want {
			t.Errorf("%#v is written %q, want %q, which is read as %#v, %v", ticket, ticket, want, got, err)
		}
	}
	for _, text := range []string{
		"", "w", "w/g1", "/g1/p/T/C/17////0", "x/g1/p/T/C/17////0", "W/g1/p/T/C/17////0", "w/g1/p/T/C/17////", "w/g1/p/T/C/17////-1", "w/g1/p/T/C/17////00",
		"w/g1/p/T/C/17////4294967296", "w/g1/p/T/C/17/////0", "w/g1/p/T/C/17///0", "w/g1/%70/T/C/17////0", "w/g1/%/T/C/17////0",
	} {
		if ticket, err := chat.ParseTicket(text); err == nil {
			t.Errorf("%q is read as %#v", text, ticket)
		}
	}
}

// FuzzParseTicket checks that every text is refused, or is the only text of its ticket.
func FuzzParseTicket(f *testing.F) {
	f.Add("s/g1/p/T/C/17/p/T/%2F/4294967295")
	f.Add("s/g1/p/T/C/17/p/T/U/007")
	f.Fuzz(func(t *testing.T, text string) {
		if ticket, err := chat.ParseTicket(text); err == nil && ticket.String() != text {
			t.Errorf("%q is read as %#v, which is written %q", text, ticket, ticket)
		}
	})
}

// FuzzParseIDs checks that every text is refused, or parses to an id whose text can be parsed again.
func FuzzParseIDs(f *testing.F) {
	f.Add("local//ana")
	f.Add("p/T/C/%2F")
	f.Add("%zz//")
	f.Fuzz(func(t *testing.T, text string) {
		if user, err := chat.ParseUserID(text); err == nil {
			if again, err := chat.ParseUserID(user.String()); err != nil || again != user {
				t.Errorf("%q is read as %#v, and that as %#v, %v", text, user, again, err)
			}
		}
		if place, err := chat.ParsePlace(text); err == nil {
			if again, err := chat.ParsePlace(place.String()); err != nil || again != place {
				t.Errorf("%q is read as %#v, and that as %#v, %v", text, place, again, err)
			}
		}
	})
}

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
