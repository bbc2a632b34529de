package exchange

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"

	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

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
