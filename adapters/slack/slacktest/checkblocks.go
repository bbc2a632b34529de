package slacktest

import (
	"encoding/json"
	"strconv"
)

func (p *problems) block(where string, b block, actions *unique) {
	switch b.Type {
	case "section":
		p.need(b.Text != nil, "%s.text: is missing", where)
		p.text(where+".text", b.Text, "", maxTextObject)
	case "context":
		p.context(where, b)
	case "actions":
		p.actions(where, b, actions)
	case "image":
		p.length(where+".image_url", b.ImageURL, 1, maxURL)
		p.length(where+".alt_text", b.AltText, 1, maxAltText)
	case "data_visualization":
		p.chart(where, b)
	case "divider":
	default:
		p.add("%s.type: %q is none that the fake knows", where, b.Type)
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
	actions.add(where, e.ActionID)
	switch e.Type {
	case typeButton:
		p.need(e.Text != nil, "%s.text: is missing", where)
		p.text(where+".text", e.Text, "plain_text", maxLabel)
		p.length(where+".value", e.Value, 0, maxValue)
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
