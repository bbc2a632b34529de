package exchange

import (
	"context"
	"errors"
	"log/slog"

	"othellobot/chat"
	"othellobot/internal/survived"
)

// ErrPainting reports that drawing a picture panicked.
var ErrPainting = errors.New("exchange: a picture cannot be drawn")

// Painter draws one picture at a time, on one processor. It is safe for concurrent use.
type Painter struct {
	lock chan struct{}
	log  *slog.Logger
}

// NewPainter returns a painter. It logs panics.
func NewPainter(log *slog.Logger) *Painter { return &Painter{make(chan struct{}, 1), log} }

// Paint draws a picture; name returns users' names. The error is [ErrPainting], or that of ctx if
// it ends before.
func (p *Painter) Paint(ctx context.Context, picture *chat.Picture, name func(chat.UserID) string) (file []byte, err error) {
	select {
	case p.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() {
		<-p.lock
		if value := recover(); value != nil {
			p.log.ErrorContext(ctx, "recovered from a panic in a picture", survived.Panic(value))
			file, err = nil, ErrPainting
		}
	}()
	return picture.Named(name).Draw(), nil
}
