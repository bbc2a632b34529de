package game

import (
	"errors"
	"slices"
	"time"
)

// Consent is a change that one person asks another one in the place to agree to.
type Consent struct {
	ID    int64  `json:"id"`              // the version of the room that has it first
	Asker string `json:"asker,omitempty"` // a mark of who asks, which is not their name; empty if any person may agree
	Until int64  `json:"until"`           // when it ends, in Unix milliseconds

	From Settings `json:"from,omitzero"`  // a change of the settings, as they were before
	To   Settings `json:"to,omitzero"`    // the wanted settings
	Game ID       `json:"game,omitempty"` // a rated game to be annulled; 0 if the settings are to change
}

// mostConsents limits what is kept of a place: a later one takes the place of the oldest.
const mostConsents = 20

// ErrConsentOpen refuses to ask for something while the same person waits for another answer.
var ErrConsentOpen = errors.New("the same person waits for consent already")

// Open reports whether another person may still agree.
func (c Consent) Open(now time.Time) bool { return now.UnixMilli() <= c.Until }

// Moved returns the settings with what differs between two others.
func (s Settings) Moved(from, to Settings) Settings {
	if to.Theme != from.Theme {
		s.Theme = to.Theme
	}
	if to.Pings != from.Pings {
		s.Pings = to.Pings
	}
	if to.Language != from.Language {
		s.Language = to.Language
	}
	if to.Daily != from.Daily {
		s.Daily = to.Daily
	}
	if to.Friendly != from.Friendly {
		s.Friendly = to.Friendly
	}
	return s
}

// Consent returns what was asked for under an id, and false if that was answered.
func (r Room) Consent(id int64) (Consent, bool) {
	i := slices.IndexFunc(r.Consents, func(c Consent) bool { return c.ID == id })
	if i < 0 {
		return Consent{}, false
	}
	return r.Consents[i], true
}

// consent removes what a proposal carries out, and adds what it asks for. It returns the id of
// that. It touches the room, which is kept then.
func (r *Room) consent(p Proposal) (id int64, err error) {
	if p.Agrees != 0 {
		if _, open := r.Consent(p.Agrees); !open {
			return 0, ErrNothingAsked
		}
		r.Consents = slices.DeleteFunc(slices.Clone(r.Consents), func(c Consent) bool { return c.ID == p.Agrees })
	}
	if p.Asks == nil {
		return 0, nil
	}
	asked := *p.Asks
	asked.ID = r.Version
	if slices.ContainsFunc(r.Consents, func(c Consent) bool { return c.Asker != "" && c.Asker == asked.Asker && c.Open(p.Now) }) {
		return 0, ErrConsentOpen
	}
	r.Consents, r.Touched = append(slices.Clone(r.Consents), asked), p.Now.UnixMilli()
	r.Consents = r.Consents[max(0, len(r.Consents)-mostConsents):]
	return asked.ID, nil
}
