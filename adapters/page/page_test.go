package page_test

import (
	"bufio"
	"context"
	"encoding/xml"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// The first visitor finds a new game, and later visitors find the same game.
func TestOpening(t *testing.T) {
	c := newChannel(t, func(c *page.Config) { c.Opening = []string{"board", "start"} })
	for range 2 {
		if text := c.get("/?lang=ja"); strings.Count(text, "<article") != 1 {
			t.Errorf("the page shows\n%s", text)
		}
	}
	if got := c.last(); len(c.bot.actions) != 1 || got.Locale != "ja" || !got.Direct || got.User.ID != "you" {
		t.Errorf("the bot is asked %+v", c.bot.actions)
	}
	if text := c.get("/?in=den"); strings.Contains(text, "<article") {
		t.Errorf("another channel shows\n%s", text)
	} else if !strings.Contains(text, `<option value="(wait 168h)">for 168h0m0s</option>`) {
		t.Errorf("there is no week to let pass in\n%s", text)
	}
}

func TestPressing(t *testing.T) {
	c := newChannel(t)
	c.post("/say?as=ana&in=den&mod=1&lang=ja", "say", "board")
	if a := c.last(); a.User.ID != "ana" || a.Place.Channel != "den" || !a.Moderator || a.Locale != "ja" || a.Place.Platform != local.Platform {
		t.Errorf("the typed line gives %+v", a)
	}
	text := c.get("/?as=ana&in=den")
	ref := c.match(text, `id="m(\d+)" class="bot"`)[1]
	for name, form := range map[string][]string{
		"play d3": {"control", c.match(text, `<button name="control" value="(\d+)" class="leg" data-key="d3" aria-label="d3 playable">`)[1]},
		"resign":  {"control", c.match(text, `value="(\d+)" class="danger">Resign<`)[1]},
		"play c4": {"control", c.match(text, `<button name="control" value="(option\d+)">OK`)[1], "option1", c.match(text, `<option value="(\d+)">c4\x{2003}flips 1<`)[1]},
	} {
		if c.post("/press?as=ana&in=den", append(form, "message", ref)...); c.last().Control != name || c.last().Message != chat.MessageRef(ref) {
			t.Errorf("%v presses %+v, want %q", form, c.last(), name)
		}
	}
	if c.post("/press?as=ana&in=den", "message", ref, "command", "move d3"); c.last().Tokens == nil || c.last().Tokens[0].Text != "move d3" {
		t.Errorf("a command in a text says %+v", c.last())
	}
	asked := len(c.bot.actions)
	for _, control := range []string{"-1", "3", "99", "x", "option1", "option7", ""} {
		c.post("/press?as=ana&in=den", "message", ref, "control", control)
	}
	c.post("/press?as=ana&in=local", "message", ref, "control", "0")
	if len(c.bot.actions) != asked || !strings.Contains(c.get("/?as=ana&in=den"), "no such button") {
		t.Errorf("missing controls press %+v", c.bot.actions[asked:])
	}
	for _, square := range []string{`class="emp" data-key="a1" aria-label="a1 empty"`, `class="wht" data-key="d4" aria-label="d4 White"`, `class="leg" data-key="f5" aria-label="f5 playable"`} {
		if want := `aria-disabled="true" tabindex="-1" ` + square; !strings.Contains(text, want) {
			t.Errorf("there is no %s", want)
		}
	}
}

// Pressing an illegal square is refused like a typed move, but adds no line of the user to the page. The
// squares of a board in a whisper cannot be pressed.
func TestPressingWrongSquares(t *testing.T) {
	c := newChannel(t)
	c.post("/say", "say", "board")
	text := c.get("/")
	ref, square := c.match(text, `id="m(\d+)" class="bot"`)[1], c.match(text, `<button name="square" value="(\w+)" aria-disabled="true" tabindex="-1" class="wht" data-key="d4"`)[1]
	c.bot.answers["move d4"] = chat.Effect{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say("taken")}}
	c.post("/press", "message", ref, "square", square)
	if text := c.get("/"); len(c.last().Tokens) != 1 || c.last().Tokens[0].Text != "move d4" || !strings.Contains(text, "taken") || strings.Contains(text, ">move d4<") {
		t.Errorf("the bot is asked %+v, and the page shows\n%s", c.last(), text)
	}
	c.bot.answers["hint"] = chat.Effect{Kind: chat.Whisper, Message: board}
	c.post("/say?in=den", "say", "hint")
	if text := c.get("/?in=den"); strings.Contains(text, `name="square"`) || !strings.Contains(text, `<button type="button" aria-disabled="true" tabindex="-1" class="wht"`) {
		t.Errorf("a private board is\n%s", text)
	}
}

