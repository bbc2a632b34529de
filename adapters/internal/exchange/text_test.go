package exchange

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode/utf8"

	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// An invisible name counts as missing. Control and formatting characters are removed from a name.
func TestName(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"ana", "ana"},
		{"  ana \n maria\t", "ana maria"},
		{"", ""},
		{"\u202eana\u200b\u2066", "ana"},
		{"\u202e ana", "ana"},
		{"\u202e \u200b", ""},
		{strings.Repeat("a", 31) + " bc", strings.Repeat("a", 31)},
		{"a\x00b\x7f", "ab"},
		{"\xffana", "\ufffdana"},
		{"Łucja 🟩 日本", "Łucja 🟩 日本"},
		{strings.Repeat("日", 40), strings.Repeat("日", 32)},
		{"👩\u200d🚀", "👩🚀"},
		{"\u3164", ""},
		{"\u2800\u2800", ""},
		{"\u115f", ""},
		{"\u1160 \u115f", ""},
		{"\uffa0", ""},
		{"\u0301\u0302", ""},
		{"\u200b\u200d\ufeff", ""},
		{"\u202e\u2066", ""},
		{"\u00ad", ""},
		{"\ufe0f", ""},
		{"\U000e0101", ""},
		{"\u3000\u00a0", ""},
		{"\u034f\u17b4", ""},
		{"\U0001d159", ""},
		{"\ufffc", ""},
		{"\u20dd\u3164", ""},
		{strings.Repeat("\u0301", 40) + "ana", ""},
		{"\u3164ana\u3164", "ana"},
		{"ana\u3164\u3164maria", "ana maria"},
		{"\u2800ana", "ana"},
		{"e\u0301va", "e\u0301va"},
		{"\u1100\u1161\u11a8", "\u1100\u1161\u11a8"},
		{"❤\ufe0f", "❤\ufe0f"},
		{"\u200fאנה", "אנה"},
		{"नमस्ते", "नमस्ते"},
		{"…", "…"},
	} {
		if got := Name(c.name); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.name, got, c.want)
		}
	}
	if got := Name("", "\u3164", " ", "ana", "bo"); got != "ana" {
		t.Errorf("the first name that can be seen is %q", got)
	}
}

func FuzzName(f *testing.F) {
	f.Add("ana")
	f.Add("\u202e a\nb ")
	f.Add("\u3164a\u115f")
	f.Fuzz(func(t *testing.T, name string) {
		got := Name(name)
		if utf8.RuneCountInString(got) > maxName || strings.ContainsAny(got, "\n\r\t\u202e\u200b\u3164\x00") || strings.TrimSpace(got) != got || !utf8.ValidString(got) {
			t.Errorf("%q becomes %q", name, got)
		}
		if again := Name(got); again != got {
			t.Errorf("%q becomes %q, and that %q", name, got, again)
		}
	})
}

type spoilt struct{ render.Picture }

func (spoilt) Draw() []byte { panic("spoilt") }

func unnamed(chat.UserID) string { return "" }

func TestPainter(t *testing.T) {
	p, good := NewPainter(slog.New(slog.DiscardHandler)), render.Diagram{View: render.View{Position: rules.Start(), Last: rules.NoSquare}, Better: rules.NoSquare}
	for range 2 {
		if file, err := p.Paint(t.Context(), &chat.Picture{Image: spoilt{}}, unnamed); !errors.Is(err, ErrPainting) || file != nil {
			t.Errorf("a picture that cannot be drawn gives %d bytes and %v", len(file), err)
		}
		if file, err := p.Paint(t.Context(), &chat.Picture{Image: good}, unnamed); err != nil || !bytes.Equal(file, good.Draw()) {
			t.Errorf("a good picture gives %d bytes and %v", len(file), err)
		}
	}
}

// slow is a picture whose drawing blocks until the test ends it.
type slow struct {
	render.Picture
	begun, end chan struct{}
}

func (s slow) Draw() []byte {
	close(s.begun)
	<-s.end
	return nil
}

func TestPainterDrawsOneAtATime(t *testing.T) {
	p, s, done := NewPainter(slog.New(slog.DiscardHandler)), slow{begun: make(chan struct{}), end: make(chan struct{})}, make(chan error)
	go func() {
		_, err := p.Paint(t.Context(), &chat.Picture{Image: s}, unnamed)
		done <- err
	}()
	<-s.begun
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Paint(ctx, &chat.Picture{Image: spoilt{}}, unnamed); !errors.Is(err, context.Canceled) {
		t.Errorf("a second picture gives %v while the first is drawn", err)
	}
	close(s.end)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestNext(t *testing.T) {
	table := map[state]map[event]step{
		idle:    {change: enqueue, stale: enqueue, answer: none},
		sending: {change: enqueue, stale: none, answer: none},
		wanted:  {change: merge, stale: merge, answer: replace},
	}
	for s := idle; s <= wanted; s++ {
		for e := change; e <= answer; e++ {
			want, listed := table[s][e]
			if got := next(s, e); !listed || got != want {
				t.Errorf("state %d, event %d: step %d, want %d", s, e, got, want)
			}
		}
	}
}

// If only one of two Refreshes is Reserved, the merged Refresh is Reserved and has that Refresh's
// Redraw.
func TestMerged(t *testing.T) {
	show := func(reserved, redraw bool, version uint32) chat.Effect {
		return chat.Effect{Kind: chat.Refresh, Reserved: reserved, Redraw: redraw, Subject: chat.Subject{Version: version}}
	}
	for _, c := range []struct{ reserved, redraw, thenReserved, thenRedraw, wantReserved, wantRedraw bool }{
		{},
		{redraw: true},
		{redraw: true, thenRedraw: true, wantRedraw: true},
		{reserved: true, redraw: true, wantReserved: true, wantRedraw: true},
		{redraw: true, thenReserved: true, wantReserved: true},
		{thenReserved: true, thenRedraw: true, wantReserved: true, wantRedraw: true},
	} {
		got := merged(show(c.reserved, c.redraw, 3), show(c.thenReserved, c.thenRedraw, 2))
		if got.Reserved != c.wantReserved || got.Redraw != c.wantRedraw || got.Subject.Version != 3 {
			t.Errorf("%+v: %+v", c, got)
		}
	}
	for _, silent := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		if got := merged(chat.Effect{Silent: silent[0]}, chat.Effect{Silent: silent[1]}); got.Silent != (silent[0] && silent[1]) {
			t.Errorf("of Silent %v the merged Refresh has %t", silent, got.Silent)
		}
	}
}
