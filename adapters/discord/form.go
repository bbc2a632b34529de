package discord

import (
	"github.com/bwmarrin/discordgo"

	"othellobot/chat"
)

// form is the data of an answer that opens one,
// https://docs.discord.com/developers/components/using-modal-components.
type form struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []formLabel `json:"components"`
}

// formLabel is a field with what to write into it. discordgo does not know it.
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
	Value     string                   `json:"value,omitempty"` // of a form that was sent
}

// labelComponent is the type of a label.
const labelComponent discordgo.ComponentType = 18

// What a form may hold, same page. The id of a form is its command and the argument that
// the field is for.
const (
	maxFormText  = 45 // of a title or of a label
	maxFormField = 4000
	formPrefix   = "form:"
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
