package slack

import (
	"strings"

	"othellobot/chat"
)

// ref identifies a message of the bot by channel and timestamp. It is zero if the message is unknown.
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

const maxRef = 100
