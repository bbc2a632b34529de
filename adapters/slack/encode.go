package slack

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
	"othellobot/render"
)

// payload is a message as it goes out.
type payload struct {
	text   string // for notifications, and for those who hear it
	blocks []slackapi.Block
	bare   []slackapi.Block // the same without the picture or chart, with the board in its place; nil if there is none
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
	p := payload{text: e.spoken(m, to)}
	if m.Board != nil {
		p.blocks = e.blocks(m, section(grid(m.Board), true), to)
	} else {
		p.blocks = e.blocks(m, nil, to)
	}
	if e.shows(m.Picture) && !to.quiet {
		p.bare, p.blocks = p.blocks, e.blocks(m, e.image(m.Picture, to.team), to)
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
		blocks = assemble(said, aside, board, footer, controls)
		if blocksSize(blocks) <= maxMessage {
			return blocks
		}
	}
	tooMuch := blocksSize(blocks) - maxMessage
	return assemble(shortenMarkup(said, max(utf8.RuneCountInString(said)-tooMuch, 1)), "", board, "", controls)
}

// grid draws a board.
func grid(b *chat.Board) string { return render.Emoji(b.View, b.Theme, render.SurfaceShortcodes) }

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

func assemble(said, aside string, board slackapi.Block, footer string, controls []slackapi.Block) []slackapi.Block {
	var blocks []slackapi.Block
	for part := range sections(lines(said, aside)) {
		blocks = append(blocks, section(part, false))
	}
	if board != nil {
		blocks = append(blocks, board)
	}
	if footer != "" {
		blocks = append(blocks, slackapi.NewContextBlock("", markup(footer)))
	}
	return append(blocks, controls...)
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

// lines joins lines, leaving out what is empty.
func lines(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "\n")
}

// sections splits a text that is too long for one section at its lines.
func sections(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for utf8.RuneCountInString(text) > maxSection {
			head := shortenMarkup(text, maxSection)
			cut := strings.LastIndexByte(head, '\n')
			if cut <= 0 {
				yield(head)
				return
			}
			if !yield(text[:cut]) {
				return
			}
			text = text[cut+1:]
		}
		if text != "" {
			yield(text)
		}
	}
}

// shorten keeps as many characters as the limit allows, and ends a text that it
// has cut with an ellipsis.
func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	n := 0
	for i := range text {
		if n++; n == limit {
			return text[:i] + "…"
		}
	}
	return text
}

// shortenMarkup is shorten for markup: it cuts no entity and no mention in two.
func shortenMarkup(text string, limit int) string {
	short := shorten(text, limit)
	if short == text {
		return text
	}
	head := strings.TrimSuffix(short, "…")
	if at := strings.LastIndexAny(head, "<&"); at >= 0 && !strings.ContainsAny(head[at:], ">;") {
		head = head[:at]
	}
	return head + "…"
}

// section is a block of markup. One that expands is never folded away.
func section(text string, expand bool) slackapi.Block {
	return slackapi.NewSectionBlock(markup(text), nil, nil, slackapi.SectionBlockOptionExpand(expand))
}

// markup is text in which Slack makes nothing a link or a mention by itself.
func markup(text string) *slackapi.TextBlockObject {
	return slackapi.NewTextBlockObject(slackapi.MarkdownType, text, false, true)
}

func plainText(text string, limit int) *slackapi.TextBlockObject {
	return slackapi.NewTextBlockObject(slackapi.PlainTextType, shorten(text, limit), false, false)
}

// controlBlocks makes the rows of controls; buttons that follow a list stand
// beside it. What a control does is its value.
func controlBlocks(rows []chat.Row) []slackapi.Block {
	var blocks []slackapi.Block
	for i, row := range rows {
		elements := controls(row, i)
		if i > 0 && len(blocks) > 0 && isList(rows[i-1]) && row.Select == nil {
			list := blocks[len(blocks)-1].(*slackapi.ActionBlock).Elements
			beside := min(len(elements), maxElements-len(list.ElementSet))
			list.ElementSet = append(list.ElementSet, elements[:beside]...)
			elements = elements[beside:]
		}
		for part := range slices.Chunk(elements, maxElements) {
			blocks = append(blocks, slackapi.NewActionBlock("", part...))
		}
	}
	return blocks[:min(len(blocks), maxBlocks-10)]
}

// controls makes the controls of a row, its number among the rows given.
func controls(row chat.Row, number int) (elements []slackapi.BlockElement) {
	for _, b := range row.Buttons {
		elements = append(elements, button(b, controlID(number, len(elements))))
	}
	if row.Select == nil {
		return elements
	}
	for part := range slices.Chunk(row.Select.Options, maxOptions) {
		elements = append(elements, menu(row.Select.Placeholder, part, controlID(number, len(elements))))
	}
	return elements
}

// isList reports whether a row is a list and nothing else.
func isList(r chat.Row) bool {
	return len(r.Buttons) == 0 && r.Select != nil && len(r.Select.Options) > 0
}

// controlID tells the controls of a message apart.
func controlID(row, column int) string { return "c" + strconv.Itoa(row) + "." + strconv.Itoa(column) }

func button(b chat.Button, id string) slackapi.BlockElement {
	element := slackapi.NewButtonBlockElement(id, b.Action, plainText(b.Label, maxLabel))
	switch b.Style {
	case chat.StylePrimary:
		element.Style = slackapi.StylePrimary
	case chat.StyleDanger:
		element.Style = slackapi.StyleDanger
	}
	element.AccessibilityLabel = shorten(b.Label, maxAria)
	return element
}

func menu(placeholder string, of []chat.Option, id string) slackapi.BlockElement {
	options := make([]*slackapi.OptionBlockObject, len(of))
	for i, o := range of {
		var detail *slackapi.TextBlockObject
		if o.Detail != "" {
			detail = plainText(o.Detail, maxLabel)
		}
		options[i] = slackapi.NewOptionBlockObject(o.Action, plainText(o.Label, maxLabel), detail)
	}
	return slackapi.NewOptionsSelectBlockElement(
		slackapi.OptTypeStatic, plainText(placeholder, maxPlaceholder), id, options...,
	)
}
