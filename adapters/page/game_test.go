package page_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
)

// player is a handler that shows one game. It counts the requests for pages.
type player struct {
	mu      sync.Mutex // guards the fields while pages are open
	message chat.Message
	version uint32
	fails   error
	takes   time.Duration // from reading the game to the answer
	asked   []chat.Action
	pressed []chat.Action
	answer  chat.Response // to presses
	sent    []delivered
	sits    func(chat.UserID) bool // whose page is shown; nil shows all
	joined  func()                 // called by a press; may be nil
}

// delivered holds the effects that the place of a game shows after a press.
type delivered struct {
	place   chat.Place
	effects []chat.Effect
}

func (p *player) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	r, err := p.read(a)
	time.Sleep(p.takes)
	return r, err
}

func (p *player) read(a chat.Action) (chat.Response, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	subject := chat.Subject{Place: den, Game: "abc", Slot: chat.SlotBoard, Version: p.version}
	if a.OnPage {
		p.pressed = append(p.pressed, a)
		if p.joined != nil {
			p.joined()
		}
		return p.answer, p.fails
	}
	if a.Verb != chat.VerbPage {
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Subject: subject}}}, nil
	}
	p.asked = append(p.asked, a)
	ended := len(a.Args) > 2 && a.Args[2].Value.Text != "5"
	if a.Place != den || a.Args[0].Value.Text != "abc" || p.fails != nil || ended || p.sits != nil && !p.sits(a.User) {
		return chat.Response{}, p.fails
	}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: p.message, Subject: subject}}}, nil
}

func (p *player) Draw(ctx context.Context, e chat.Effect) (chat.Response, error) {
	return p.Handle(ctx, chat.Action{})
}

func (p *player) Sent(context.Context, chat.Subject, chat.Outcome) (chat.Response, error) {
	return chat.Response{}, nil
}

var (
	den = chat.Place{Platform: "p", Team: "secret team", Channel: "den"}
	ana = chat.UserID{Platform: "p", Team: "t", ID: "U123"}
	bo  = chat.UserID{Platform: "p", Team: "t", ID: "U456"}
)

// shownGame returns a message that shows a game of two moves after the first.
func shownGame() chat.Message {
	square, _ := rules.ParseSquare("d3")
	p, _ := rules.Start().Play(square)
	view := render.View{Position: p, Last: square, Flipped: rules.Start().Flips(square)}
	named := func(u chat.UserID, color string) chat.Span {
		s := chat.NameOf(u)
		s.Text = color
		return s
	}
	return chat.Message{
		Text:    chat.Say(named(ana, "Black"), ": ", chat.BoldOf("d3"), ", flips d4."),
		Board:   &chat.Board{View: view},
		Picture: &chat.Picture{Image: render.Diagram{View: view, Better: rules.NoSquare}, Alt: chat.Say(named(ana, "Black"), " played d3.")},
		Line: &chat.Line{
			At: 1, Moves: []chat.Step{{Square: "d3", Mark: "??"}, {Square: "c5", White: true}},
			Sides: [2]chat.Text{chat.Say(named(ana, "Black")), chat.Say(named(bo, "White"))},
			Chart: &chat.Chart{Title: "Lead", Series: []chat.Series{{Values: []int{0, -4, 2}}}},
		},
	}
}

func seal(text string) string { return "s" + base64.RawURLEncoding.EncodeToString([]byte(text)) }

func unseal(token string) (string, bool) {
	text, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(token, "s"))
	return string(text), err == nil && strings.HasPrefix(token, "s")
}

func newGames(change ...func(*page.GamesConfig)) (*page.Games, *player, chat.Handler) {
	p := &player{message: shownGame(), version: 7}
	c := page.GamesConfig{
		URL: "https://bot.example/games", Seal: seal, Open: unseal, Says: says, Kept: time.Hour, Log: slog.New(slog.DiscardHandler),
		Sign: func(text string) string { return fmt.Sprint(crc32.ChecksumIEEE([]byte(text))) },
		Deliver: func(_ context.Context, at chat.Place, r chat.Response) {
			p.sent = append(p.sent, delivered{at, r.Effects})
		},
		Name: func(u chat.UserID) string { return map[chat.UserID]string{ana: "Ana <b>"}[u] },
		Image: func(tenant chat.Place, _ render.Picture) string {
			return "https://bot.example/picture/of?" + tenant.Team
		},
	}
	for _, f := range change {
		f(&c)
	}
	g := page.NewGames(c)
	return g, p, g.Watch(p)
}

// askGame requests a path of the public pages, which a proxy has stripped of the public path.
func askGame(g *page.Games, path string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", path, nil)
	r.Host = "bot.example"
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	g.Public().ServeHTTP(w, r)
	return w
}

func pathOf(g *page.Games) string {
	return strings.TrimPrefix(g.Address(den, "abc"), "https://bot.example/games")
}

