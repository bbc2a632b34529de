// Package web runs the bot's HTTP servers. [Listen] limits the time and memory that each client can
// take, and shuts down gracefully. [Routes] adds the health checks.
//
// It must never interpret the requests: their handlers come from the platforms and the metrics.
package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/net/netutil"

	"othellobot/internal/app/logging"
	"othellobot/internal/survived"
)

// Limits for clients. The proxy that terminates TLS limits the connections of each address.
const (
	readHeaderTimeout = 2 * time.Second
	readTimeout       = 5 * time.Second
	writeTimeout      = 10 * time.Second
	idleTimeout       = 10 * time.Second
	maxHeaderBytes    = 16 << 10
	maxConnections    = 7000 // connections at the same time, of which open pages take up to 5,000
)

const drainTime = 10 * time.Second // limit of running requests after shutdown begins

// Bind listens at an address without serving. Its error begins with key, the name of the setting.
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
	switch {
	case err != nil && ctx.Err() != nil:
		return nil // the end of ctx also interrupts the lookup of the address
	case err != nil:
		return err
	}
	log.Info("listening", "key", key, "address", listener.Addr().String())
	if err := Serve(ctx, listener, h, log); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// Serve serves h until ctx is done, and then finishes running requests within drainTime.
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

// Limits for request bodies. Platforms seldom send large ones and always declare their length.
const (
	largeBody = 32 << 10
	maxLarge  = 16 // at a time; 4 MiB in all, as no handler reads more than 256 KiB
)

const restTimeout = 500 * time.Millisecond // limit for the rest of a body after the handler has returned

// limitBodies answers 503 to requests above the limit of large bodies, without reading them.
func limitBodies(next http.Handler, maxLarge int) http.Handler {
	large := make(chan struct{}, maxLarge)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			began := time.Now()
			defer func() {
				rest := min(restTimeout, time.Until(began.Add(readTimeout)))
				_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(rest)) // some writers have no deadline
			}()
		}
		if r.ContentLength < 0 || r.ContentLength > largeBody {
			select {
			case large <- struct{}{}:
				defer func() { <-large }()
			default:
				w.Header().Set("Connection", "close") // else net/http reads the rest before it answers
				http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func survivePanics(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch value := recover(); value {
			case nil:
			case http.ErrAbortHandler:
				panic(value)
			default:
				log.Error("recovered from a panic in an http request", survived.Panic(value))
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// Alive is the response of a running bot at /healthz.
const Alive = "alive"

// Routes returns a mux with the health checks and the handlers in others, which are keyed by
// pattern. The function ready reports whether the bot can be used, and lists what does not work.
func Routes(ready func(context.Context) (ok bool, broken []string), others map[string]http.Handler) *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, handler := range others {
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		plain(w, http.StatusOK, Alive+"\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		ok, broken := ready(r.Context())
		status, lines := http.StatusOK, []string{"ready"}
		if !ok {
			status, lines[0] = http.StatusServiceUnavailable, "not ready"
		}
		for _, name := range broken {
			lines = append(lines, "does not work: "+name)
		}
		plain(w, status, strings.Join(lines, "\n")+"\n")
	})
	return mux
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // the client may have left
}
