package page_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/rules"
)

// seatOf returns the path of ana's page, by a link with a number. Only link 5 is valid.
func seatOf(g *page.Games, number uint32) string {
	t := chat.Ticket{Kind: chat.SeatTicket, Place: den, Game: "abc", User: ana, Number: number}
	return strings.TrimPrefix(g.AddressOf(t), "https://bot.example/games")
}

// withMoves lets the game go on, with a legal square and two buttons.
func withMoves(p *player) {
	view := &p.message.Board.View
	c5, _ := rules.ParseSquare("c5")
	view.Hints = rules.SetOf(c5)
	p.message.Line.At = len(p.message.Line.Moves)
	p.message.Footers = []chat.Text{chat.Say("Move 2")}
	p.message.Controls = []chat.Row{
		{Buttons: []chat.Button{{Label: "c5", Action: "o1:a:1:move:c5"}}},
		{Buttons: []chat.Button{{Label: "Resign", Action: "o1:a:1:resign", Style: chat.StyleDanger}}},
	}
}

func send(g *page.Games, path string, form url.Values) *httptest.ResponseRecorder {
	return askGame(g, path, func(r *http.Request) { *r = *newPress(path, form) })
}

func newPress(path string, form url.Values) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Host = "bot.example"
	return r
}

var (
	valueForm = regexp.MustCompile(`name="(control|once)" value="([^"]+)"`)
	rowForm   = regexp.MustCompile(`(?s)<div class="row">.*?</div>`)
)

// offered returns the form's secret and the values of the controls on a page, in their order.
func offered(text string) (once string, controls []string) {
	for _, found := range valueForm.FindAllStringSubmatch(text, -1) {
		if found[1] == "once" {
			once = found[2]
		} else {
			controls = append(controls, found[2])
		}
	}
	return once, controls
}

// A player's page offers moves on the board and other buttons below. A watcher's page offers nothing.
func TestSeat(t *testing.T) {
	g, p, _ := newGames()
	withMoves(p)
	text := askGame(g, seatOf(g, 5)).Body.String()
	if _, controls := offered(text); len(controls) != 2 || !strings.Contains(text, `class="leg" data-key="c5"`) || strings.Count(text, `name="square"`) != 63 {
		t.Errorf("the player is offered %q in\n%s", controls, text)
	}
	if rows := rowForm.FindAllString(text, -1); len(rows) != 1 || !strings.Contains(rows[0], `class="danger">Resign<`) || strings.Contains(rows[0], "c5") || !strings.Contains(text, `<div class="footer">Move 2</div>`) {
		t.Errorf("below the board there is %q in\n%s", rows, text)
	}
	if a := p.asked[0]; a.User != ana || a.Args[2] != (chat.Argument{Name: chat.PageLink, Value: chat.Token{Text: "5"}}) {
		t.Errorf("the bot is asked %+v", a)
	}
	if earlier := askGame(g, pathOf(g)).Body.String(); strings.Contains(earlier, `name="square"`) || strings.Contains(earlier, `name="once"`) {
		t.Errorf("the watcher's page has squares to press:\n%s", earlier)
	}
	p.message.Line.At = 1
	if earlier := askGame(g, seatOf(g, 5)+"?ply=1").Body.String(); strings.Contains(earlier, `name="square"`) || !strings.Contains(earlier, `action="/games`+seatOf(g, 5)+`?ply=1"`) {
		t.Errorf("an earlier position has squares to press:\n%s", earlier)
	}
	for _, path := range []string{seatOf(g, 4), seatOf(g, 4) + "/live"} {
		if w := askGame(g, path); w.Code != http.StatusNotFound {
			t.Errorf("%s of an ended link is answered %d", path, w.Code)
		}
	}
}

// A press is an action of the player. The page shows private answers once, and the place shows the rest.
func TestPress(t *testing.T) {
	g, p, _ := newGames()
	withMoves(p)
	path := seatOf(g, 5)
	edit := chat.Effect{Kind: chat.Edit, Ref: "m1"}
	p.answer = chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{
		Text: chat.Say("Really ", chat.NameOf(ana), "?"), Controls: []chat.Row{{Buttons: []chat.Button{{Label: "Yes", Action: "o1:a:1:resign-yes"}}}},
	}}, edit}, Confirmation: chat.Say("Asked.")}
	once, controls := offered(askGame(g, path).Body.String())
	pressed := url.Values{"once": {once}, "control": {controls[1]}}
	text := send(g, path+"?lang=ja", pressed).Body.String()
	for _, want := range []string{`<div class="only"><div class="text">Asked.</div>`, "Really <b>Ana &lt;b&gt;</b>?</div>", ">Yes</button>", `data-say="Asked. Really Ana`, `class="leg" data-key="c5"`} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
	a := p.pressed[0]
	if a.User != ana || a.Place != den || a.Control != "o1:a:1:resign" || a.Verb != "" || a.Locale != "ja" || a.Moderator || a.Origin != chat.OriginUser || a.Delivery == "" {
		t.Errorf("the press is %+v", a)
	}
	if len(p.sent) != 1 || p.sent[0].place != den || len(p.sent[0].effects) != 1 || p.sent[0].effects[0].Ref != "m1" {
		t.Errorf("the place shows %+v", p.sent)
	}
	if text := askGame(g, path).Body.String(); strings.Contains(text, "Really") {
		t.Errorf("the answer is shown again:\n%s", text)
	}
	send(g, path, pressed)
	next, _ := offered(text)
	send(g, path, url.Values{"once": {next}, "control": {controls[1]}})
	send(g, path, url.Values{"once": {once}, "square": {"a1"}})
	ids := []chat.Delivery{a.Delivery}
	for _, a := range p.pressed[1:] {
		ids = append(ids, a.Delivery)
	}
	if ids[1] != ids[0] || ids[2] == ids[0] || ids[3] == ids[0] || ids[3] == ids[2] {
		t.Errorf("the presses have the ids %q", ids)
	}
	if a := p.pressed[3]; a.Verb != "move" || !slices.Equal(a.Args, []chat.Argument{{Name: "square", Value: chat.Token{Text: "a1"}}}) || a.Control != "" {
		t.Errorf("the square is %+v", a)
	}
	if w := send(g, path, url.Values{"square": {"c5"}}); w.Code != http.StatusOK || len(p.pressed) != 4 {
		t.Errorf("a square that is legal by now is answered %d, and pressed %v", w.Code, p.pressed)
	}
}