// The page of a game shows the position, names, moves, curve and preview, and nothing about the place.
func TestGame(t *testing.T) {
	g, p, _ := newGames()
	path := pathOf(g)
	w := askGame(g, path+"?ply=1&lang=ja")
	text := w.Body.String()
	address := "/games" + path
	for _, want := range []string{
		`<html lang="ja"`, `<title>Ana &lt;b&gt; – White · Othello</title>`, `<meta property="og:title" content="Ana &lt;b&gt; – White · Othello">`,
		`<meta property="og:description" content="Ana &lt;b&gt;: d3, flips d4.">`, `<meta property="og:image" content="https://bot.example/picture/of?secret`,
		`<b>Ana &lt;b&gt;</b>: <b>d3</b>, flips d4.`, `class="bkl" data-key="d3" aria-label="d3 Black"`, `>Ana &lt;b&gt; played d3.</caption>`, `<output>4</output>`, `<output>1</output>`,
		`<a href="` + address + `?ply=1" data-step aria-current="true">d3<b>??</b></a>`, `<a href="` + address + `" data-step>c5</a>`,
		`href="` + address + `?ply=0" data-step data-key="first"`, `href="` + address + `?ply=0" data-step data-key="back"`,
		`href="` + address + `" data-step data-key="on"`, `href="` + address + `" data-step data-key="last"`,
		`d="M0 0L0 0L1 4L2 -2L2 0Z"`, `data-version="7"`, `data-live="` + address + `/live"`, `src="/games/g/page.js"`, `noindex`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	if strings.Contains(strings.ReplaceAll(text, "picture/of?secret", ""), "secret") || strings.Contains(text, "U123") || strings.Contains(text, "<b>\"") {
		t.Errorf("the page shows ids or markup:\n%s", text)
	}
	if a := p.asked[0]; a.Origin != chat.OriginPlatform || a.User != (chat.UserID{}) || a.Locale != "ja" || a.Args[1].Value.Text != "1" {
		t.Errorf("the bot is asked %+v", a)
	}
	if h := w.Header(); h.Get("X-Robots-Tag") == "" || h.Get("Set-Cookie") != "" || h.Get("Cache-Control") != "no-store" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("the headers are %v", h)
	}
	if part := askGame(g, path+"?part=1").Body.String(); !strings.HasPrefix(part, `<main id="game"`) || strings.Contains(part, "<html") {
		t.Errorf("a part is\n%s", part)
	}
}

// Where a page knows no name, it says the color once.
func TestUnknownNames(t *testing.T) {
	g, p, _ := newGames(func(c *page.GamesConfig) { c.Name = func(chat.UserID) string { return "" } })
	black, white := p.message.Line.Sides[0][0], chat.BoldOf("白")
	p.message.Text = chat.Say(black, " (Black) played d3, and ", white, "（白） is to move. ", black, " (White)")
	text := askGame(g, pathOf(g)).Body.String()
	if want := "<b>Black</b> played d3, and <b>白</b> is to move. <b>Black</b> (White)"; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
}

// Nobody sees a game without its ticket. Tickets that the bot has not made never reach the bot.
func TestTickets(t *testing.T) {
	g, p, _ := newGames()
	for _, text := range []string{"", "abc", "watch", "watch abc", "seat abc p/secret%20team/den/", "w/abc/p/secret team/den", "w/abc/%zz/a/b/c////0", "g/abc/p/secret team/den/////-1", "x/abc/p/secret team/den/////1"} {
		for _, path := range []string{"/g/" + seal(text), "/g/" + seal(text) + "/live"} {
			if w := askGame(g, path); w.Code != http.StatusNotFound || len(p.asked) > 0 {
				t.Errorf("%q is answered %d, and the bot is asked %v", text, w.Code, p.asked)
			}
		}
	}
	path := pathOf(g)
	for _, path := range []string{"/g/", "/g/x", path[:4], "/g/" + path[4:], path + strings.Repeat("A", 1000), "/", "/readyz"} {
		if w := askGame(g, path); w.Code != http.StatusNotFound || len(p.asked) > 0 {
			t.Errorf("%s is answered %d, and the bot is asked %v", path, w.Code, p.asked)
		}
	}
	elsewhere := strings.TrimPrefix(g.Address(here, "abc"), "https://bot.example/games")
	if w := askGame(g, elsewhere); w.Code != http.StatusNotFound {
		t.Errorf("a game that is gone is answered %d", w.Code)
	}
	if p.fails = context.DeadlineExceeded; askGame(g, path).Code != http.StatusServiceUnavailable {
		t.Error("a failure is not told from a missing game")
	}
}

