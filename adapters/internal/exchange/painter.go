package exchange

import (
	"context"
	"errors"
	"log/slog"

	"othellobot/chat"
	"othellobot/internal/survived"
)

// ErrPainting says that a picture cannot be drawn.
var ErrPainting = errors.New("exchange: a picture cannot be drawn")

// Painter draws pictures one after the other, so that they never keep more than one
// processor from all else. It may be used concurrently.
type Painter struct {
	turn chan struct{}
	log  *slog.Logger
}

// NewPainter makes a painter that logs why pictures cannot be drawn.
func NewPainter(log *slog.Logger) *Painter { return &Painter{make(chan struct{}, 1), log} }

// Paint gives the file of a picture, in which people are called what the function says. The error is [ErrPainting], or that of ctx if it ends
// before the picture is begun.
func (p *Painter) Paint(ctx context.Context, picture *chat.Picture, name func(chat.UserID) string) (file []byte, err error) {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() {
		<-p.turn
		if value := recover(); value != nil {
			p.log.ErrorContext(ctx, "a panic in a picture was survived", survived.Panic(value))
			file, err = nil, ErrPainting
		}
	}()
	return picture.Named(name).Draw(), nil
}
