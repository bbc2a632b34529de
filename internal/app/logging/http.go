package logging

import (
	"log"
	"log/slog"
	"regexp"
	"strings"
)

// HTTPErrors returns a logger for [net/http.Server], which reports errors of its clients. The reports go
// to the log at debug level, without client addresses.
func HTTPErrors(to *slog.Logger) *log.Logger { return log.New(httpErrors{to}, "", 0) }

type httpErrors struct{ to *slog.Logger }

var address = regexp.MustCompile(`\d+(\.\d+){3}(:\d+)?|\[[^\]\s]*\](:\d+)?`)

// Write logs the first line of a report.
func (e httpErrors) Write(report []byte) (int, error) {
	line, _, _ := strings.Cut(string(report), "\n")
	e.to.Debug("http server", "error", address.ReplaceAllString(line, "[address]"))
	return len(report), nil
}
