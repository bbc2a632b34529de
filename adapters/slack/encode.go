package slack

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
	"othellobot/render"
)

type payload struct {
	Text   string           `json:"text"` // text for notifications and screen readers
	Blocks []slackapi.Block `json:"blocks,omitempty"`
	bare   []slackapi.Block // Blocks with the board instead of the picture or chart; nil if Blocks has neither
}

func (p payload) withoutPicture() payload {
	if p.bare != nil {
		p.Blocks, p.bare = p.bare, nil
	}
	return p
}

// message encodes a message. If the message is too long, parts are dropped as [chat.Message] prescribes.
// A redrawn message has no picture, because the picture may have made an earlier attempt fail.
func (e encoder) message(m chat.Message, to audience) payload {
	if !to.quiet {
		to.mentioned = mentionedIn(m.Text)
	}
	heard := m.Spoken
	if heard == nil {
		heard = m.Text
	}
	p := payload{Text: shortenMarkup(cmp.Or(e.write(heard, to), "Othello"), maxText), Blocks: e.blocks(m, boardOf(m), to)}
	if e.canShow(m.Picture) && !to.quiet {
		p.bare, p.Blocks = p.Blocks, e.blocks(m, e.image(m.Picture, to.team), to)
	}
	return p
}

// canShow reports whether Slack can show a picture: Slack draws its chart, or fetches its image.
func (e encoder) canShow(p *chat.Picture) bool {
	return p != nil && (hasChart(p) || e.pictures != nil)
}

func hasChart(p *chat.Picture) bool { return p.Chart != nil && len(p.Chart.Series) > 0 }

func (e encoder) image(p *chat.Picture, team string) slackapi.Block {
	if hasChart(p) {
		return chart(p.Chart)
	}
	return slackapi.NewImageBlock(e.pictures(team, p.Image), shorten(p.Alt.String(), maxAltText), "", nil)
}

func (e encoder) blocks(m chat.Message, board slackapi.Block, to audience) []slackapi.Block {
	said := e.write(m.Text, to)
	aside := e.write(m.Aside, to)
	controls := controlBlocks(m.Controls)
	to.small = true
	footers := make([]string, len(m.Footers))
	for i, f := range m.Footers {
		footers[i] = e.write(f, to)
	}
	said = shortenMarkup(said, maxSection)
	var blocks []slackapi.Block
	for footer, aside := range footerVariants(footers, aside) {
		blocks = assemble(said, aside, false, board, footer, controls)
		if blocksSize(blocks) <= maxMessage {
			return blocks
		}
	}
	tooMuch := blocksSize(blocks) - maxMessage
	return assemble(shortenMarkup(said, max(utf8.RuneCountInString(said)-tooMuch, 1)), "", false, board, "", controls)
}

func blocksSize(blocks []slackapi.Block) int { return utf8.RuneCountInString(asJSON(blocks)) }

func boardOf(m chat.Message) slackapi.Block {
	if m.Board == nil {
		return nil
	}
	return section(render.Emoji(m.Board.View, m.Board.Theme, render.SurfaceShortcodes), true)
}

// footerVariants yields the combinations of footer and aside to try, longest first.
func footerVariants(footers []string, aside string) iter.Seq2[string, string] {
	return func(yield func(footer, aside string) bool) {
		last := ""
		for _, f := range append(footers, "")[:max(len(footers), 1)] {
			if utf8.RuneCountInString(f) > maxSection {
				continue
			}
			if last = f; !yield(f, aside) {
				return
			}
		}
		_ = yield(last, "") && yield("", "")
	}
}

func (e encoder) write(t chat.Text, to audience) string {
	if to.quiet {
		t = withNames(t)
	}
	text := mrkdwn{encoder: e, to: to}
	text.text(t)
	return strings.TrimSuffix(text.String(), "\n")
}

func withNames(t chat.Text) chat.Text {
	t = slices.Clone(t)
	for i := range t {
		if t[i].Kind == chat.SpanMention {
			t[i].Kind = chat.SpanName
		}
	}
	return t
}

func mentionedIn(t chat.Text) (users []string) {
	for _, s := range t {
		if s.Kind == chat.SpanMention {
			users = append(users, s.User.ID)
		}
	}
	return users
}

// viewBlocks encodes a message for a view, without footers and with the board instead of a picture.
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