// Only its reader sees a whisper, presses its buttons, submits its form or gets its picture.
func TestWhispers(t *testing.T) {
	c := newChannel(t)
	picture := render.Diagram{View: render.View{Position: rules.Start(), Last: rules.NoSquare}, Better: rules.NoSquare}
	secret := board
	secret.Picture = &chat.Picture{Image: picture, Alt: chat.Say("a board")}
	c.bot.answers["hint"] = chat.Effect{Kind: chat.Whisper, Message: secret}
	c.bot.answers["load"] = chat.Effect{Kind: chat.OpenForm, Form: &chat.Form{Verb: "load", Argument: "moves", Title: "Load", Label: "Moves", Submit: "Go"}}
	c.post("/say?as=ana", "say", "hint")
	c.post("/say?as=ana", "say", "load")
	text := c.get("/?as=ana")
	hint, load := c.match(text, `id="m(\d+)" class="bot only"`)[1], c.match(text, `class="ask"[^>]*>\s*<input type="hidden" name="message" value="(\d+)"`)[1]
	if file := c.get("/picture?as=ana&message=" + hint); !strings.HasPrefix(file, "\x89PNG") {
		t.Errorf("the picture is %.20q", file)
	}
	if text := c.get("/?as=bo"); strings.Contains(text, "<article") {
		t.Errorf("to another the page shows\n%s", text)
	}
	asked := len(c.bot.actions)
	c.post("/press?as=bo", "message", hint, "control", "0")
	c.post("/fill?as=bo", "message", load, "text", "f5")
	if w := c.ask(request("GET", "/picture?as=bo&message="+hint, nil)); w.Code != http.StatusNotFound || len(c.bot.actions) != asked {
		t.Errorf("another user gets the picture: %d; the bot received %+v", w.Code, c.bot.actions[asked:])
	}
	c.post("/fill?as=ana", "message", load, "text", "f5d6")
	if a := c.last(); a.Verb != "load" || len(a.Args) != 1 || a.Args[0] != (chat.Argument{Name: "moves", Value: chat.Token{Text: "f5d6"}}) {
		t.Errorf("the form sends %+v", a)
	}
	if c.post("/fill?as=ana", "message", load, "text", "f5d6"); len(c.bot.actions) != asked+1 {
		t.Errorf("sent again the form sends %+v", c.last())
	}
}

// A picture of a board is drawn as a board, which people can hear. Other pictures are images; a moving one has
// a still for people who do not want motion.
func TestPictures(t *testing.T) {
	start := render.View{Position: rules.Start(), Hints: rules.SetOf(rules.Start().Legal().First()), Last: rules.NoSquare}
	better, err := rules.ParseSquare("e6")
	if err != nil {
		t.Fatal(err)
	}
	diagram := render.Diagram{View: start, Better: better, Colors: render.ColorsNight}
	for want, p := range map[string]render.Picture{
		`class="leg" data-key="d3"[\s\S]*class="emp better" data-key="e6"`:                        diagram,
		`class="night"[\s\S]*<caption class="away">in words</caption>`:                            diagram,
		`class="night"[\s\S]*class="wht" data-key="d4"`:                                           render.Card{Board: diagram},
		`<picture><img src="/picture\?[^"]+" alt="in words"></picture>`:                           render.Curve{Leads: []int8{0, 1}},
		`<picture><source media="\(prefers-reduced-motion: reduce\)" srcset="[^"]+;still=1"><img`: render.Replay{Start: rules.Start()},
	} {
		c := newChannel(t)
		c.bot.answers["show"] = chat.Effect{Kind: chat.Post, Message: chat.Message{Picture: &chat.Picture{Image: p, Alt: chat.Say("in words")}}}
		c.post("/say", "say", "show")
		text := c.get("/")
		c.match(text, want)
		if _, image := p.(render.Card); image && strings.Contains(text, "<img") {
			t.Errorf("a card is an image, too, in\n%s", text)
		}
		if _, moves := p.(render.Replay); !moves {
			continue
		}
		ref := c.match(text, `id="m(\d+)" class="bot"`)[1]
		for address, want := range map[string]string{"": "GIF8", "&still=1": "\x89PNG"} {
			if file := c.get("/picture?message=" + ref + address); !strings.HasPrefix(file, want) {
				t.Errorf("with %q the picture is %.20q", address, file)
			}
		}
	}
}

