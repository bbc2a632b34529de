package page_test

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"othellobot/adapters/page"
	"othellobot/chat"
	"othellobot/internal/app/signed"
)

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// forge returns a text that someone without the key could make from two texts, and how.
func forge(dice *rand.Rand, text, other string) (forged, how string) {
	some := func(n int) (s string) {
		for range n {
			s += letters[dice.IntN(len(letters)):][:1]
		}
		return s
	}
	at := dice.IntN(len(text))
	switch dice.IntN(6) {
	case 0:
		return text[:at] + some(1) + text[at+1:], "changed"
	case 1:
		return text[:at], "cut"
	case 2:
		return text + some(1+dice.IntN(9)), "extended"
	case 3:
		return text[:at] + other[min(at, len(other)):], "exchanged"
	case 4:
		return text[:at] + text[at:] + text[:at], "repeated"
	default:
		return some(1 + dice.IntN(2*len(text))), "invented"
	}
}

// hostileGames returns pages with tickets and controls like the bot's, of a game that goes on.
func hostileGames(key *signed.Key) (*page.Games, *player) {
	g, p, _ := newGames(func(c *page.GamesConfig) { c.Seal, c.Open, c.Sign = key.Seal, key.Open, key.Sign })
	withMoves(p)
	return g, p
}

var (
	watching = chat.Ticket{Kind: chat.WatchTicket, Place: den, Game: "abc"}
	anaPlays = chat.Ticket{Kind: chat.SeatTicket, Place: den, Game: "abc", User: ana, Number: 5}
	boPlays  = chat.Ticket{Kind: chat.SeatTicket, Place: den, Game: "abc", User: bo, Number: 5}
	move     = url.Values{"square": {"a1"}}
	tickets  = []chat.Ticket{watching, anaPlays, boPlays}
)

// Nobody sees or plays a game by a forged ticket, and the bot never hears of it. Tickets that have ended, or that
// belong to another game, show and play nothing.
func TestForgedTickets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key, foreign := signed.NewKey([]byte("key")), signed.NewKey([]byte("foreign"))
		g, p := hostileGames(key)
		var tokens []string
		for _, ticket := range tickets {
			tokens = append(tokens, key.Seal(ticket.String()))
		}
		refused := func(token, how string) {
			t.Helper()
			path := page.GamesPath + url.PathEscape(token)
			for _, status := range []int{
				askGame(g, path).Code, askGame(g, path+"?part=1&ply=1").Code, askGame(g, path+"/live").Code, send(g, path, move).Code,
			} {
				if status != http.StatusNotFound {
					t.Fatalf("the ticket %q, %s, is answered %d", token, how, status)
				}
			}
		}
		dice := rand.New(rand.NewPCG(4, 8))
		for i := range 10_000 {
			token, other := tokens[i%3], tokens[(i+1)%3]
			forged, how := forge(dice, token, other)
			if i%10 == 0 {
				forged, how = foreign.Seal(tickets[i%3].String()), "foreign"
			}
			if forged != "" && forged != token && forged != other {
				refused(forged, how)
			}
		}
		if len(p.asked)+len(p.pressed) > 0 {
			t.Errorf("the bot is asked %v, and presses are %v", p.asked, p.pressed)
		}
		for _, change := range []func(*chat.Ticket){
			func(t *chat.Ticket) { t.Place = here },
			func(t *chat.Ticket) { t.Game = "abd" },
			func(t *chat.Ticket) { t.Kind, t.User, t.Number = chat.SeatTicket, ana, 4 },
			func(t *chat.Ticket) { t.Kind, t.User, t.Number = chat.SeatTicket, ana, 6 },
		} {
			for _, ticket := range tickets {
				change(&ticket)
				refused(key.Seal(ticket.String()), "ended")
			}
		}
		if len(p.pressed) > 0 {
			t.Errorf("presses are %v", p.pressed)
		}
	})
}

// A ticket's controls work with no other ticket, and no others work with it.
func TestForgedControls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, p := hostileGames(signed.NewKey([]byte("key")))
		var paths []string
		var controls [][]string
		for _, ticket := range tickets {
			paths = append(paths, strings.TrimPrefix(g.AddressOf(ticket), "https://bot.example/games"))
			_, shown := offered(askGame(g, paths[len(paths)-1]).Body.String())
			controls = append(controls, shown)
		}
		dice := rand.New(rand.NewPCG(4, 8))
		for i := range 10_000 {
			own, other := 1+i%2, 2-i%2
			control, how := controls[other][i/2%2], "another ticket's"
			if i >= 4 {
				control, how = forge(dice, controls[own][i/2%2], controls[other][i/2%2])
			}
			if control == "" || control == controls[own][0] || control == controls[own][1] {
				continue
			}
			if w := send(g, paths[own], url.Values{"control": {control}, "square": {"a1"}}); w.Code != http.StatusForbidden || len(p.pressed) > 0 {
				t.Fatalf("the control %q, %s, is answered %d: %v", control, how, w.Code, p.pressed)
			}
		}
		for _, form := range []url.Values{move, {"control": {controls[1][0]}}, {}} {
			if w := send(g, paths[0], form); w.Code != http.StatusForbidden || len(p.pressed) > 0 {
				t.Errorf("a watcher's press of %v is answered %d: %v", form, w.Code, p.pressed)
			}
		}
	})
}

// A press for another host or by a link does nothing. No answer may be shown in another site's frame.
func TestFramesAndHosts(t *testing.T) {
	g, p := hostileGames(signed.NewKey([]byte("key")))
	path := strings.TrimPrefix(g.AddressOf(anaPlays), "https://bot.example/games")
	_, controls := offered(askGame(g, path).Body.String())
	for name, c := range map[string]struct {
		path   string
		change func(*http.Request)
		want   int
	}{
		"another page of the host": {path, func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "same-site") }, http.StatusForbidden},
		"no origin":                {path, func(r *http.Request) { r.Header.Set("Origin", "null") }, http.StatusForbidden},
		"a rebound name":           {path, func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
		"a name that begins right": {path, func(r *http.Request) { r.Host = "bot.example.evil.example" }, http.StatusMisdirectedRequest},
		"an address":               {path, func(r *http.Request) { r.Host = "127.0.0.1" }, http.StatusMisdirectedRequest},
		"a press by a link":        {path + "?control=" + url.QueryEscape(controls[0]), func(r *http.Request) { r.Method = http.MethodGet }, http.StatusOK},
		"a file":                   {"/g/page.js", func(r *http.Request) { r.Method = http.MethodGet }, http.StatusOK},
		"no ticket":                {"/g/x", func(*http.Request) {}, http.StatusNotFound},
		"a control in the address": {path + "?control=" + url.QueryEscape(controls[0]), func(r *http.Request) { r.Body = http.NoBody }, http.StatusForbidden},
	} {
		w := askGame(g, c.path, func(r *http.Request) {
			*r = *newPress(c.path, url.Values{"control": {controls[0]}})
			c.change(r)
		})
		h := w.Header()
		if h.Get("X-Frame-Options") != "DENY" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
			t.Errorf("%s: the answer may be framed: %v", name, h)
		}
		if w.Code != c.want || len(p.pressed) > 0 {
			t.Errorf("%s: a press is answered %d, want %d: %v", name, w.Code, c.want, p.pressed)
		}
	}
}
