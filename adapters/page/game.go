package page

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// GamesConfig configures the pages of games. URL, Seal, Open and Says are required.
type GamesConfig struct {
	URL  string                        // public address of the pages, without a slash at the end
	Seal func(text string) string      // returns a token that hides the text and that nobody else can make
	Open func(string) (string, bool)   // returns the text of a token, or false
	Says func(locale string) Sentences // as in [Config]

	Name  func(chat.UserID) string                         // returns the name of a person, or ""; may be nil
	Image func(tenant chat.Place, p render.Picture) string // returns the URL of a picture for previews of links; may be nil
	// Versions returns numbers that change with every change in the places. It may be nil if no other process
	// changes games.
	Versions func(context.Context, []chat.Place) (map[chat.Place]int64, error)

	Done <-chan struct{} // closed to end all streams; may be nil
}

// Games serves a page for each game to everybody who has its address. It is safe for concurrent use.
type Games struct {
	GamesConfig
	handler atomic.Pointer[chat.Handler]
	html    *template.Template
	mux     *http.ServeMux
	hub     hub
	host    string
	root    string // path of the pages as browsers see it
}

// NewGames returns the pages. They show games only after a call of Watch.
func NewGames(c GamesConfig) *Games {
	g := &Games{GamesConfig: c, html: templates(), mux: http.NewServeMux(), root: GamesPath}
	if public, err := url.Parse(c.URL); err == nil {
		g.host, g.root = public.Host, public.Path+GamesPath
	}
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}", g.withTicket(g.page))
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}/live", g.withTicket(g.live))
	addAssets(g.mux, GamesPath, "game.css")
	return g
}

// GamesPath begins the path of every page of a game.
const GamesPath = "/g/"

// Address returns the URL of the page of a game. It does not show where the game is played.
func (g *Games) Address(place chat.Place, id chat.GameID) string {
	return g.URL + GamesPath + g.Seal(ticket{place, id}.String())
}

// Watch returns a handler that passes on all calls to next, where the pages find their games. All actions must
// pass through it, so that open pages follow the games.
func (g *Games) Watch(next chat.Handler) chat.Handler {
	g.handler.Store(&next)
	return watching{next, &g.hub}
}

// pollInterval is the interval between questions for changes by other processes.
const pollInterval = time.Second

// Run publishes changes of other processes until ctx is done. It asks one question at a time, about all
// games with open pages. After a failure it asks again.
func (g *Games) Run(ctx context.Context) {
	known := make(map[chat.Place]int64)
	for ticks := time.Tick(pollInterval); ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		games := g.hub.watched()
		if len(games) == 0 {
			clear(known)
			continue
		}
		versions, err := g.Versions(ctx, slices.Collect(maps.Keys(games)))
		if err != nil {
			continue
		}
		for place, tickets := range games {
			if before, ok := known[place]; ok && before == versions[place] {
				continue
			}
			for _, t := range tickets {
				if e, found, err := g.find(ctx, t, "", ""); err == nil && found {
					g.hub.publish(t, e.Subject.Version)
				}
			}
		}
		known = versions
	}
}

// Public returns the pages for the bot's public address.
func (g *Games) Public() http.Handler {
	return guard(g.mux, func(header string) bool { return strings.EqualFold(header, g.host) })
}

const maxTicket = 1000 // bytes

func (g *Games) withTicket(next func(http.ResponseWriter, *http.Request, ticket)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("ticket")
		text, opened := "", false
		if len(token) <= maxTicket {
			text, opened = g.Open(token)
		}
		if t, ok := parseTicket(text); opened && ok {
			next(w, r, t)
			return
		}
		http.NotFound(w, r)
	}
}

// gameTimeout limits how long a page may wait for its game.
const gameTimeout = 5 * time.Second

// find asks the handler for a game. It returns false if the game does not exist.
func (g *Games) find(ctx context.Context, t ticket, ply, locale string) (e chat.Effect, found bool, err error) {
	handler := g.handler.Load()
	if handler == nil {
		return e, false, context.DeadlineExceeded
	}
	ctx, stop := context.WithTimeout(ctx, gameTimeout)
	defer stop()
	args := []chat.Argument{{Name: chat.PageGame, Value: chat.Token{Text: string(t.game)}}, {Name: chat.PagePly, Value: chat.Token{Text: ply}}}
	r, err := (*handler).Handle(ctx, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, Place: t.place, Args: args, Locale: locale})
	if err != nil || len(r.Effects) == 0 || r.Effects[0].Message.Line == nil {
		return e, false, err
	}
	return r.Effects[0], true, nil
}

// gamePage holds the values of the templates "game" and "part".
type gamePage struct {
	*message
	Title, Description, Preview string
	Says                        Sentences
	Colors, Root, Path          string
	Version                     uint32
	Text                        []span
	Sides                       [2]side
	Steps                       []step
	Ways                        [4]way
	Curve                       *curve
}

// way leads to another position. Its address is empty if the game has no such position.
type way struct{ Sign, Name, Address string }

type side struct {
	Name, Class string
	Discs       int
	ToMove      bool
}

type step struct {
	chat.Step
	Number  int
	Address string
	Here    bool
}

func (g *Games) page(w http.ResponseWriter, r *http.Request, t ticket) {
	q := r.URL.Query()
	says := g.Says(cmp.Or(q.Get("lang"), r.Header.Get("Accept-Language")))
	e, found, err := g.find(r.Context(), t, q.Get("ply"), says.Tag)
	switch {
	case err != nil:
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	case !found:
		http.NotFound(w, r)
		return
	}
	name := "game"
	if q.Has("part") {
		name = "part"
	}
	send(w, g.html, name, g.pageOf(e, t, says, r.PathValue("ticket")))
}

