package slack

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// controlBlocks encodes rows of controls. A row of buttons that follows a menu joins the menu's block.
func controlBlocks(rows []chat.Row) []slackapi.Block {
	var blocks []slackapi.Block
	for i, row := range rows {
		elements := controls(row, i)
		if i > 0 && len(blocks) > 0 && isMenu(rows[i-1]) && row.Select == nil {
			last := blocks[len(blocks)-1].(*slackapi.ActionBlock).Elements
			joining := min(len(elements), maxElements-len(last.ElementSet))
			last.ElementSet = append(last.ElementSet, elements[:joining]...)
			elements = elements[joining:]
		}
		for part := range slices.Chunk(elements, maxElements) {
			blocks = append(blocks, slackapi.NewActionBlock("", part...))
		}
	}
	return blocks[:min(len(blocks), maxBlocks-10)]
}

func controls(row chat.Row, rowIndex int) (elements []slackapi.BlockElement) {
	for _, b := range row.Buttons {
		elements = append(elements, button(b, controlID(rowIndex, len(elements))))
	}
	if row.Select == nil {
		return elements
	}
	for part := range slices.Chunk(row.Select.Options, maxOptions) {
		elements = append(elements, menu(row.Select.Placeholder, part, controlID(rowIndex, len(elements))))
	}
	return elements
}

func isMenu(r chat.Row) bool {
	return len(r.Buttons) == 0 && r.Select != nil && len(r.Select.Options) > 0
}

func controlID(row, column int) string { return "c" + strconv.Itoa(row) + "." + strconv.Itoa(column) }

func button(b chat.Button, id string) slackapi.BlockElement {
	element := slackapi.NewButtonBlockElement(id, b.Action, plainText(b.Label, maxLabel)).WithURL(b.URL)
	switch b.Style {
	case chat.StylePrimary:
		element.Style = slackapi.StylePrimary
	case chat.StyleDanger:
		element.Style = slackapi.StyleDanger
	}
	element.AccessibilityLabel = shorten(b.Label, maxAccessibility)
	return element
}

func menu(placeholder string, offered []chat.Option, id string) slackapi.BlockElement {
	options := make([]*slackapi.OptionBlockObject, len(offered))
	for i, o := range offered {
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

// assemble builds the blocks of a message. If expand is set, Slack never collapses the text.
func assemble(said, aside string, expand bool, board slackapi.Block, footer string, controls []slackapi.Block) []slackapi.Block {
	var blocks []slackapi.Block
	if said != "" && aside != "" {
		said += "\n"
	}
	for part := range sections(said + aside) {
		blocks = append(blocks, section(part, expand))
	}
	if board != nil {
		blocks = append(blocks, board)
	}
	if footer != "" {
		blocks = append(blocks, slackapi.NewContextBlock("", markup(footer)))
	}
	return append(blocks, controls...)
}

// sections splits a text at line ends into sections. It shortens a line that is too long, and drops the rest.
func sections(text string) iter.Seq[string] {
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

func section(text string, expand bool) slackapi.Block {
	return slackapi.NewSectionBlock(markup(text), nil, nil, slackapi.SectionBlockOptionExpand(expand))
}

// markup returns a text object that keeps Slack from turning words into links or mentions.
func markup(text string) *slackapi.TextBlockObject {
	return slackapi.NewTextBlockObject(slackapi.MarkdownType, text, false, true)
}

func plainText(text string, limit int) *slackapi.TextBlockObject {
	return slackapi.NewTextBlockObject(slackapi.PlainTextType, shorten(text, limit), false, false)
}

func shorten(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// shortenMarkup is like shorten, but never cuts through an entity or a mention.
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

// Limits of a chart, https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block.
const (
	maxChartTitle = 50 // characters of a title or an axis label
	maxSeries     = 20 // characters of a series' name
	maxPoints     = 20
	chartStep     = 3 // moves from one point to the next; the 60 moves of a game then fit
)

func chart(c *chat.Chart) slackapi.Block {
	var names []string
	series := make([]slackapi.DataVisualizationDataSeries, len(c.Series))
	for i, line := range c.Series {
		series[i] = slackapi.NewDataVisualizationDataSeries(shorten(line.Name, maxSeries))
	}
	add := func(move int) {
		names = append(names, strconv.Itoa(move))
		for i, line := range c.Series {
			series[i].Data = append(series[i].Data, slackapi.NewDataVisualizationDataPoint(strconv.Itoa(move), float64(line.Values[move])))
		}
	}
	last := len(c.Series[0].Values) - 1
	for move := chartStep; move < last && len(names) < maxPoints-1; move += chartStep {
		add(move)
	}
	add(last)
	axis := slackapi.NewDataVisualizationAxisConfig(names...).WithXLabel(shorten(c.Axis, maxChartTitle))
	line := slackapi.NewDataVisualizationLineChart(axis, series...)
	return slackapi.NewDataVisualizationBlock(shorten(c.Title, maxChartTitle), line)
}
