package logging

import (
	"log"
	"log/slog"
	"regexp"
	"strings"
)

// HTTPErrors takes what net/http says about its clients to a log, without their
// addresses, at the level of debugging.
func HTTPErrors(to *slog.Logger) *log.Logger { return log.New(httpErrors{to}, "", 0) }

type httpErrors struct{ to *slog.Logger }

var address = regexp.MustCompile(`\d+(\.\d+){3}(:\d+)?|\[[^\]\s]*\](:\d+)?`)

// Write implements [io.Writer] for one line or more of one report.
func (e httpErrors) Write(report []byte) (int, error) {
	line, _, _ := strings.Cut(string(report), "\n")
	e.to.Debug("http server", "error", address.ReplaceAllString(line, "[address]"))
	return len(report), nil
}
