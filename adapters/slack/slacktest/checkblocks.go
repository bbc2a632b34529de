package slacktest

import (
	"fmt"

	slackapi "github.com/slack-go/slack"
)

func (p *problems) blocks(where string, all []slackapi.Block, most int) {
	p.count(where, len(all), most)
	ids := unique{problems: p, what: "block_id"}
	actions := unique{problems: p, what: "action_id"}
	charts := 0
	for i, b := range all {
		at := fmt.Sprintf("%s[%d]", where, i)
		ids.add(at, b.ID())
		if b.BlockType() == slackapi.MBTDataVisualization {
			charts++
		}
		p.block(at, b, &actions)
	}
	p.need(charts <= maxCharts, "%s: there are %d charts, at most %d are allowed", where, charts, maxCharts)
}

func (p *problems) block(where string, b slackapi.Block, actions *unique) {
	switch b := b.(type) {
	case *slackapi.SectionBlock:
		p.text(where+".text", b.Text, "", maxTextObject)
	case *slackapi.ContextBlock:
		p.count(where+".elements", len(b.ContextElements.Elements), maxContext)
		for i, e := range b.ContextElements.Elements {
			t, _ := e.(*slackapi.TextBlockObject)
			p.text(fmt.Sprintf("%s.elements[%d]", where, i), t, "", maxTextObject)
		}
	case *slackapi.ActionBlock:
		elements := elementsOf(b)
		p.count(where+".elements", len(elements), maxElements)
		for i, e := range elements {
			p.control(fmt.Sprintf("%s.elements[%d]", where, i), e, actions)
		}
	case *slackapi.ImageBlock:
		p.length(where+".image_url", b.ImageURL, 1, maxURL)
		p.length(where+".alt_text", b.AltText, 1, maxAltText)
	case *slackapi.DataVisualizationBlock:
		if err := b.Validate(); err != nil {
			p.add("%s: %v", where, err)
		}
	case *slackapi.InputBlock:
		p.text(where+".label", b.Label, slackapi.PlainTextType, maxInputLabel)
		field, ok := b.Element.(*slackapi.PlainTextInputBlockElement)
		if !ok {
			p.add("%s.element: is none that the adapter sends", where)
			return
		}
		p.need(field.MaxLength <= maxInput, "%s.element.max_length: is %d", where, field.MaxLength)
		actions.add(where, field.ActionID)
	default:
		p.add("%s: %q is no block that the adapter sends", where, b.BlockType())
	}
}

func (p *problems) control(where string, e slackapi.BlockElement, actions *unique) {
	switch e := e.(type) {
	case *slackapi.ButtonBlockElement:
		actions.add(where, e.ActionID)
		p.text(where+".text", e.Text, slackapi.PlainTextType, maxLabel)
		p.length(where+".value", e.Value, 0, maxValue)
		p.length(where+".accessibility_label", e.AccessibilityLabel, 0, maxAccessibility)
		p.need(e.Style == "" || e.Style == slackapi.StylePrimary || e.Style == slackapi.StyleDanger, "%s.style: %q is none", where, e.Style)
	case *slackapi.SelectBlockElement:
		actions.add(where, e.ActionID)
		p.text(where+".placeholder", e.Placeholder, slackapi.PlainTextType, maxPlaceholder)
		p.need(e.Type == typeSelect, "%s.type: %q is no list that the adapter sends", where, e.Type)
		p.count(where+".options", len(e.Options), maxOptions)
		for i, o := range e.Options {
			at := fmt.Sprintf("%s.options[%d]", where, i)
			p.text(at+".text", o.Text, slackapi.PlainTextType, maxLabel)
			p.optional(at+".description", o.Description, maxLabel)
			p.length(at+".value", o.Value, 1, maxOptionValue)
		}
	default:
		p.add("%s: %q is no control that the adapter sends", where, e.ElementType())
	}
}
