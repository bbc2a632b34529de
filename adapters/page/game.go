package page

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// GamesConfig configures the pages of games. All fields without another comment are required.
type GamesConfig struct {
	URL  string                        // public address of the pages, without a slash at the end
	Seal func(text string) string      // returns a token that hides the text and that nobody else can make
	Open func(string) (string, bool)   // returns the text of a token, or false
	Says func(locale string) Sentences // as in [Config]

	Name  func(chat.UserID) string                         // returns the name of a person, or ""; may be nil
	Image func(tenant chat.Place, p render.Picture) string // returns the URL of a picture for previews of links; may be nil

	// Stored is as in [HubConfig].
	Stored func(context.Context, []chat.Place) (map[chat.Place]int64, error)
	Log    *slog.Logger
}

// Games serves a page for each game to everybody who has its address. It is safe for concurrent use.
type Games struct {
	GamesConfig
	handler atomic.Pointer[chat.Handler]
	html    *template.Template
	mux     *http.ServeMux
	hub     *Hub
	drawing singleflight.Group
	host    string
	root    string // path of the pages as browsers see it
}

// NewGames returns the pages. They show games only after a call of Watch.
func NewGames(c GamesConfig) *Games {
	g := &Games{GamesConfig: c, html: templates(), mux: http.NewServeMux(), root: GamesPath}
	g.hub = NewHub(HubConfig{Stored: c.Stored, Log: c.Log, Find: func(ctx context.Context, at chat.Place, game chat.GameID) (version uint32, named []chat.UserID, err error) {
		e, found, err := g.find(ctx, ticket{at, game}, "", "")
		if !found {
			return 0, nil, err
		}
		for _, s := range slices.Concat(e.Message.Text, e.Message.Line.Sides[0], e.Message.Line.Sides[1]) {
			if s.User != nil {
				named = append(named, *s.User)
			}
		}
		return e.Subject.Version, named, nil
	}})
	if public, err := url.Parse(c.URL); err == nil {
		g.host, g.root = public.Host, public.Path+GamesPath
	}
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}", g.withTicket(g.page))
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}/live", g.withTicket(func(w http.ResponseWriter, r *http.Request, t ticket) {
		g.hub.Stream(w, r, t.place, t.game)
	}))
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
	return g.hub.Watch(next)
}

// Watchers returns the number of open pages that follow their games.
func (g *Games) Watchers() int { return g.hub.Watchers() }

// Run follows changes by other processes until ctx is done. Then it ends all streams, and returns nil.
func (g *Games) Run(ctx context.Context) error {
	g.hub.Run(ctx)
	return nil
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
	q, token, name := r.URL.Query(), r.PathValue("ticket"), "game"
	says := g.Says(cmp.Or(q.Get("lang"), r.Header.Get("Accept-Language")))
	if q.Has("part") {
		name = "part"
	}
	text, err := g.shared(strings.Join([]string{name, token, says.Tag, q.Get("ply")}, " "), func() (string, error) {
		e, found, err := g.find(context.WithoutCancel(r.Context()), t, q.Get("ply"), says.Tag)
		if !found {
			return "", err
		}
		return draw(g.html, name, g.pageOf(e, t, says, token)), nil
	})
	switch {
	case err != nil:
		exchange.Refuse(w, http.StatusServiceUnavailable)
	case text == "":
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, text) // the browser may have left
	}
}

// gatherTime is how long a page waits for others like it.
const gatherTime = 20 * time.Millisecond

// shared returns the result of draw. Requests with the same key share a call that begins after all of them, so that
// none misses an earlier change.
func (g *Games) shared(key string, draw func() (string, error)) (string, error) {
	text, err, _ := g.drawing.Do(key, func() (any, error) {
		time.Sleep(gatherTime)
		g.drawing.Forget(key)
		return draw()
	})
	return text.(string), err
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
	named := g.named(t)
	for i, s := range named {
		switch {
		case s.Link != nil:
			named[i] = chat.Span{Text: s.Text}
		case s.Kind == chat.SpanCommand:
			named[i] = chat.CodeOf(s.Text)
		}
	}
	return seat{}.Text(named)
}

// name returns a text with the names of people, without markup.
func (g *Games) name(t chat.Text) (name string) {
	for _, s := range g.named(t) {
		name += s.Text
	}
	return name
}

// named returns a text with the names of people. Where a color stands for a name, it is not repeated in brackets.
func (g *Games) named(t chat.Text) chat.Text {
	t = slices.Clone(t)
	for i, s := range t {
		if s.User != nil {
			name := ""
			if g.Name != nil {
				name = g.Name(*s.User)
			}
			t[i] = chat.BoldOf(cmp.Or(name, s.Text))
		}
		if i > 0 {
			before := t[i-1].Text
			t[i].Text = strings.TrimPrefix(strings.TrimPrefix(t[i].Text, " ("+before+")"), "（"+before+"）")
		}
	}
	return t
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
