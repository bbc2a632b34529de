package parse

import (
	"slices"
	"strings"

	"othellobot/chat"
)

// PlainHistory leaves out what people type around the parameters that means nothing.
func PlainHistory(typed []chat.Word) []chat.Word {
	return slices.DeleteFunc(slices.Clone(typed), func(w chat.Word) bool {
		switch strings.ToLower(w.Text) {
		case "the", "a", "of", "game", "show", "as":
			return w.Kind == chat.MentionsNobody
		default:
			return false
		}
	})
}
