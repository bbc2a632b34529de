package bot_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app"
	"othellobot/words"
)

// TestPage checks that after each line of a transcript, the page shows the same messages as the text
// channel. A picture that only the page can show replaces the board.
func TestPage(t *testing.T) {
	files, err := filepath.Glob("testdata/*.chat")
	noError(t, err)
	for i, file := range files {
		if i%4 != 0 || testing.Short() && i%8 != 0 {
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			t.Parallel()
			script, err := os.ReadFile(file)
			noError(t, err)
			synctest.Test(t, func(t *testing.T) { stepThrough(t, string(script)) })
		})
	}
}

func stepThrough(t *testing.T, script string) {
	var out, log bytes.Buffer
	adapter := scripted(t, script, configuration(words.Load()), func(b *bot.Bot) chat.Handler { return b }, &out, &log)
	steps := page.NewScript("", script)
	shown := pageOf(t, page.New(page.Config{
		Adapter: adapter, Token: "t", Port: "80", Looks: []page.Look{{Platform: local.Platform}}, Play: steps,
		Says: app.PageSentences(words.Load()),
	}))
	told, channels := &transcript{posts: make(map[string][]string)}, []string{local.Platform}
	for _, in := range regexp.MustCompile(`(?m)^[\pL\p{Nd}_-]+\*?#([\pL\p{Nd}_-]+):`).FindAllStringSubmatch(script, -1) {
		if !slices.Contains(channels, in[1]) {
			channels = append(channels, in[1])
		}
	}
	pictured := strings.HasPrefix(script, withPictures)
	same := func(text, page string) bool {
		if !pictured && pictureForm.MatchString(page) {
			text, page = boardForm.ReplaceAllString(text, ""), pictureForm.ReplaceAllString(page, "")
		}
		return text == page
	}
	before := make(map[string]article)
	for steps.Next() != "" {
		line := steps.Next()
		shown.ask("POST", "/step", nil)
		adapter.Deliver(t.Context(), chat.Place{}, chat.Response{}) // writes the pending text
		told.read(t, out.String())
		out.Reset()
		now := make(map[string]article)
		for _, channel := range channels {
			var posts []string
			for _, a := range shown.articles(channel) {
				switch now[channel+a.id] = a; {
				case a.reader == "":
					posts = append(posts, a.body)
				case a.body != before[channel+a.id].body && !slices.ContainsFunc(told.whispers, func(w onlyTo) bool { return w.reader == a.reader && same(w.body, a.body) }):
					t.Errorf("after %q the page shows to %s alone\n%s\nbut the text channel whispered %q", line, a.reader, a.body, told.whispers)
				}
			}
			living := told.living(channel)
			living = living[max(0, len(living)-len(posts)):]
			for i, body := range posts {
				if i < len(living) && same(living[i], body) {
					posts[i] = living[i]
				}
			}
			if diff := cmp.Diff(living, posts); diff != "" {
				t.Errorf("after %q the page differs from the text channel (-text +page):\n%s", line, diff)
			}
		}
		for i, w := range told.whispers {
			again := slices.ContainsFunc(told.whispers[i+1:], func(later onlyTo) bool { return later.reader == w.reader })
			on := func(a article) bool { return a.reader == w.reader && same(w.body, a.body) }
			if found := slices.ContainsFunc(slices.Collect(maps.Values(now)), on); !found && !again {
				t.Errorf("after %q the page does not show %q", line, w)
			}
		}
		before = now
		if t.Failed() {
			return
		}
	}
	if log.Len() > 0 {
		t.Errorf("something went wrong: %s", &log)
	}
}

type transcript struct {
	posts    map[string][]string // by channel; empty for a removed message
	whispers []onlyTo            // since the last line
}

type onlyTo struct{ reader, body string }

func (s *transcript) living(channel string) []string {
	var list []string
	for _, body := range s.posts[channel] {
		if body != "" {
			list = append(list, body)
		}
	}
	return list
}

var (
	replyForm   = regexp.MustCompile(`^(?:to #(\S+), message (\d+)|edits message (\d+) in #(\S+)|only to (\S+)):$|^removes message (\d+) in #(\S+)$`)
	pictureForm = regexp.MustCompile(`(?m)^!\[(.*)\](?:\(.*\))?\n`)
	boardForm   = regexp.MustCompile(`(?m)^   a b c d e f g h\n(?:[1-8] .*\n){8}`)
)

func (s *transcript) read(t *testing.T, text string) {
	t.Helper()
	s.whispers = nil
	var head []string
	var body strings.Builder
	finish := func() {
		if head == nil {
			return
		}
		said := body.String()
		if pictureForm.MatchString(said) { // the picture replaces the board
			said = boardForm.ReplaceAllString(pictureForm.ReplaceAllString(said, "![$1]\n"), "")
		}
		s.note(t, head, said)
		body.Reset()
		head = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if rest, ok := strings.CutPrefix(line, "\t  "); ok {
			body.WriteString(rest + "\n")
			continue
		}
		finish()
		if rest, ok := strings.CutPrefix(line, "\t"); ok {
			if head = replyForm.FindStringSubmatch(rest); head == nil {
				t.Fatalf("what is %q?", line)
			}
		}
	}
	finish()
}