// A board shows where a control can be pressed, even if nothing else marks the square.
func TestControlsAreMarked(t *testing.T) {
	c := newChannel(t)
	unmarked := board
	unmarked.Board = &chat.Board{View: render.View{Position: rules.Start(), Last: rules.NoSquare}}
	c.bot.answers["puzzle"] = chat.Effect{Kind: chat.Whisper, Message: unmarked}
	c.post("/say", "say", "puzzle")
	text := c.get("/")
	c.match(text, `<button name="control" value="\d+" class="leg" data-key="d3"`)
	c.match(text, `class="emp" data-key="f5"`)
}

// hostileTexts are lines that try to become markup or to hide part of their text.
var hostileTexts = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onmouseover='alert(1)`, `</form><form action=//evil.example>`,
	`</template><svg onload=alert(1)>`, `javascript:alert(1)`, `{{.}}`, `&lt;b&gt;`, "\u202eevil\u202c", "\x00\x1b[2J", "]]>", "<!--", "`${alert(1)}`",
	"https://evil.example/", "<@everyone> @here", "line\nbreak\revent: gone",
}

// No typed or said text becomes markup or links to another host.
func TestHostileText(t *testing.T) {
	for _, bad := range hostileTexts {
		c := newChannel(t)
		m := chat.Message{
			Text:    chat.Say(bad, chat.BoldOf(bad), chat.CodeOf(bad), chat.BlockOf(bad), chat.CommandOf(bad), chat.MentionOf(local.UserID(bad)), chat.NameOf(local.UserID(bad)), chat.LinkOf(bad, chat.Link{Place: here, Message: chat.MessageRef(bad)})),
			Spoken:  chat.Say(bad),
			Aside:   chat.Say(bad),
			Footers: []chat.Text{chat.Say(bad)},
			Picture: &chat.Picture{Image: render.Replay{Start: rules.Start()}, Alt: chat.Say(bad)},
			Controls: []chat.Row{
				{Buttons: []chat.Button{{Label: bad, Action: bad}}}, {Select: &chat.Select{Placeholder: bad, Options: []chat.Option{{Label: bad, Detail: bad, Action: bad}}}},
			},
		}
		c.bot.answers["all"] = chat.Effect{Kind: chat.Post, Message: m}
		c.bot.answers["form"] = chat.Effect{Kind: chat.OpenForm, Message: m, Form: &chat.Form{Verb: bad, Argument: bad, Title: bad, Label: bad, Submit: bad, Long: true}}
		for _, said := range []string{"all", "form", bad} {
			c.post("/say", "say", said)
		}
		checkMarkup(t, bad, c.get("/"))
		if w := c.ask(request("GET", "/?as="+url.QueryEscape(bad), nil)); w.Code != http.StatusBadRequest {
			t.Errorf("%q may be a name", bad)
		}
	}
}

// checkMarkup fails the test if a page has scripts, handlers, styles or links that could come from bad.
func checkMarkup(t *testing.T, bad, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	scripts := 0
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("with %q the page is no whole: %v", bad, err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if e.Name.Local == "script" {
			scripts++
		}
		for _, a := range e.Attr {
			switch name := a.Name.Local; {
			case strings.HasPrefix(name, "on") && name != "on", name == "style", name == "srcdoc":
				t.Errorf("with %q there is %s=%q", bad, name, a.Value)
			case slices.Contains([]string{"src", "href", "action", "formaction", "data-events", "data-complete"}, name):
				if !strings.HasPrefix(a.Value, "/") || strings.HasPrefix(a.Value, "//") {
					t.Errorf("with %q %s leads to %q", bad, name, a.Value)
				}
			}
		}
		if slices.Contains([]string{"svg", "iframe", "object", "embed", "base", "template"}, e.Name.Local) {
			t.Errorf("with %q there is <%s>", bad, e.Name.Local)
		}
	}
	if scripts != 1 {
		t.Errorf("with %q there are %d scripts", bad, scripts)
	}
	if strings.ContainsAny(text, "\u202e\x00\x1b\r") {
		t.Errorf("with %q the page has characters that hide others", bad)
	}
}

