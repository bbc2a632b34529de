package web

import (
	"log/slog"
	"net/http"

	"othellobot/internal/survived"
)

// survivePanics answers 500 if the handler panics, and logs the stack.
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
