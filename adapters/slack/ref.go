package slack

import (
	"strings"

	"othellobot/chat"
)

// ref names a message of the bot by its channel and its time stamp. The zero ref is
// that of a message which cannot be named.
type ref struct{ channel, ts string }

func (r ref) name() chat.MessageRef {
	if r == (ref{}) {
		return ""
	}
	return chat.MessageRef(r.channel + "/" + r.ts)
}

func parseRef(name chat.MessageRef) (ref, error) {
	channel, ts, ok := strings.Cut(string(name), "/")
	if !ok || channel == "" || ts == "" || strings.Trim(ts, "0123456789.") != "" || len(name) > maxRef {
		return ref{}, errBadRef
	}
	return ref{channel, ts}, nil
}

// maxRef bounds a written ref in bytes.
const maxRef = 100
