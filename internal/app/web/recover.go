package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
)

// recovering answers 500 where the handler panics, and logs where that was
// without the value, which may be anything.
func recovering(next http.Handler, log *slog.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch value := recover(); value {
			case nil:
			case http.ErrAbortHandler:
				panic(value)
			default:
				log.Error("http handler panicked", "type", fmt.Sprintf("%T", value), "stack", string(debug.Stack()))
				w.WriteHeader(http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}
