package page

import (
	"bytes"
	"html"
	"strconv"

	"othellobot/adapters/local"
)

// markup is HTML. What is put into it, as text or as the value of an attribute, is escaped, and
// what a browser would obey or hide is written out; names of elements and attributes are the
// package's own. html/template would have the
// linker keep every method there is, in a program that mostly runs without a page.
type markup struct{ bytes.Buffer }

// open begins an element. Attributes are names and values by turns.
func (m *markup) open(element string, attributes ...string) {
	m.WriteString("<" + element)
	for i := 0; i < len(attributes); i += 2 {
		m.WriteString(" " + attributes[i] + `="` + escape(attributes[i+1]) + `"`)
	}
	m.WriteByte('>')
}

func (m *markup) text(text string) { m.WriteString(escape(text)) }

func escape(text string) string { return html.EscapeString(local.Visible(text)) }

func (m *markup) close(element string) { m.WriteString("</" + element + ">") }

// element is a whole one around a text.
func (m *markup) element(element, text string, attributes ...string) {
	m.open(element, attributes...)
	m.text(text)
	m.close(element)
}

// option is one of a list, and may be the selected one.
func (m *markup) option(value, label string, selected bool, attributes ...string) {
	attributes = append([]string{"value", value}, attributes...)
	if selected {
		attributes = append(attributes, "selected", "")
	}
	m.element("option", label, attributes...)
}

func itoa(n int) string { return strconv.Itoa(n) }
