package parse

import (
	"fmt"

	"othellobot/words"
)

// Unclear is an error for the user to see, with the likely meanings.
type Unclear struct {
	Said   []words.Message
	Offers []Offer
}

// Offer is a likely meaning, which the user can choose with a button.
type Offer struct {
	Label   words.Message
	Control string
}

func (e *Unclear) Error() string { return fmt.Sprintf("unclear: %T", e.Said[0]) }

func unclear(messages ...words.Message) *Unclear { return &Unclear{Said: messages} }
