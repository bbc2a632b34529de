package parse

import (
	"fmt"

	"othellobot/words"
)

// Unclear is an error that whoever typed is told: what was not understood, and what could be
// meant.
type Unclear struct {
	Said   []words.Message
	Offers []Offer
}

// Offer is something that could be meant, to be chosen by a button.
type Offer struct {
	Label   words.Message
	Control string
}

// Error implements error.
func (e *Unclear) Error() string { return fmt.Sprintf("unclear: %T", e.Said[0]) }

func unclear(messages ...words.Message) *Unclear { return &Unclear{Said: messages} }
