package web

import (
	"context"
	"io"
	"net/http"
)

// Routes lists the requests that an HTTP server answers: questions about health, and what else
// has a pattern.
func Routes(ready func(context.Context) bool, others map[string]http.Handler) *http.ServeMux {
	mux := http.NewServeMux()
	for pattern, handler := range others {
		mux.Handle(pattern, handler)
	}
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		plain(w, http.StatusOK, "alive\n")
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if !ready(r.Context()) {
			plain(w, http.StatusServiceUnavailable, "not ready\n")
			return
		}
		plain(w, http.StatusOK, "ready\n")
	})
	return mux
}

func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // the client may have left
}
