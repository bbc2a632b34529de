package logging

import (
	"log"
	"log/slog"
	"regexp"
	"strings"
)

// HTTPErrors returns a logger for [net/http.Server], which reports errors that clients cause. It passes
// the reports on to the log, at debug level and without client addresses.
func HTTPErrors(to *slog.Logger) *log.Logger { return log.New(httpErrorWriter{to}, "", 0) }

type httpErrorWriter struct{ to *slog.Logger }

var address = regexp.MustCompile(`\d+(\.\d+){3}(:\d+)?|\[[^\]\s]*\](:\d+)?`)

// Write logs the first line of a report.
func (e httpErrorWriter) Write(report []byte) (int, error) {
	line, _, _ := strings.Cut(string(report), "\n")
	e.to.Debug("http server", "error", address.ReplaceAllString(line, "[address]"))
	return len(report), nil
}
