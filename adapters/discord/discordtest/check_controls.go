package discordtest

import "slices"

// What controls may be,
// https://docs.discord.com/developers/components/reference.
const (
	maxRows        = 5
	maxButtons     = 5 // in a row
	maxLabel       = 80
	maxCustomID    = 100
	maxPlaceholder = 150
	maxOptions     = 25
	maxOptionText  = 100
	lastStyle      = 4 // of those that are pressed
)

func (k *checker) rows(rows []any) {
	k.wants(len(rows) <= maxRows, "there are %d rows, want at most %d", len(rows), maxRows)
	seen := []string{}
	for _, r := range rows {
		row := objectOf(r)
		if numberOf(row["type"]) != actionRow {
			k.breaks("a component of type %v is not in a row", row["type"])
			continue
		}
		k.fields("a row", row, "type", "components")
		controls := listOf(row["components"])
		buttons, selects := 0, 0
		for _, c := range controls {
			control := objectOf(c)
			switch kind := numberOf(control["type"]); {
			case kind == button:
				buttons++
				k.button(control)
			case kind == stringSelect:
				selects++
				k.options(control)
			default:
				k.breaks("a component of type %v is in a row", control["type"])
			}
			if id := textOf(control["custom_id"]); id != "" {
				k.length("a custom_id", id, 1, maxCustomID)
				k.wants(!slices.Contains(seen, id), "the custom_id %q is there twice", id)
				seen = append(seen, id)
			}
		}
		k.wants(len(controls) > 0, "a row is empty")
		k.wants(buttons <= maxButtons, "a row has %d buttons, want at most %d", buttons, maxButtons)
		k.wants(selects == 0 || selects == 1 && buttons == 0, "a row has a select and something else")
	}
}

func (k *checker) button(b object) {
	k.fields("a button", b, "type", "style", "label", "custom_id")
	k.length("the label of a button", b["label"], 1, maxLabel)
	style := numberOf(b["style"])
	k.wants(style >= 1 && style <= lastStyle, "a button has the style %v", b["style"])
	k.wants(textOf(b["custom_id"]) != "", "a button has no custom_id")
}

func (k *checker) options(s object) {
	k.fields("a select", s, "type", "custom_id", "options", "placeholder")
	k.wants(textOf(s["custom_id"]) != "", "a select has no custom_id")
	k.length("the placeholder of a select", s["placeholder"], 0, maxPlaceholder)
	all, values := listOf(s["options"]), []string{}
	k.wants(len(all) >= 1 && len(all) <= maxOptions, "a select has %d options, want 1 to %d", len(all), maxOptions)
	for _, one := range all {
		o := objectOf(one)
		k.fields("an option of a select", o, "label", "value", "description")
		k.length("the label of an option", o["label"], 1, maxOptionText)
		k.length("the value of an option", o["value"], 1, maxOptionText)
		if o["description"] != nil {
			k.length("the description of an option", o["description"], 1, maxOptionText)
		}
		value := textOf(o["value"])
		k.wants(!slices.Contains(values, value), "a select has the value %q twice", value)
		values = append(values, value)
	}
}