// Other hosts, other sites and other methods are refused.
func TestForeignRequestsForGames(t *testing.T) {
	g, p, _ := newGames()
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"a rebound name": {func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
		"another port":   {func(r *http.Request) { r.Host = "bot.example:1" }, http.StatusMisdirectedRequest},
		"another method": {func(r *http.Request) { r.Method = http.MethodPut }, http.StatusMethodNotAllowed},
		"another site's form": {func(r *http.Request) {
			r.Method = http.MethodPost
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}, http.StatusForbidden},
	} {
		if w := askGame(g, pathOf(g), c.change); w.Code != c.want || len(p.asked) > 0 {
			t.Errorf("%s is answered %d, want %d; the bot is asked %v", name, w.Code, c.want, p.asked)
		}
	}
}

// followGame opens a page's stream from an address, and returns its events.
func followGame(g *page.Games, ctx context.Context, from string) <-chan string {
	c := &channel{handler: g.Public()}
	return c.follow(ctx, pathOf(g)+"/live", "", func(r *http.Request) { r.Host, r.RemoteAddr = "bot.example", from+":1" })
}

// Open pages receive the newest version at once, even if they are slow, and only of their game.
func TestLive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, p, handler := newGames()
		ctx, stop := context.WithCancel(t.Context())
		events := followGame(g, ctx, "192.0.2.1")
		next := func(want ...string) {
			t.Helper()
			time.Sleep(time.Millisecond)
			synctest.Wait()
			var got []string
			for len(events) > 0 {
				got = append(got, <-events)
			}
			if !slices.Equal(got, want) {
				t.Errorf("the page receives %q, want %q", got, want)
			}
		}
		next("retry: 1000\n", "data: 7.0\n")
		p.version = 8
		_, _ = handler.Handle(ctx, chat.Action{})
		next("data: 8.0\n")
		p.version = 9
		_, _ = handler.Draw(ctx, chat.Effect{})
		next("data: 9.0\n")
		for p.version < 20 { // faster than the page reads
			p.version++
			_, _ = handler.Handle(ctx, chat.Action{})
		}
		last := ""
		time.Sleep(time.Millisecond)
		for synctest.Wait(); len(events) > 0; last = <-events {
			continue
		}
		if last != "data: 20.0\n" {
			t.Errorf("the page last receives %q", last)
		}
		askGame(g, pathOf(g)) // shows the game, and changes nothing
		next()
		stop()
		synctest.Wait()
	})
}

// Watchers who ask at the same time share one drawing, and no one shares a drawing that began before.
func TestWatchersShareDrawings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, p, _ := newGames()
		path := pathOf(g) + "?part=1"
		shown := make(chan string, 1000)
		ask := func(path string) { shown <- askGame(g, path).Body.String() }
		for range cap(shown) {
			go ask(path)
		}
		first := <-shown
		for range cap(shown) - 1 {
			if got := <-shown; got != first || !strings.Contains(got, "Ana") {
				t.Fatalf("a page shows\n%s\nand another\n%s", first, got)
			}
		}
		if len(p.asked) != 1 {
			t.Errorf("1,000 pages cost %d drawings", len(p.asked))
		}
		for _, path := range []string{path, path + "&ply=1", path + "&lang=ja", pathOf(g), strings.TrimPrefix(g.Address(here, "abc"), "https://bot.example/games")} {
			go ask(path)
		}
		for range 5 {
			<-shown
		}
		if len(p.asked) != 6 {
			t.Errorf("5 different pages cost %d drawings", len(p.asked)-1)
		}

		p.takes = time.Second
		go ask(path)
		time.Sleep(500 * time.Millisecond) // the game was read
		unnamed := shownGame()
		unnamed.Text, unnamed.Picture.Alt, unnamed.Line.Sides[0] = nil, nil, chat.Say("Black")
		p.mu.Lock()
		p.message = unnamed
		p.mu.Unlock()
		hidden := askGame(g, path).Body.String()
		if strings.Contains(hidden, "Ana") || !strings.Contains(<-shown, "Ana") {
			t.Errorf("after a name was hidden, the page shows\n%s", hidden)
		}
	})
}

// Names and texts never become markup on the page of a game.
func TestHostileNames(t *testing.T) {
	for _, bad := range hostileTexts {
		g, p, _ := newGames(func(c *page.GamesConfig) { c.Name = func(chat.UserID) string { return bad } })
		p.message.Text = append(p.message.Text, chat.Say(bad, chat.CommandOf(bad), chat.LinkOf(bad, chat.Link{Place: chat.Place{Channel: "hushed"}, Message: chat.MessageRef(bad)}))...)
		p.message.Line.Moves[0].Mark, p.message.Line.Moves[0].Square = bad, bad
		text := askGame(g, pathOf(g)).Body.String()
		for _, svg := range []string{"<svg", "</svg"} {
			text = strings.ReplaceAll(text, svg, strings.Replace(svg, "svg", "i", 1))
		}
		checkMarkup(t, bad, text)
		if strings.Contains(text, "hushed") || strings.Contains(text, `name="command"`) {
			t.Errorf("with %q the page leads to the place of the game:\n%s", bad, text)
		}
	}
}
