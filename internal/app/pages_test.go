package app

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/chat/chattest"
)

// seatPage is a bubble with a duel of ana and bo on Discord, where ana plays on a page.
type seatPage struct {
	*bubble
	room    channel
	address string
}

func newSeatPage(t *testing.T) *seatPage {
	s := newBubble(t, modes{discord: "gateway", slack: "oauth"}) // the latter has a public address
	p := &seatPage{bubble: s, room: s.channel(discord.Platform, 0)}
	for _, line := range []string{"ana: start opponent:@bo color:black", "bo: [Accept]", "ana: [Play on a page]"} {
		p.room.act(t, line)
	}
	for _, m := range p.room.Seen("ana") {
		for _, c := range m.Controls {
			if m.Private && c.URL != "" {
				p.address = c.URL
			}
		}
	}
	if p.address == "" || slices.ContainsFunc(p.room.Seen("bo"), func(m chattest.Message) bool {
		return slices.ContainsFunc(m.Controls, func(c chattest.Control) bool { return c.URL == p.address })
	}) {
		t.Fatalf("ana is whispered the address %q", p.address)
	}
	return p
}

// ask requests the page, or presses something there if the form is not nil.
func (p *seatPage) ask(form url.Values) (text string, status int) {
	r := httptest.NewRequest(http.MethodGet, p.address, nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, p.address, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", ownURL)
	}
	w := httptest.NewRecorder()
	p.handlers["/g/"].ServeHTTP(w, r)
	time.Sleep(time.Second)
	synctest.Wait()
	return w.Body.String(), w.Code
}

var (
	onceForm    = regexp.MustCompile(`name="once" value="([^"]+)"`)
	controlForm = regexp.MustCompile(`<button name="control" value="([^"]+)" class="[^"]*"(?: data-key="(..)"[^>]*)?>([^<]*)<`)
)

// form returns what a browser sends for the control with this label or on this square.
func form(t *testing.T, page, wanted string) url.Values {
	t.Helper()
	once := onceForm.FindStringSubmatch(page)
	for _, c := range controlForm.FindAllStringSubmatch(page, -1) {
		if c[2]+c[3] == wanted && once != nil {
			return url.Values{"once": {once[1]}, "control": {c[1]}}
		}
	}
	t.Fatalf("the page has no control %q:\n%s", wanted, page)
	return nil
}

func (p *seatPage) moves() int { return len(p.playing(p.room.Place()).Moves) }

// A player can play on a page of their own. The board in the chat follows, and a repeated press does nothing.
func TestPlayOnAPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newSeatPage(t)
		page, _ := p.ask(nil)
		messages := len(p.room.Seen("bo"))
		d3 := form(t, page, "d3")
		after, status := p.ask(d3)
		seen := p.room.Seen("bo")
		if !strings.Contains(after, `class="bkl" data-key="d3"`) || status != http.StatusOK || p.moves() != 1 {
			t.Fatalf("after %d moves the page is %d\n%s", p.moves(), status, after)
		}
		if board := seen[messages-1].Text; len(seen) != messages || !strings.Contains(board, "d3, flips d4") {
			t.Errorf("bo sees %d messages, and the board says %q", len(seen), board)
		}
		for range 2 {
			if again, status := p.ask(d3); status != http.StatusOK || strings.Contains(again, `class="only"`) || p.moves() != 1 {
				t.Errorf("the repeated press is answered %d; %d moves", status, p.moves())
			}
		}
		refused, _ := p.ask(url.Values{"square": {"c3"}})
		if want := "It is <b>bo!</b>’s turn"; !strings.Contains(refused, want) || p.moves() != 1 {
			t.Errorf("out of turn there is no %q in\n%s", want, refused)
		}
		p.room.act(t, "bo: [c3]")
		page, _ = p.ask(nil)
		refused, _ = p.ask(url.Values{"square": {"a1"}})
		if !strings.Contains(refused, "a1 flips nothing") || !strings.Contains(page, `class="whl" data-key="c3"`) || strings.Contains(page, `class="only"`) {
			t.Errorf("a wrong square is answered\n%s", refused)
		}
		if moved, _ := p.ask(url.Values{"square": {"c4"}}); !strings.Contains(moved, `class="leg" data-key="c4"`) || p.moves() != 2 {
			t.Errorf("a square that has become legal is answered\n%s", moved)
		}
		asked, _ := p.ask(form(t, page, "Resign"))
		p.ask(form(t, asked, "Yes, resign"))
		if last := p.stored(p.room.Place()).Last; last == nil {
			t.Error("the game is not resigned")
		}
		if board := p.room.Seen("bo")[messages-1].Text; !strings.Contains(board, "ana resigned") {
			t.Errorf("the board says %q", board)
		}
	})
}

// A link opens the game until it is ended or its player is forgotten. After the end of the game it shows
// what everybody sees, and no press changes anything.
func TestLinkToASeatEnds(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  int
	}{
		"ended":                        {[]string{"ana: [End this link]"}, http.StatusNotFound},
		"forgotten":                    {[]string{"ana: help topic:forget", "ana: [Forget me]"}, http.StatusNotFound},
		"the game is over":             {[]string{"bo: resign", "bo: [Yes, resign]"}, http.StatusOK},
		"ended after the game is over": {[]string{"bo: resign", "bo: [Yes, resign]", "ana: [End this link]"}, http.StatusNotFound},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := newSeatPage(t)
				page, _ := p.ask(nil)
				move := form(t, page, "d3")
				for _, line := range c.lines {
					p.room.act(t, line)
				}
				before := p.stored(p.room.Place())
				shown, status := p.ask(nil)
				_, pressed := p.ask(move)
				if status != c.want || pressed != c.want || strings.Contains(shown, `name="control"`) || strings.Contains(shown, `name="square"`) {
					t.Errorf("the page is %d, and a press %d, want %d:\n%s", status, pressed, c.want, shown)
				}
				if _, status := p.ask(url.Values{"square": {"d3"}}); status == http.StatusOK {
					t.Error("a square can be pressed")
				}
				if after := p.stored(p.room.Place()); after.Version != before.Version {
					t.Errorf("the room changes from version %d to %d", before.Version, after.Version)
				}
			})
		})
	}
}
