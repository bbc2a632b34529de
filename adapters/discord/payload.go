package discord

import (
	"bytes"
	"encoding/json"

	"github.com/bwmarrin/discordgo"
)

// payload is a message as it goes out,
// https://docs.discord.com/developers/resources/message#create-message.
type payload struct {
	Content    string                 `json:"content"`
	Flags      discordgo.MessageFlags `json:"flags,omitempty"`
	Allowed    mentions               `json:"allowed_mentions"`
	Components []component            `json:"components"` // never null: an empty list takes the controls away

	// A message in the bot's name with the same nonce as another of the last minutes is
	// that one. A follow-up has none.
	Nonce   string `json:"nonce,omitempty"`
	Enforce bool   `json:"enforce_nonce,omitempty"`
}

// mentions says whom a message may notify: nobody but the users.
type mentions struct {
	Parse []string `json:"parse"` // never null, and always empty
	Users []string `json:"users,omitempty"`
}

// component is a row, a button or a select,
// https://docs.discord.com/developers/components/reference.
type component struct {
	Type        discordgo.ComponentType `json:"type"`
	Components  []component             `json:"components,omitempty"` // of a row
	Style       discordgo.ButtonStyle   `json:"style,omitempty"`      // of a button
	Label       string                  `json:"label,omitempty"`      // of a button
	CustomID    string                  `json:"custom_id,omitempty"`
	Placeholder string                  `json:"placeholder,omitempty"` // of a select
	Options     []selectOption          `json:"options,omitempty"`     // of a select
}

type selectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
}

// callback is the first answer to an interaction,
// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object.
type callback struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// choices is the data of the answer to a completion.
type choices struct {
	Choices []choice `json:"choices"`
}

// choice is a value offered for an option.
type choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value string            `json:"value"`
}

// encode writes JSON as short as it can be: "<" stays one byte.
func encode(body any) ([]byte, error) {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(body); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}
