package discord

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime/multipart"
	"net/textproto"

	"othellobot/adapters/internal/exchange"

	"github.com/bwmarrin/discordgo"
)

// payload is a message as it goes out,
// https://docs.discord.com/developers/resources/message#create-message.
type payload struct {
	Content    string                 `json:"content"`
	Flags      discordgo.MessageFlags `json:"flags,omitempty"`
	Allowed    mentions               `json:"allowed_mentions"`
	Components []component            `json:"components"` // never null: an empty list takes the controls away

	// Attachments are the files that the message has from now on: those that it had are
	// gone unless they are listed. A nil list leaves them as they are.
	Attachments *[]attachment `json:"attachments,omitempty"`
	picture     *picture      // goes along; nil for none

	// A message in the bot's name with the same nonce as another of the last minutes is
	// that one. A follow-up has none.
	Nonce   string `json:"nonce,omitempty"`
	Enforce bool   `json:"enforce_nonce,omitempty"`
}

// attachment is a file of a message, with what those are told who do not see it,
// https://docs.discord.com/developers/reference#uploading-files. discordgo's type has no
// description.
type attachment struct {
	ID          int    `json:"id,string"` // the number of the file in the request
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// picture is the file that goes along with a message.
type picture struct {
	name, mediaType string
	file            []byte
	instead         string // the content of the message without it, with the board in its place
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

// bare is the message without its picture, or any that it had.
func (p payload) bare() payload {
	if p.picture != nil {
		p.Content, p.Attachments, p.picture = p.picture.instead, &[]attachment{}, nil
	}
	return p
}

// content is a body as it goes out.
type content struct {
	mediaType string
	bytes     []byte
}

// contentOf writes a body: as JSON, or if it is a message with a picture as a form with both,
// https://docs.discord.com/developers/reference#uploading-files. The same message is the
// same bytes.
func contentOf(body any) content {
	p, _ := body.(payload)
	switch {
	case body == nil:
		return content{}
	case p.picture == nil:
		return content{"application/json", encode(body)}
	}
	var whole bytes.Buffer // to which nothing fails to be written
	parts := multipart.NewWriter(&whole)
	sum := sha256.Sum256(p.picture.file)
	_ = parts.SetBoundary(hex.EncodeToString(sum[:]))
	add := func(disposition, mediaType string, data []byte) {
		w, _ := parts.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}, "Content-Type": {mediaType}})
		_, _ = w.Write(data)
	}
	add(`form-data; name="payload_json"`, "application/json", encode(body))
	add(`form-data; name="files[0]"; filename="`+p.picture.name+`"`, p.picture.mediaType, p.picture.file)
	_ = parts.Close()
	return content{parts.FormDataContentType(), whole.Bytes()}
}

// encode writes JSON as short as it can be: "<" stays one byte. It is for the types of
// this package, of which each value can be written.
func encode(body any) []byte {
	text, err := exchange.JSON(body)
	if err != nil {
		panic(err)
	}
	return text
}
