package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"othellobot/internal/app/logging"
)

// What one client can take up. A stalled one is gone after seconds, so that it
// needs more of them than there is room for to keep the others out.
const (
	readHeaderTimeout = 2 * time.Second
	readTimeout       = 5 * time.Second
	writeTimeout      = 10 * time.Second
	idleTimeout       = 60 * time.Second
	shortIdleTimeout  = 5 * time.Second // while more than three quarters of the connections are open
	maxHeaderBytes    = 16 << 10
	maxConnections    = 2000
	maxOfAddress      = 200 // connections of one client
)

// drainTime is how long requests may take that were accepted before the end.
const drainTime = 10 * time.Second

// Bind listens at an address without answering. Its errors begin with the key that configures the
// address.
func Bind(ctx context.Context, key, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return listener, nil
}

// Listen answers at an address until ctx is done. Its errors begin with the key
// that configures the address.
func Listen(ctx context.Context, key, address string, h http.Handler, to *slog.Logger) error {
	listener, err := Bind(ctx, key, address)
	if err != nil {
		return err
	}
	to.Info("listening", "key", key, "address", listener.Addr().String())
	if err := Serve(ctx, listener, h, to); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// Serve answers what comes to a listener until ctx is done, and then what has
// already been asked, for a while. The listener is closed when it returns.
func Serve(ctx context.Context, listener net.Listener, h http.Handler, to *slog.Logger) error {
	server, open := newServer(h, to), newConnections(listener, maxConnections, maxOfAddress)
	server.ConnState = open.note
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer stop()
		drained <- errors.Join(server.Shutdown(limit), server.Close())
	})
	if err := server.Serve(open); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return errors.Join(err, server.Close())
	}
	return <-drained
}

func newServer(h http.Handler, to *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           recovering(admitting(h, maxLarge), to),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          logging.HTTPErrors(to),
	}
}
