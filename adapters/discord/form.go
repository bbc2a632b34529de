package discord

import (
	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// form is the data of an answer that opens a form, and of the form that the user submits:
// https://docs.discord.com/developers/components/using-modal-components.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []formLabel `json:"components"`
}

// formLabel is a field with its label. Discordgo does not know this component.
type formLabel struct {
	Type      discordgo.ComponentType `json:"type"`
	Label     string                  `json:"label,omitempty"`
	Component formField               `json:"component"`
}

type formField struct {
	Type      discordgo.ComponentType  `json:"type"`
	CustomID  string                   `json:"custom_id"`
	Style     discordgo.TextInputStyle `json:"style,omitempty"`
	MaxLength int                      `json:"max_length,omitempty"`
	Value     string                   `json:"value,omitempty"` // set in a submitted form
}

const labelComponent discordgo.ComponentType = 18

// Limits of forms, documented on the same page, and parts of a form's ids.
const (
	maxFormText  = 45 // UTF-16 units of a title or a label
	maxFormField = 4000
	formPrefix   = "form:" // precedes the command and the argument for the field
	fieldID      = "field"
)

func formOf(f chat.Form) form {
	field := formField{Type: discordgo.TextInputComponent, CustomID: fieldID, Style: discordgo.TextInputShort, MaxLength: maxFormField}
	if f.Long {
		field.Style = discordgo.TextInputParagraph
	}
	return form{
		CustomID: formPrefix + f.Verb + ":" + f.Argument, Title: cut(f.Title, maxFormText),
		Components: []formLabel{{Type: labelComponent, Label: cut(f.Label, maxFormText), Component: field}},
	}
}
