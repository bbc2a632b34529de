package slack

import (
	"strconv"
	"strings"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
	"othellobot/render"
)

// payload is a message as it goes out.
type payload struct {
	text   string // for notifications, and for those who hear it
	blocks []slackapi.Block
}

// audience is where a message is read.
type audience struct {
	team   string
	thread bool
	edit   bool // it replaces another message

	small     bool     // a part in small print
	mentioned []string // whom the message notifies anyway
}

// message makes the payload of a message; every message that is sent was made
// here, within Slack's limits. From top to bottom it has the text, the board, the
// small print and the controls. What does not fit grows shorter in the order of
// chat.Message.
func (a *Adapter) message(m chat.Message, to audience) payload {
	to.mentioned = mentionedIn(m.Text)
	said := a.write(m.Text, to)
	aside := a.write(m.Aside, to)
	var grid string
	if m.Board != nil {
		grid = render.Emoji(m.Board.View, m.Board.Theme, render.SurfaceShortcodes)
	}
	controls := controlBlocks(m.Controls)
	to.small = true
	footers := make([]string, len(m.Footers))
	for i, f := range m.Footers {
		footers[i] = a.write(f, to)
	}
	room := maxMessage - blocksSize(controls) - len(grid) - frame
	said = shorten(said, min(maxSection, room))
	footer, aside := choose(footers, aside, room-len(said))

	var blocks []slackapi.Block
	for part := range sections(lines(said, aside)) {
		blocks = append(blocks, section(part, false))
	}
	if grid != "" {
		blocks = append(blocks, section(grid, true))
	}
	if footer != "" {
		blocks = append(blocks, slackapi.NewContextBlock("", markup(footer)))
	}
	to.small = false
	return payload{text: a.spoken(m, to), blocks: append(blocks, controls...)}
}

// frame is more than the characters that blocks take around their texts.
const frame = 1500

func (a *Adapter) write(t chat.Text, to audience) string {
	text := mrkdwn{names: &a.names, team: to.team, edit: to.edit, slash: !to.thread, small: to.small, mentioned: to.mentioned}
	text.text(t)
	return strings.TrimSuffix(text.String(), "\n")
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

// spoken is the message for notifications and for those who hear it: its text,
// and where the discs are.
func (a *Adapter) spoken(m chat.Message, to audience) string {
	text := a.write(m.Text, to)
	if m.Board != nil {
		text = lines(text, render.Words(m.Board.View))
	}
	if text == "" {
		text = "Othello"
	}
	return shorten(text, maxText)
}

// choose takes the fullest footer that fits beside the aside, or the aside away.
func choose(footers []string, aside string, room int) (footer, kept string) {
	for _, f := range footers {
		if len(f)+len(aside) <= room && utf8.RuneCountInString(f) <= maxSection {
			return f, aside
		}
	}
	if len(aside) <= room {
		return "", aside
	}
	return "", ""
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
			head := shorten(text, maxSection)
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
		var elements []slackapi.BlockElement
		for j, b := range row.Buttons {
			elements = append(elements, button(b, controlID(i, j)))
		}
		if row.Select != nil && len(row.Select.Options) > 0 {
			elements = append(elements, menu(row.Select, controlID(i, len(row.Buttons))))
		}
		switch {
		case len(elements) == 0 || len(blocks) == maxBlocks-10:
		case i > 0 && rows[i-1].Select != nil && row.Select == nil && len(elements) < maxElements:
			list := blocks[len(blocks)-1].(*slackapi.ActionBlock).Elements
			list.ElementSet = append(list.ElementSet, elements...)
		default:
			blocks = append(blocks, slackapi.NewActionBlock("", elements[:min(len(elements), maxElements)]...))
		}
	}
	return blocks
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

func menu(s *chat.Select, id string) slackapi.BlockElement {
	options := make([]*slackapi.OptionBlockObject, 0, len(s.Options))
	for _, o := range s.Options[:min(len(s.Options), maxOptions)] {
		var detail *slackapi.TextBlockObject
		if o.Detail != "" {
			detail = plainText(o.Detail, maxLabel)
		}
		options = append(options, slackapi.NewOptionBlockObject(o.Action, plainText(o.Label, maxLabel), detail))
	}
	return slackapi.NewOptionsSelectBlockElement(
		slackapi.OptTypeStatic, plainText(s.Placeholder, maxPlaceholder), id, options...,
	)
}
