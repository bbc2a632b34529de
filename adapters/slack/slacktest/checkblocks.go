package slacktest

import (
	"encoding/json"
	"strconv"
)

func (p *problems) block(where string, b block, actions *unique) {
	switch b.Type {
	case "section":
		p.section(where, b, actions)
	case "context":
		p.context(where, b)
	case "actions":
		p.actions(where, b, actions)
	case "header":
		t := p.textOf(where, b)
		p.need(t != nil, "%s.text: is missing", where)
		p.text(where+".text", t, "plain_text", maxHeader)
	case "image":
		p.image(where, b.ImageURL, b.AltText)
	case "rich_text":
		p.need(len(b.Elements) > 0, "%s.elements: are missing", where)
		for i, raw := range b.Elements {
			p.rich(where+".elements["+strconv.Itoa(i)+"]", raw)
		}
	case "data_visualization":
		p.chart(where, b)
	case "markdown", "divider":
	default:
		p.add("%s.type: %q is none that the fake knows", where, b.Type)
	}
}

func (p *problems) textOf(where string, b block) *textObject {
	t, err := b.textObject()
	if err != nil {
		p.add("%s: %v", where, err)
	}
	return t
}

func (p *problems) section(where string, b block, actions *unique) {
	t := p.textOf(where, b)
	p.need(t != nil || len(b.Fields) > 0, "%s: has neither text nor fields", where)
	p.text(where+".text", t, "", maxTextObject)
	p.need(len(b.Fields) <= maxFields, "%s.fields: there are %d, at most %d are allowed", where, len(b.Fields), maxFields)
	for i := range b.Fields {
		p.text(where+".fields["+strconv.Itoa(i)+"]", &b.Fields[i], "", maxField)
	}
	if b.Accessory != nil {
		p.control(where+".accessory", *b.Accessory, actions)
	}
}

func (p *problems) context(where string, b block) {
	p.need(len(b.Elements) > 0, "%s.elements: are missing", where)
	p.need(len(b.Elements) <= maxContext, "%s.elements: there are %d, at most %d are allowed", where, len(b.Elements), maxContext)
	for i, raw := range b.Elements {
		at := where + ".elements[" + strconv.Itoa(i) + "]"
		var t textObject
		if err := json.Unmarshal(raw, &t); err != nil {
			p.add("%s: %v", at, err)
			continue
		}
		if t.Type == "image" {
			p.image(at, t.ImageURL, t.AltText)
			continue
		}
		p.text(at, &t, "", maxTextObject)
	}
}

func (p *problems) actions(where string, b block, actions *unique) {
	controls, err := b.controls()
	if err != nil {
		p.add("%s: %v", where, err)
		return
	}
	p.need(len(controls) > 0, "%s.elements: are missing", where)
	p.need(len(controls) <= maxElements, "%s.elements: there are %d, at most %d are allowed", where, len(controls), maxElements)
	for i, e := range controls {
		p.control(where+".elements["+strconv.Itoa(i)+"]", e, actions)
	}
}

func (p *problems) control(where string, e element, actions *unique) {
	if e.Type == "image" {
		p.image(where, e.ImageURL, e.AltText)
		return
	}
	actions.add(where, e.ActionID)
	switch e.Type {
	case typeButton:
		p.need(e.Text != nil, "%s.text: is missing", where)
		p.text(where+".text", e.Text, "plain_text", maxLabel)
		p.length(where+".value", e.Value, 0, maxValue)
		p.length(where+".url", e.URL, 0, maxURL)
		p.length(where+".accessibility_label", e.AccessibilityLabel, 0, maxAccessibility)
		p.need(e.Style == "" || e.Style == "primary" || e.Style == "danger", "%s.style: %q is none", where, e.Style)
	case typeSelect:
		p.text(where+".placeholder", e.Placeholder, "plain_text", maxPlaceholder)
		p.need(len(e.Options) > 0, "%s.options: are missing", where)
		p.need(len(e.Options) <= maxOptions, "%s.options: there are %d, at most %d are allowed", where, len(e.Options), maxOptions)
		for i, o := range e.Options {
			at := where + ".options[" + strconv.Itoa(i) + "]"
			p.need(o.Text != nil, "%s.text: is missing", at)
			p.text(at+".text", o.Text, "plain_text", maxLabel)
			p.text(at+".description", o.Description, "plain_text", maxLabel)
			p.length(at+".value", o.Value, 1, maxOptionValue)
		}
	default:
		p.add("%s.type: %q is no control that the fake knows", where, e.Type)
	}
}

func (p *problems) image(where, url, alt string) {
	p.length(where+".image_url", url, 1, maxURL)
	p.length(where+".alt_text", alt, 1, maxAltText)
}

// rich holds a part of a rich text against the rules that are known of it.
func (p *problems) rich(where string, raw []byte) {
	var part richPart
	if err := json.Unmarshal(raw, &part); err != nil {
		p.add("%s: %v", where, err)
		return
	}
	switch part.Type {
	case "rich_text_section", "rich_text_preformatted", "rich_text_quote", "rich_text_list":
		for i, raw := range part.Elements {
			p.rich(where+".elements["+strconv.Itoa(i)+"]", raw)
		}
	case "text":
		p.need(part.Text != "", "%s.text: is empty", where)
	case "user":
		p.need(part.UserID != "", "%s.user_id: is missing", where)
	case "emoji":
		p.need(part.Name != "", "%s.name: is missing", where)
	case "link", "date":
	case "broadcast", "usergroup":
		p.add("%s: notifies many at once", where)
	default:
		p.add("%s.type: %q is none that the fake knows", where, part.Type)
	}
}
