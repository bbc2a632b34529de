package app

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// What one client can take up. A stalled one is gone after seconds, so that it
// needs more of them than there is room for to keep the others out.
const (
	readHeaderTimeout = 2 * time.Second
	readTimeout       = 5 * time.Second
	writeTimeout      = 10 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
	maxConnections    = 2000
)

// drainTime is how long requests may take that were accepted before the end.
const drainTime = 10 * time.Second

// listening is the task of answering at the address that a key configures.
func listening(key, address string, h http.Handler, log *slog.Logger) task {
	return func(ctx context.Context) error {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		log.Info("listening", "key", key, "address", listener.Addr().String())
		if err := serve(ctx, newServer(h, log), newBounded(listener, maxConnections)); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		return nil
	}
}

func newServer(h http.Handler, to *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           recovering(h, to),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          log.New(errorLog{to}, "", 0),
	}
}

// serve answers until ctx is done, and then what has already been asked.
func serve(ctx context.Context, server *http.Server, listener net.Listener) error {
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer stop()
		drained <- errors.Join(server.Shutdown(limit), server.Close())
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return errors.Join(err, server.Close())
	}
	return <-drained
}
