package web

import (
	"context"
	"io"
	"net/http"
	"strings"
)

// Alive is the response of a running bot at /healthz.
const Alive = "alive"

// Routes returns a mux with the health checks and the handlers in others, which are keyed by
// pattern. The function ready reports whether the bot can be used, and lists the parts that do not
// work.
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
