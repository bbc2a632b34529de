package slack

import (
	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// viewBlocks returns the blocks of a message in a view. It leaves out the footers, and shows the board
// instead of a picture. A view notifies no users.
func (e encoder) viewBlocks(m chat.Message, team string) slackapi.Blocks {
	to := audience{team: team, edit: true}
	return slackapi.Blocks{BlockSet: assemble(e.write(m.Text, to), e.write(m.Aside, to), true, boardOf(m), "", controlBlocks(m.Controls))}
}

func (e encoder) modal(m chat.Message, team string, o origin) slackapi.ModalViewRequest {
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: plainText(appName, maxTitle), Blocks: e.viewBlocks(m, team), PrivateMetadata: o.metadata(),
	}
}

func formView(f chat.Form, o origin) slackapi.ModalViewRequest {
	o.Verb, o.Argument = f.Verb, f.Argument
	field := slackapi.NewPlainTextInputBlockElement(nil, fieldID)
	field.Multiline, field.MaxLength, field.FocusOnLoad = f.Long, maxField, true
	input := slackapi.NewInputBlock(fieldID, plainText(f.Label, maxLabel), nil, field)
	return slackapi.ModalViewRequest{
		Type: slackapi.VTModal, Title: plainText(f.Title, maxTitle), Submit: plainText(f.Submit, maxTitle),
		Blocks: slackapi.Blocks{BlockSet: []slackapi.Block{input}}, PrivateMetadata: o.metadata(),
	}
}
