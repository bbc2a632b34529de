package app

import (
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
)

// errorLog writes what net/http says about its clients to a log, without their
// addresses.
type errorLog struct{ to *slog.Logger }

var address = regexp.MustCompile(`\d+(\.\d+){3}(:\d+)?|\[[^\]\s]*\](:\d+)?`)

// Write implements [io.Writer] for one line or more of one report.
func (l errorLog) Write(report []byte) (int, error) {
	line, _, _ := strings.Cut(string(report), "\n")
	l.to.Debug("http server", "error", address.ReplaceAllString(line, "[address]"))
	return len(report), nil
}

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