// An answer with a board takes the place of the game's board.
func TestAnswerWithBoard(t *testing.T) {
	g, p, _ := newGames()
	p.message.Controls = []chat.Row{{Buttons: []chat.Button{{Label: "Try it", Action: "o1:a:1:try:1"}}}}
	exercise := shownGame()
	exercise.Text, exercise.Picture, exercise.Board.View.Position = chat.Say("Find it."), nil, rules.Start()
	exercise.Controls = []chat.Row{{Buttons: []chat.Button{{Label: "c4", Action: "o1:a:1:try:1:c4"}}}}
	p.answer = chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper, Message: exercise}}}
	_, controls := offered(askGame(g, pathOf(g)).Body.String())
	text := send(g, pathOf(g)+"?ply=1", url.Values{"control": controls}).Body.String()
	if !strings.Contains(text, `class="leg" data-key="c4"`) || !strings.Contains(text, `<div class="text">Find it.</div>`) || !strings.Contains(text, "<output>2</output>") || strings.Count(text, "<table") != 1 {
		t.Errorf("the exercise is shown as\n%s", text)
	}
	if a := p.pressed[0]; a.User != (chat.UserID{}) || a.Control != "o1:a:1:try:1" || a.Delivery != "" || p.asked[len(p.asked)-1].Args[1].Value.Text != "1" {
		t.Errorf("the watcher presses %+v", a)
	}
}

// Controls that this page has not shown are refused, and so are forms from elsewhere and squares of watchers.
func TestForeignPresses(t *testing.T) {
	g, p, _ := newGames()
	withMoves(p)
	mine := seatOf(g, 5)
	bos := strings.TrimPrefix(g.AddressOf(chat.Ticket{Kind: chat.SeatTicket, Place: den, Game: "abc", User: bo, Number: 5}), "https://bot.example/games")
	_, own := offered(askGame(g, mine).Body.String())
	_, his := offered(askGame(g, bos).Body.String())
	mark, action, _ := strings.Cut(own[0], ".")
	square := url.Values{"square": {"a1"}}
	for name, c := range map[string]struct {
		path string
		form url.Values
		want int
	}{
		"of another ticket":    {mine, url.Values{"control": {his[0]}}, http.StatusForbidden},
		"without a mark":       {mine, url.Values{"control": {action}}, http.StatusForbidden},
		"with an empty mark":   {mine, url.Values{"control": {"." + action}}, http.StatusForbidden},
		"of another control":   {mine, url.Values{"control": {mark + ".o1:a:1:resign"}}, http.StatusForbidden},
		"and a square":         {mine, url.Values{"control": {"x"}, "square": {"a1"}}, http.StatusForbidden},
		"that is missing":      {mine, nil, http.StatusForbidden},
		"by a watcher":         {pathOf(g), square, http.StatusForbidden},
		"by an ended link":     {seatOf(g, 4), square, http.StatusNotFound},
		"in too large a form":  {mine, url.Values{"square": {strings.Repeat("a", 16<<10)}}, http.StatusRequestEntityTooLarge},
		"of the watcher's own": {pathOf(g), url.Values{"control": {own[0]}}, http.StatusForbidden},
	} {
		if w := send(g, c.path, c.form); w.Code != c.want || len(p.pressed) > 0 {
			t.Errorf("a control %s is answered %d, want %d; %d presses", name, w.Code, c.want, len(p.pressed))
		}
	}
	for header, value := range map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"} {
		w := askGame(g, mine, func(r *http.Request) {
			r.Method = http.MethodPost
			r.Header.Set(header, value)
		})
		if w.Code != http.StatusForbidden || len(p.pressed) > 0 {
			t.Errorf("with %s: %s, a form is answered %d", header, value, w.Code)
		}
	}
	p.message.Board.View.Ended = true
	if w := send(g, mine, square); w.Code != http.StatusForbidden || len(p.pressed) > 0 {
		t.Errorf("after the end, a square is answered %d", w.Code)
	}
	if send(g, mine, url.Values{"control": {own[0]}}); len(p.pressed) != 1 || p.pressed[0].User != (chat.UserID{}) {
		t.Errorf("after the end, the press is %+v", p.pressed)
	}
	if p.fails = http.ErrBodyNotAllowed; send(g, mine, square).Code != http.StatusServiceUnavailable {
		t.Error("a failure is not reported")
	}
}
