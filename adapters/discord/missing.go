package discord

import (
	"time"

	"othellobot/adapters/internal/exchange"
)

// confirmedAfter is how long apart a channel or a server was not there, twice, so that it
// counts as deleted if nobody was heard of from there in between.
const confirmedAfter = time.Hour

// missing remembers since when something, by its id, is not there.
type missing struct {
	exchange.Memory[string, time.Time]
}

// confirms notes that something was not there, and reports whether it is so for good.
func (m *missing) confirms(id string) (gone bool) {
	m.Change(id, func(since time.Time, known bool) (time.Time, bool) {
		if !known {
			since = time.Now()
		}
		gone = time.Since(since) >= confirmedAfter
		return since, !gone
	})
	return gone
}
