package game

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Consent is a change that waits for another person's agreement.
type Consent struct {
	ID    int64  `json:"id"`              // the first version of the room with this consent
	Asker string `json:"asker,omitempty"` // in a proposal the person who asks, in a room their [AskerMark]; empty if any person may agree
	Until int64  `json:"until"`           // time of the last moment to agree, in Unix milliseconds

	From Settings `json:"from,omitzero"`  // the settings before the change
	To   Settings `json:"to,omitzero"`    // the settings after the change
	Game ID       `json:"game,omitempty"` // the rated game to annul; 0 if the settings change
}

const maxConsents = 20

// ErrConsentOpen reports that the same person already waits for another consent.
var ErrConsentOpen = errors.New("the same person waits for consent already")

// AskerMark returns a hash of 12 bits, so that a stored consent says hardly anything about the person who asks. The
// marks of one person differ from consent to consent.
func AskerMark(at Place, id int64, p Player) string {
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(nil, "%s %d %s", at, id, p)))[:3]
}

// IsOpen reports whether another person may still agree.
func (c Consent) IsOpen(now time.Time) bool { return now.UnixMilli() <= c.Until }

// WithChange returns s with the new value of each setting that differs between from and to.
func (s Settings) WithChange(from, to Settings) Settings {
	mergeSetting(&s.Theme, from.Theme, to.Theme)
	mergeSetting(&s.Pings, from.Pings, to.Pings)
	mergeSetting(&s.Language, from.Language, to.Language)
	mergeSetting(&s.Daily, from.Daily, to.Daily)
	mergeSetting(&s.Friendly, from.Friendly, to.Friendly)
	return s
}

func mergeSetting[T comparable](setting *T, from, to T) {
	if from != to {
		*setting = to
	}
}

// Consent returns the request with this ID, even if expired, unless it was answered or dropped.
func (r Room) Consent(id int64) (Consent, bool) {
	i := slices.IndexFunc(r.Consents, func(c Consent) bool { return c.ID == id })
	if i < 0 {
		return Consent{}, false
	}
	return r.Consents[i], true
}

// applyConsent removes the request that the proposal carries out, adds its new request, and returns the ID of the
// new request.
func (r *Room) applyConsent(p Proposal) (id int64, err error) {
	if p.UseConsent != 0 {
		if _, open := r.Consent(p.UseConsent); !open {
			return 0, ErrNothingAsked
		}
		r.Consents = slices.DeleteFunc(slices.Clone(r.Consents), func(c Consent) bool { return c.ID == p.UseConsent })
	}
	if p.NewConsent == nil {
		return 0, nil
	}
	asked := *p.NewConsent
	asked.ID = r.Version
	if asker := Player(asked.Asker); asker != "" {
		if slices.ContainsFunc(r.Consents, func(c Consent) bool { return c.Asker == AskerMark(r.Place, c.ID, asker) && c.IsOpen(p.Now) }) {
			return 0, ErrConsentOpen
		}
		asked.Asker = AskerMark(r.Place, asked.ID, asker)
	}
	r.Consents, r.Touched = append(slices.Clone(r.Consents), asked), p.Now.UnixMilli()
	r.Consents = r.Consents[max(0, len(r.Consents)-maxConsents):]
	return asked.ID, nil
}
