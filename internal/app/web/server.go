package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"golang.org/x/net/netutil"

	"othellobot/internal/app/logging"
)

// Limits for clients. The proxy that terminates TLS limits the connections of each address.
const (
	readHeaderTimeout = 2 * time.Second
	readTimeout       = 5 * time.Second
	writeTimeout      = 10 * time.Second
	idleTimeout       = 10 * time.Second
	maxHeaderBytes    = 16 << 10
	maxConnections    = 2000 // at a time
)

// drainTime limits running requests after shutdown begins.
const drainTime = 10 * time.Second

// Bind listens at an address without serving. Its error begins with key, the setting that holds the
// address.
func Bind(ctx context.Context, key, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", key, err)
	}
	return listener, nil
}

// Listen serves h at an address until ctx is done. Its error begins with key, like that of [Bind].
func Listen(ctx context.Context, key, address string, h http.Handler, log *slog.Logger) error {
	listener, err := Bind(ctx, key, address)
	if err != nil {
		return err
	}
	log.Info("listening", "key", key, "address", listener.Addr().String())
	if err := Serve(ctx, listener, h, log); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// Serve serves h until ctx is done, and then finishes running requests within drainTime. The listener
// is closed when Serve returns.
func Serve(ctx context.Context, listener net.Listener, h http.Handler, log *slog.Logger) error {
	server := newServer(h, log)
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, stop := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer stop()
		drained <- errors.Join(server.Shutdown(limit), server.Close())
	})
	if err := server.Serve(netutil.LimitListener(listener, maxConnections)); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return errors.Join(err, server.Close())
	}
	return <-drained
}

func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           survivePanics(limitBodies(h, maxLarge), log),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          logging.HTTPErrors(log),
	}
}
