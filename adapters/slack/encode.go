package slack

import (
	"iter"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
	"othellobot/render"
)

// payload is a message as it goes out.
type payload struct {
	Text   string           `json:"text"` // for notifications, and for those who hear it
	Blocks []slackapi.Block `json:"blocks,omitempty"`
	bare   []slackapi.Block // the same without the picture or chart, with the board in its place; nil if there is none
}

// withoutPicture is the payload with the board in place of a picture or chart.
func (p payload) withoutPicture() payload {
	if p.bare != nil {
		p.Blocks, p.bare = p.bare, nil
	}
	return p
}

// audience is where a message is read.
type audience struct {
	team   string
	thread bool
	edit   bool // it replaces another message
	quiet  bool // it notifies nobody

	small     bool     // a part in small print
	mentioned []string // whom the message notifies anyway
}

// encoder makes what is sent of messages.
type encoder struct {
	names    *names
	own      *atomic.Pointer[install] // of the bot, where it has one
	apiURL   string
	pictures func(team string, p render.Picture) string // gives their addresses; nil where there are none
}

// message makes the payload of a message; every message that is sent was made
// here, within Slack's limits. From top to bottom it has the text, the board or the
// picture, the small print and the controls. What does not fit grows shorter in the
// order of chat.Message. What is drawn again has no picture: it may be what went wrong.
func (e encoder) message(m chat.Message, to audience) payload {
	if !to.quiet {
		to.mentioned = mentionedIn(m.Text)
	}
	p := payload{Text: e.spoken(m, to), Blocks: e.blocks(m, boardOf(m), to)}
	if e.shows(m.Picture) && !to.quiet {
		p.bare, p.Blocks = p.Blocks, e.blocks(m, e.image(m.Picture, to.team), to)
	}
	return p
}

// shows reports whether a picture can be shown: where Slack can fetch it, or draws a chart
// instead.
func (e encoder) shows(p *chat.Picture) bool {
	return p != nil && (hasChart(p) || e.pictures != nil)
}

func hasChart(p *chat.Picture) bool { return p.Chart != nil && len(p.Chart.Values) > 0 }

// image is a block with a picture, which Slack fetches from its address,
// https://docs.slack.dev/reference/block-kit/blocks/image-block, or with its chart.
func (e encoder) image(p *chat.Picture, team string) slackapi.Block {
	if hasChart(p) {
		return chart(p.Chart)
	}
	return slackapi.NewImageBlock(e.pictures(team, p.Image), shorten(p.Alt.String(), maxAltText), "", nil)
}

// blocks are those of a message, with the one that shows the board, which may be nil.
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
	for footer, aside := range forms(footers, aside) {
		blocks = assemble(said, aside, false, board, footer, controls)
		if blocksSize(blocks) <= maxMessage {
			return blocks
		}
	}
	tooMuch := blocksSize(blocks) - maxMessage
	return assemble(shortenMarkup(said, max(utf8.RuneCountInString(said)-tooMuch, 1)), "", false, board, "", controls)
}

// blocksSize returns how many characters blocks take as they are sent.
func blocksSize(blocks []slackapi.Block) int { return utf8.RuneCountInString(asJSON(blocks)) }

// boardOf draws the board of a message; nil if it has none.
func boardOf(m chat.Message) slackapi.Block {
	if m.Board == nil {
		return nil
	}
	return section(render.Emoji(m.Board.View, m.Board.Theme, render.SurfaceShortcodes), true)
}

// forms are the forms of a message, the fullest first: with one footer after the
// other, with the last of them alone, and with neither footer nor aside.
func forms(footers []string, aside string) iter.Seq2[string, string] {
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
		t = named(t)
	}
	text := mrkdwn{names: e.names, address: e.address, team: to.team, edit: to.edit, slash: !to.thread, small: to.small, mentioned: to.mentioned}
	text.text(t)
	return strings.TrimSuffix(text.String(), "\n")
}

// named is a text that names those whom it would notify.
func named(t chat.Text) chat.Text {
	t = slices.Clone(t)
	for i := range t {
		if t[i].Kind == chat.SpanMention {
			t[i].Kind = chat.SpanName
		}
	}
	return t
}

// mentionedIn lists the people whom a text notifies.
func mentionedIn(t chat.Text) (users []string) {
	for _, s := range t {
		if s.Kind == chat.SpanMention {
			users = append(users, s.User.ID)
		}
	}
	return users
}

// spoken is the message for notifications and for those who hear it.
func (e encoder) spoken(m chat.Message, to audience) string {
	said := m.Spoken
	if said == nil {
		said = m.Text
	}
	text := e.write(said, to)
	if text == "" {
		text = "Othello"
	}
	return shortenMarkup(text, maxText)
}

// address is where a link leads: to the message, as Slack itself writes that,
// https://docs.slack.dev/reference/methods/chat.getPermalink, or to its channel if the
// message or the address of the workspace is not known,
// https://docs.slack.dev/interactivity/deep-linking.
func (e encoder) address(to chat.Link) string {
	own, r := e.own.Load(), ref{}
	if to.Message != "" {
		r, _ = parseRef(to.Message) // else it is the channel
	}
	if own == nil || own.Address == "" || r == (ref{}) {
		site, _ := siteOf(e.apiURL)
		return site + "/app_redirect?" + url.Values{"team": {to.Place.Team}, "channel": {to.Place.Channel}}.Encode()
	}
	at := own.Address + "archives/" + url.PathEscape(r.channel) + "/p" + strings.ReplaceAll(r.ts, ".", "")
	if to.Place.Thread != "" {
		at += "?" + url.Values{"thread_ts": {to.Place.Thread}, "cid": {r.channel}}.Encode()
	}
	return at
}