func (s *transcript) note(t *testing.T, head []string, body string) {
	t.Helper()
	number := 0
	at := func(channel, n string) *string {
		fmt.Sscan(n, &number)
		for len(s.posts[channel]) < number {
			s.posts[channel] = append(s.posts[channel], "")
		}
		return &s.posts[channel][number-1]
	}
	switch {
	case head[1] != "":
		*at(head[1], head[2]) = body
	case head[4] != "":
		*at(head[4], head[3]) = body
	case head[5] != "":
		s.whispers = append(s.whispers, onlyTo{head[5], body})
	default:
		*at(head[7], head[6]) = ""
	}
}

type browser struct {
	t       *testing.T
	handler http.Handler
	cookie  string
}

func pageOf(t *testing.T, h http.Handler) *browser {
	a := &browser{t: t, handler: h}
	a.cookie, _, _ = strings.Cut(a.ask("GET", "/?token=t", nil).Header().Get("Set-Cookie"), ";")
	return a
}

func (a *browser) ask(method, address string, form url.Values) *httptest.ResponseRecorder {
	a.t.Helper()
	r := httptest.NewRequest(method, address, strings.NewReader(form.Encode()))
	r.Host = "localhost"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Cookie", a.cookie)
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	if w.Code >= 400 {
		a.t.Fatalf("%s %s is answered %d: %s", method, address, w.Code, w.Body)
	}
	return w
}

type article struct{ id, reader, body string }

type element struct {
	XMLName xml.Name
	Attr    []xml.Attr `xml:",any,attr"`
	text    string
	inside  []*element
}

func (e *element) attr(name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) each(name string, yield func(*element)) {
	for _, in := range e.inside {
		if in.XMLName.Local == name {
			yield(in)
		}
		in.each(name, yield)
	}
}

func (e *element) said() string {
	var text strings.Builder
	for _, in := range e.inside {
		if in.XMLName.Local != "pre" {
			text.WriteString(in.text + in.said())
			continue
		}
		if text.Len() > 0 && !strings.HasSuffix(text.String(), "\n") {
			text.WriteByte('\n')
		}
		text.WriteString(in.said() + "\n")
	}
	return text.String()
}

func (a *browser) articles(channel string) (list []article) {
	decoder := xml.NewDecoder(a.ask("GET", "/?in="+url.QueryEscape(channel), nil).Body)
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	root := &element{}
	open := []*element{root}
	for {
		token, err := decoder.Token()
		if token == nil {
			if len(open) != 1 {
				a.t.Fatalf("the page ends within %d elements: %v", len(open)-1, err)
			}
			break
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{XMLName: token.Name, Attr: slices.Clone(token.Attr)}
			last.inside = append(last.inside, e)
			open = append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.inside = append(last.inside, &element{text: string(token)})
		}
	}
	root.each("article", func(e *element) {
		if strings.HasPrefix(e.attr("class"), "bot") {
			list = append(list, written(e))
		}
	})
	return list
}

func written(e *element) article {
	a := article{id: e.attr("id")}
	e.each("small", func(small *element) {
		small.each("span", func(person *element) { a.reader = strings.TrimPrefix(person.said(), "@") })
	})
	var body strings.Builder
	line := func(text string) {
		if body.WriteString(text); text != "" && !strings.HasSuffix(text, "\n") {
			body.WriteByte('\n')
		}
	}
	e.each("form", func(form *element) {
		for _, in := range form.inside {
			switch {
			case in.XMLName.Local == "table":
				line(boardText(in))
			case in.XMLName.Local == "picture":
				in.each("img", func(image *element) { line("![" + image.attr("alt") + "]") })
			case in.attr("class") == "row":
				line(controlsText(in))
			case in.XMLName.Local == "div":
				line(in.said())
			}
		}
	})
	a.body = body.String()
	return a
}

// boardText reads a board from the labels of its squares, as a screen reader does.
func boardText(table *element) string {
	text, row := "   a b c d e f g h\n", 0
	pictured := ""
	table.each("caption", func(c *element) {
		if c.said() != "Board" {
			pictured = "![" + c.said() + "]\n"
		}
	})
	if pictured != "" { // the board is drawn in place of a picture of it
		return pictured
	}
	table.each("tr", func(tr *element) {
		cells := ""
		tr.each("button", func(b *element) {
			name, holds, _ := strings.Cut(b.attr("aria-label"), " ")
			if want := fmt.Sprintf("%c%d", 'a'+len(cells)/2, row); name != want {
				cells += " " + name + " instead of " + want
			}
			cells += " " + map[string]string{"Black": "X", "White": "O", "empty": "-", "can be played": "."}[holds]
		})
		if row++; cells != "" {
			text += fmt.Sprintf("%d %s\n", row-1, cells)
		}
	})
	return text
}

func controlsText(row *element) string {
	text := ""
	for _, in := range row.inside {
		switch in.XMLName.Local {
		case "button":
			if in.said() != "OK" {
				text += " [" + in.said() + "]"
			}
		case "select":
			text += " [" + in.attr("aria-label") + ":"
			in.each("option", func(o *element) {
				label, _, _ := strings.Cut(o.said(), "\u2003")
				text += " " + label
			})
			text += "]"
		}
	}
	return strings.TrimPrefix(text, " ")
}