// flushed is a [http.ResponseWriter] that can be flushed.
type flushed struct {
	io.Writer
	header http.Header
	code   int
}

func (f *flushed) Header() http.Header { return f.header }
func (f *flushed) WriteHeader(c int)   { f.code = c }
func (f *flushed) Flush()              {}

// follow opens a stream and returns its events, until ctx ends.
func (c *channel) follow(ctx context.Context, address, last string, change ...func(*http.Request)) <-chan string {
	reader, writer := io.Pipe()
	r := request("GET", address, nil).WithContext(ctx)
	for _, f := range change {
		f(r)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	go func() {
		c.handler.ServeHTTP(&flushed{Writer: writer, header: http.Header{}}, r)
		writer.Close()
	}()
	events := make(chan string, 100)
	go func() {
		defer close(events)
		event := ""
		for lines := bufio.NewScanner(reader); lines.Scan(); {
			switch line := lines.Text(); {
			case line == "" && event != "":
				events <- event
				event = ""
			case line != "" && line[0] != ':':
				event += line + "\n"
			}
		}
	}()
	return events
}

// An open page receives new, changed and removed messages; whispers reach only their reader. A page
// that reconnects receives the changes that it missed.
func TestStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChannel(t)
		c.bot.answers["whisper"] = chat.Effect{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say("psst")}}
		ctx, stop := context.WithCancel(t.Context())
		events := c.follow(ctx, "/events?as=ana&after=0", "")
		next := func(events <-chan string, want ...string) {
			t.Helper()
			synctest.Wait()
			for _, part := range want {
				select {
				case e := <-events:
					if !strings.Contains(e, part) {
						t.Errorf("the event is %q, want %q in it", e, part)
					}
				default:
					t.Errorf("there is no event with %q", part)
				}
			}
			if len(events) > 0 {
				t.Errorf("there is %q, too", <-events)
			}
		}
		post := func(e chat.Effect) { c.adapter.Deliver(t.Context(), here, chat.Response{Effects: []chat.Effect{e}}) }
		post(chat.Effect{Kind: chat.Post, Message: board})
		next(events, "id: 1\ndata: <article id=\"m0\"")
		post(chat.Effect{Kind: chat.Edit, Ref: "0", Message: chat.Message{Text: chat.Say("two\nlines")}})
		next(events, "<div class=\"text\">two\ndata: lines</div>")
		c.post("/say?as=bo", "say", "whisper")
		next(events)
		post(chat.Effect{Kind: chat.Remove, Ref: "0"})
		next(events, "event: gone\nid: 5\ndata: m0")
		stop()
		synctest.Wait()
		post(chat.Effect{Kind: chat.Post, Message: chat.Message{Text: chat.Say("missed")}})
		again, stop := context.WithCancel(t.Context())
		next(c.follow(again, "/events?as=ana&after=0", "5"), "missed")
		next(c.follow(again, "/events?as=bo&after=2", ""), "gone", "whisper", "psst", "missed")
		stop()
		synctest.Wait()
	})
}

// The number of streams is limited, and no stream outlives Done.
func TestStreamsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChannel(t)
		for range 32 {
			c.follow(t.Context(), "/events", "")
		}
		synctest.Wait()
		if w := c.ask(request("GET", "/events", nil)); w.Code != http.StatusServiceUnavailable {
			t.Errorf("one more is answered %d", w.Code)
		}
		close(c.done)
		synctest.Wait()
		if w := c.ask(request("GET", "/events", nil)); w.Code != http.StatusOK {
			t.Errorf("after the end a stream is answered %d", w.Code)
		}
	})
}