func (g *Games) pageOf(e chat.Effect, t ticket, says Sentences, token string) *gamePage {
	m := e.Message
	p := &gamePage{
		message: &message{Message: local.Message{Shows: m}, At: seat{Says: says}}, Says: says, Version: e.Subject.Version,
		Root: g.root, Path: g.root + token, Text: g.spans(m.Text),
	}
	p.addBoard(m)
	if m.Picture != nil {
		p.Caption = g.name(m.Picture.Alt)
	}
	score := m.Board.View.Position.Score()
	for c, discs := range [2]int{score.Black, score.White} {
		name := g.name(m.Line.Sides[c])
		p.Sides[c] = side{
			Name: cmp.Or(name, [...]string{says.Black, says.White}[c]), Class: [...]string{"blk", "wht"}[c], Discs: discs,
			ToMove: !m.Board.View.Ended && int(m.Board.View.Position.ToMove) == c,
		}
	}
	p.Title = p.Sides[0].Name + " – " + p.Sides[1].Name
	for _, s := range p.Text {
		p.Description += s.Text
	}
	newest, at := len(m.Line.Moves), m.Line.At
	address := func(ply int) string {
		if ply == newest {
			return p.Path
		}
		return p.Path + "?ply=" + strconv.Itoa(ply)
	}
	for i, s := range m.Line.Moves {
		p.Steps = append(p.Steps, step{s, i + 1, address(i + 1), i+1 == at})
	}
	for i, name := range []string{says.First, says.Back, says.On, says.Last} {
		ply, sign := [...]int{0, at - 1, at + 1, newest}[i], [...]string{"first", "back", "on", "last"}[i]
		p.Ways[i] = way{Sign: sign, Name: name}
		if ply != at && 0 <= ply && ply <= newest {
			p.Ways[i].Address = address(ply)
		}
	}
	if g.Image != nil && m.Picture != nil {
		p.Preview = g.Image(t.place.Tenant(), m.Picture.Image)
	}
	p.Curve = newCurve(m.Line)
	return p
}

// spans returns a text with the names of people, without links to the place of the game.
func (g *Games) spans(t chat.Text) []span {
	named := make(chat.Text, len(t))
	for i, s := range t {
		switch {
		case s.User != nil:
			s = chat.BoldOf(g.name(chat.Text{s}))
		case s.Link != nil:
			s = chat.Span{Text: s.Text}
		case s.Kind == chat.SpanCommand:
			s = chat.CodeOf(s.Text)
		}
		named[i] = s
	}
	return seat{}.Text(named)
}

// name returns a text with the names of people, without markup.
func (g *Games) name(t chat.Text) (name string) {
	for _, s := range t {
		switch {
		case s.User == nil:
			name += s.Text
		case g.Name != nil:
			name += cmp.Or(g.Name(*s.User), s.Text)
		default:
			name += s.Text
		}
	}
	return name
}

// live sends the versions of a game to an open page.
func (g *Games) live(w http.ResponseWriter, r *http.Request, t ticket) {
	watcher := g.hub.join(t, addressOf(r))
	if watcher == nil {
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	defer g.hub.leave(watcher)
	e, found, err := g.find(r.Context(), t, "", "") // after join, so that no change is missed
	if err != nil || !found {
		exchange.Refuse(w, http.StatusServiceUnavailable)
		return
	}
	to := http.NewResponseController(w)
	_ = to.SetReadDeadline(time.Time{}) // some writers have no deadlines
	w.Header().Set("Content-Type", "text/event-stream")
	line := fmt.Sprintf("data: %d\n\n", e.Subject.Version)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		_ = to.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write([]byte(line)); err != nil || to.Flush() != nil {
			return
		}
		select {
		case version := <-watcher.versions:
			line = fmt.Sprintf("data: %d\n\n", version)
		case <-beat.C:
			line = ":\n"
		case <-watcher.gone:
			return
		case <-r.Context().Done():
			return
		case <-g.Done:
			return
		}
	}
}

// addressOf returns the address of a client. Behind the operator's proxy, which connects from this machine or a
// private network, it is the last one in the header, because the proxy has added it.
func addressOf(r *http.Request) string {
	peer, _, _ := net.SplitHostPort(r.RemoteAddr)
	ip, err := netip.ParseAddr(peer)
	if err == nil && (ip.IsLoopback() || ip.IsPrivate()) {
		list := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		if last, err := netip.ParseAddr(strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])); err == nil {
			ip = last
		}
	}
	if ip = ip.Unmap(); ip.Is6() { // a customer has a whole network of addresses
		network, _ := ip.Prefix(64)
		return network.String()
	}
	return ip.String()
}

// curve draws the chart of a line, in moves and discs.
type curve struct {
	Title       string
	Area        string // path of the area between the curve and the middle
	Top, Bottom int
	Width, At   int
}

func (c curve) Height() int { return c.Bottom - c.Top }

func newCurve(l *chat.Line) *curve {
	if l.Chart == nil || len(l.Chart.Values) != len(l.Moves)+1 {
		return nil
	}
	var area strings.Builder
	area.WriteString("M0 0")
	most := 8
	for x, value := range l.Chart.Values {
		most = max(most, value, -value)
		fmt.Fprintf(&area, "L%d %d", x, -value)
	}
	fmt.Fprintf(&area, "L%d 0Z", len(l.Moves))
	return &curve{Title: l.Chart.Title, Area: area.String(), Top: -most - 2, Bottom: most + 2, Width: len(l.Moves), At: l.At}
}
