package discord

import (
	"context"
	"encoding/json"
	"strings"

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

// readForm reads a form that was sent.
func (in *interaction) readForm(a *chat.Action) error {
	var sent form
	if err := json.Unmarshal(in.Data, &sent); err != nil {
		return errNotOurs
	}
	command, ours := strings.CutPrefix(sent.CustomID, formPrefix)
	verb, argument, named := strings.Cut(command, ":")
	if !ours || !named || verb == "" || argument == "" || len(sent.Components) != 1 || sent.Components[0].Component.CustomID != fieldID {
		return errNotOurs
	}
	a.Verb, a.Args = verb, []chat.Argument{{Name: argument, Value: chat.Word{Text: sent.Components[0].Component.Value}}}
	return nil
}

// openForm opens a form, which can only be the first answer, or tells the actor what they
// could do instead.
func (x *responder) openForm(ctx context.Context, e chat.Effect) {
	if x.state == waiting && e.Form != nil {
		x.first(ctx, callback{Type: discordgo.InteractionResponseModal, Data: formOf(*e.Form)})
		return
	}
	x.whisper(ctx, e.Message)
}
