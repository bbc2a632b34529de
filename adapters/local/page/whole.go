package page

import (
	"strings"
	"time"
)

// waits are the times by which the clock can be moved.
var waits = [...]time.Duration{time.Minute, 15 * time.Minute, time.Hour, 25 * time.Hour, 7 * 24 * time.Hour}

// whole draws a page.
func (s *server) whole(at seat) *markup {
	list, last, _ := s.Adapter.Changes(at.reader, at.place, 0)
	m, says := new(markup), at.says
	m.WriteString("<!doctype html>\n")
	m.open("html", "lang", says.Tag, "data-colors", at.colors)
	m.open("head")
	m.open("meta", "charset", "utf-8")
	m.element("title", "#"+at.place.Channel+" · Othello")
	m.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
	m.open("meta", "name", "color-scheme", "content", "light dark")
	m.open("link", "rel", "stylesheet", "href", "/page.css")
	m.open("link", "rel", "icon", "href", "/tile/blk.png")
	m.element("script", "", "src", "/page.js", "defer", "")
	m.close("head")
	m.open("body", "data-events", at.address("/events", "after", itoa(last)), "data-complete", at.address("/complete"))
	m.open("header", "class", "bar")
	m.element("h1", "#"+at.place.Channel)
	m.open("details")
	m.element("summary", says.Settings)
	s.settings(m, at)
	m.close("details")
	m.close("header")
	m.open("main", "id", "log", "aria-label", says.Messages)
	for _, one := range list {
		if !one.Gone {
			m.message(one, at)
		}
	}
	m.close("main")
	m.element("div", "", "id", "live", "class", "away", "aria-live", "polite")
	m.open("footer", "class", "bar", "id", "end")
	s.entry(m, at)
	m.close("footer")
	m.close("body")
	m.close("html")
	return m
}

// settings draws the forms by which one chooses who one is, and where and how.
func (s *server) settings(m *markup, at seat) {
	says := at.says
	list := func(label, name string, options func()) {
		m.open("label")
		m.text(label)
		m.open("select", "name", name)
		options()
		m.close("select")
		m.close("label")
	}
	m.open("form", "method", "get", "action", "/")
	for _, f := range [][3]string{{says.Name, "as", at.name}, {says.Channel, "in", at.place.Channel}} {
		m.open("label")
		m.text(f[0])
		m.open("input", "name", f[1], "value", f[2], "maxlength", "32", "required", "")
		m.close("label")
	}
	list(says.Language, "lang", func() {
		for _, l := range s.Languages {
			m.option(l.Tag, l.Name, l.Tag == says.Tag, "lang", l.Tag)
		}
	})
	list(says.Limits, "on", func() {
		for _, l := range s.Looks {
			m.option(l.Platform, l.Name, l.Platform == at.place.Platform)
		}
	})
	list(says.Colors, "colors", func() {
		for _, c := range [][2]string{{"", says.Auto}, {"light", says.Light}, {"dark", says.Dark}} {
			m.option(c[0], c[1], c[0] == at.colors)
		}
	})
	m.open("label", "class", "switch")
	attributes := []string{"type", "checkbox", "role", "switch", "name", "mod", "value", "1"}
	if at.moderator {
		attributes = append(attributes, "checked", "")
	}
	m.open("input", attributes...)
	m.text(" " + says.Moderator)
	m.close("label")
	m.element("button", says.Apply, "class", "primary")
	m.close("form")
	if s.Play != nil {
		return
	}
	m.open("form", "method", "post", "action", at.address("/say"), "data-live", "")
	list(says.Wait, "say", func() {
		for _, w := range waits {
			written := strings.Replace(strings.TrimSuffix(w.String(), "0s"), "h0m", "h", 1)
			m.option("(wait "+written+")", says.Lasts(w), false)
		}
	})
	m.element("button", "OK")
	m.close("form")
}

// entry draws the field to write into, or what leads through a script.
func (s *server) entry(m *markup, at seat) {
	says := at.says
	if s.Play == nil {
		m.open("form", "method", "post", "action", at.address("/say"), "data-live", "")
		m.element("label", says.Write, "class", "away", "for", "say")
		m.open("input", "id", "say", "name", "say", "list", "choices", "autocomplete", "off", "placeholder", says.Write+": d3, help, start", "maxlength", itoa(maxSaid), "required", "")
		m.element("datalist", "", "id", "choices")
		m.element("button", says.Send, "class", "primary")
		m.close("form")
		return
	}
	m.open("form", "method", "post", "action", at.address("/step"))
	m.open("span", "class", "next")
	m.text(s.Play.Name)
	var off []string
	if next := s.Play.Next(); next != "" {
		m.text(" · ")
		m.element("code", next)
	} else {
		off = []string{"disabled", ""}
	}
	m.close("span")
	m.element("button", says.NextLine, append(off, "class", "primary")...)
	m.element("button", says.AllLines, append(off, "name", "all", "value", "1")...)
	m.close("form")
}
