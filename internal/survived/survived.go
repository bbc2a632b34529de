// Package survived describes a recovered panic for the log.
//
// A panic's value may hold a user's text or a secret. The package must never log such a value
// unless the Go runtime made it.
package survived

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
)

// Panic returns the log attributes of a panic: the type of its value, the stack and, for a
// runtime error, its text. Call it in the deferred function that recovers.
func Panic(value any) slog.Attr {
	attrs := []slog.Attr{slog.String("type", fmt.Sprintf("%T", value))}
	if err, ok := value.(runtime.Error); ok {
		attrs = append(attrs, slog.Any("error", err))
	}
	return slog.GroupAttrs("", append(attrs, slog.String("stack", string(debug.Stack())))...)
}
