package survived

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
)

// Panic describes a panic in a line of a log: the type of its value, where it was, and what
// it says if the runtime says it. The deferred function that has recovered calls it.
func Panic(value any) slog.Attr {
	attrs := []slog.Attr{slog.String("type", fmt.Sprintf("%T", value))}
	if err, ok := value.(runtime.Error); ok {
		attrs = append(attrs, slog.Any("error", err))
	}
	return slog.GroupAttrs("", append(attrs, slog.String("stack", string(debug.Stack())))...)
}