func TestComplete(t *testing.T) {
	c := newChannel(t)
	for typed, want := range map[string]string{
		"m":                `<option value="move">Play a square.</option>`,
		"/othello M":       `<option value="/othello move">Play a square.</option>`,
		"move d":           `<option value="move d3"></option>`,
		"settings n":       `<option value="settings now"></option>`,
		"settings p":       `<option value="settings pings:"></option>`,
		"settings pings:l": `<option value="settings pings:late"></option>`,
		"x":                ``,
		"x y":              ``,
	} {
		if got := c.get("/complete?typed=" + strings.ReplaceAll(typed, " ", "+")); got != want {
			t.Errorf("%q is completed by %s, want %s", typed, got, want)
		}
	}
	if got := c.get("/complete?lang=ja&typed=mo"); !strings.Contains(got, "打つ") {
		t.Errorf("in Japanese it says %s", got)
	}
	if a := c.last(); a.Origin != chat.OriginCompletion || a.Verb != "move" || a.Focus != "square" || a.Args[0].Value.Text != "d" {
		t.Errorf("the bot is asked %+v", a)
	}
}

func TestSteps(t *testing.T) {
	script := page.NewScript("a.chat", "# hm\nana: one\n\tto #local, message 1:\n\t  reply\n\nbo#den: two\nana: three\n")
	c := newChannel(t, func(c *page.Config) { c.Play = script })
	c.adapter.Terminal = false
	w := c.ask(request("POST", "/step", nil))
	if got := w.Header().Get("Location"); got != "/?in=local#end" || script.Next() != "bo#den: two" {
		t.Errorf("the first step leads to %q, and then comes %q", got, script.Next())
	}
	if w = c.ask(request("POST", "/step", nil)); w.Header().Get("Location") != "/?in=den#end" {
		t.Errorf("the second leads to %q", w.Header().Get("Location"))
	}
	c.post("/step", "all", "1")
	if text := c.get("/?in=local"); !strings.Contains(text, ">one<") || !strings.Contains(text, ">three<") || strings.Contains(text, ">two<") || script.Next() != "" {
		t.Errorf("at the end the page is\n%s", text)
	}
}

// oneConnection is a listener that accepts the connections sent on the channel.
type oneConnection chan net.Conn

func (l oneConnection) Accept() (net.Conn, error) {
	if c, ok := <-l; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}
func (l oneConnection) Close() error   { return nil }
func (l oneConnection) Addr() net.Addr { return &net.TCPAddr{} }

type slow struct{ *toy }

func (b slow) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	time.Sleep(30 * time.Second)
	return b.toy.Handle(ctx, a)
}

// An answer may take longer than the server's write timeout. Otherwise the browser would get no
// answer and repeat the request.
func TestSlowAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newChannel(t)
		c.adapter.Handler = slow{c.bot}
		server := &http.Server{Handler: c.handler, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second}
		here, there := net.Pipe()
		listener := make(oneConnection, 1)
		listener <- there
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(listener) }()
		go func() {
			_ = request("POST", "http://127.0.0.1:8321/say?as=ana", url.Values{"say": {"board"}}).Write(here)
		}()
		answer, err := http.ReadResponse(bufio.NewReader(here), nil)
		if err != nil {
			t.Errorf("there is no answer: %v", err)
		} else if answer.StatusCode != http.StatusSeeOther || len(c.bot.actions) != 1 {
			t.Errorf("it is answered %d, and the bot asked %d times", answer.StatusCode, len(c.bot.actions))
		}
		_ = here.Close()
		close(listener)
		<-ended
		_ = server.Close()
		synctest.Wait()
	})
}

// If the engine moves next, the redirect waits for its move, 300 ms at most.
func TestEngineIsAwaited(t *testing.T) {
	for moves, want := range map[time.Duration]time.Duration{100 * time.Millisecond: 100 * time.Millisecond, time.Hour: 300 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			c := newChannel(t)
			c.bot.engine = true
			timer := time.AfterFunc(moves, func() {
				c.adapter.Deliver(context.Background(), here, chat.Response{Effects: []chat.Effect{{Kind: chat.Post, Message: board}}})
			})
			defer timer.Stop()
			began := time.Now()
			if c.post("/say?as=ana", "say", "board"); time.Since(began) != want {
				t.Errorf("an engine that moves after %v is awaited for %v", moves, time.Since(began))
			}
		})
	}
}
