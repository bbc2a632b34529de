package page

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
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
	Sign func(text string) string      // returns a signature that nobody else can make, without a full stop
	Says func(locale string) Sentences // as in [Config]

	// Deliver shows the effects of a press in the place of the game. It may be set until the first request.
	Deliver func(context.Context, chat.Place, chat.Response)

	Name  func(chat.UserID) string                         // returns the name of a person, or ""; may be nil
	Image func(tenant chat.Place, p render.Picture) string // returns the URL of a picture for previews of links; may be nil

	Kept time.Duration // how long a game is kept after its end

	// Stored is as in [HubConfig].
	Stored func(context.Context, []chat.Place) (map[chat.Place]int64, error)
	Log    *slog.Logger
}

// Games serves a page for each game and for each player who asks for one. An address is all that a visitor
// needs. It is safe for concurrent use.
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
		e, found, err := g.find(ctx, chat.Ticket{Kind: chat.WatchTicket, Place: at, Game: game}, "", "")
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
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}", g.withTicket(func(w http.ResponseWriter, r *http.Request, t chat.Ticket) { g.page(w, r, t, nil) }))
	g.mux.HandleFunc("POST "+GamesPath+"{ticket}", g.withTicket(g.press))
	g.mux.HandleFunc("GET "+GamesPath+"{ticket}/live", g.withTicket(func(w http.ResponseWriter, r *http.Request, t chat.Ticket) {
		ok := t.Kind == chat.WatchTicket // the hub searches for its game
		if !ok {
			_, ok = g.found(w, r, t, "")
		}
		if ok {
			g.hub.Stream(w, r, t.Place, t.Game)
		}
	}))
	addAssets(g.mux, GamesPath, "game.css")
	return g
}

// GamesPath begins the path of every page of a game.
const GamesPath = "/g/"

// Address returns the URL of the page of a game. It does not show where the game is played.
func (g *Games) Address(place chat.Place, id chat.GameID) string {
	return g.AddressOf(chat.Ticket{Kind: chat.WatchTicket, Place: place, Game: id})
}

// AddressOf returns the URL of the page that a ticket opens. It does not show what the ticket says.
func (g *Games) AddressOf(t chat.Ticket) string { return g.URL + GamesPath + g.Seal(t.String()) }

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

func (g *Games) withTicket(next func(http.ResponseWriter, *http.Request, chat.Ticket)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("ticket")
		text, opened := "", false
		if len(token) <= maxTicket {
			text, opened = g.Open(token)
		}
		if t, err := chat.ParseTicket(text); opened && err == nil {
			next(w, r, t)
			return
		}
		http.NotFound(w, r)
	}
}

// gameTimeout limits how long a page may wait for its game.
const gameTimeout = 5 * time.Second

// find asks the handler for a game. It returns false if the game does not exist, or the ticket has ended.
func (g *Games) find(ctx context.Context, t chat.Ticket, ply, locale string) (e chat.Effect, found bool, err error) {
	handler := g.handler.Load()
	if handler == nil {
		return e, false, context.DeadlineExceeded
	}
	ctx, stop := context.WithTimeout(ctx, gameTimeout)
	defer stop()
	args := []chat.Argument{{Name: chat.PageGame, Value: chat.Token{Text: string(t.Game)}}, {Name: chat.PagePly, Value: chat.Token{Text: ply}}}
	if t.Kind != chat.WatchTicket {
		args = append(args, chat.Argument{Name: chat.PageLink, Value: chat.Token{Text: strconv.FormatUint(uint64(t.Number), 10)}})
	}
	r, err := (*handler).Handle(ctx, chat.Action{Origin: chat.OriginPlatform, Verb: chat.VerbPage, User: t.User, Place: t.Place, Args: args, Locale: locale})
	if err != nil || len(r.Effects) == 0 || r.Effects[0].Message.Line == nil || t.Kind == chat.GuestTicket && r.Effects[0].Message.Controls == nil {
		return e, false, err
	}
	return r.Effects[0], true, nil
}

// gamePage holds the values of the templates "game" and "part".
type gamePage struct {
	part
	Title, Description, Preview string
	Says                        Sentences
	Colors, Root, Path, Here    string // Here is the address of the shown position
	Version                     uint32
	IsBoard                     bool   // all squares can be pressed
	Once                        string // makes a press unique
	Guest                       string // what a guest should know before they take the seat
	Answers                     []part // private answers to a press
	Sides                       [2]side
	Steps                       []step
	Ways                        [4]way
	Curve                       *curve
}

// part is a message on the page.
type part struct {
	*message
	Text, Footer []span
}

func (g *Games) partOf(m chat.Message, says Sentences, token string) part {
	p := part{message: &message{Message: local.Message{Shows: m}, At: seat{Says: says}}, Text: g.spans(m.Text)}
	p.addBoard(m)
	if p.Caption != "" {
		p.Caption = g.name(m.Picture.Alt)
	}
	if len(m.Footers) > 0 {
		p.Footer = g.spans(m.Footers[0])
	}
	p.addControls(m.Controls, func(action string) string { return g.Sign(token+" "+action) + "." + action })
	var buttons []control // moves are played on the board
	for _, row := range p.Rows {
		buttons = append(buttons, slices.DeleteFunc(row.Buttons, func(c control) bool { return isSquare.MatchString(c.Label) })...)
	}
	p.Rows = []row{{Buttons: buttons}}
	return p
}

var isSquare = regexp.MustCompile("^[a-h][1-8]$")

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

func (g *Games) says(r *http.Request) Sentences {
	return g.Says(cmp.Or(r.URL.Query().Get("lang"), r.Header.Get("Accept-Language")))
}

// found is [Games.find] for a request. If it returns false, it has answered the request.
func (g *Games) found(w http.ResponseWriter, r *http.Request, t chat.Ticket, ply string) (e chat.Effect, ok bool) {
	e, ok, err := g.find(r.Context(), t, ply, g.says(r).Tag)
	if !ok {
		g.refuse(w, r, t, err)
	}
	return e, ok
}

// refuse answers a request that shows no game. It leads guests who are late to the page that everybody may see.
func (g *Games) refuse(w http.ResponseWriter, r *http.Request, t chat.Ticket, err error) {
	switch {
	case err != nil:
		exchange.Refuse(w, http.StatusServiceUnavailable)
	case t.Kind == chat.GuestTicket, t.User.Platform == chat.GuestPlatform:
		http.Redirect(w, r, g.Address(t.Place, t.Game)+"?taken=1", http.StatusSeeOther)
	default:
		http.NotFound(w, r)
	}
}

// page shows the game, with private answers to a press.
func (g *Games) page(w http.ResponseWriter, r *http.Request, t chat.Ticket, answers []chat.Message) {
	q, token, says, name := r.URL.Query(), r.PathValue("ticket"), g.says(r), "game"
	if q.Has("taken") {
		answers = append(answers, chat.Message{Text: chat.Say(says.Taken)})
	}
	if q.Has("part") {
		name = "part"
	}
	show := func() (string, error) {
		e, found, err := g.find(context.WithoutCancel(r.Context()), t, q.Get("ply"), says.Tag)
		if !found {
			return "", err
		}
		return draw(g.html, name, g.pageOf(e, t, says, token, answers)), nil
	}
	if t.Kind == chat.WatchTicket && answers == nil {
		show = g.shared(strings.Join([]string{name, token, says.Tag, q.Get("ply")}, " "), show)
	}
	text, err := show()
	if text == "" {
		g.refuse(w, r, t, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, text) // the browser may have left
}

// gatherTime is the time that a page waits for equal requests.
const gatherTime = 20 * time.Millisecond

// shared returns a function like show. Requests with the same key share a call that begins after all of them, so
// that none misses an earlier change.
func (g *Games) shared(key string, show func() (string, error)) func() (string, error) {
	return func() (string, error) {
		text, err, _ := g.drawing.Do(key, func() (any, error) {
			time.Sleep(gatherTime)
			g.drawing.Forget(key)
			return show()
		})
		return text.(string), err
	}
}

func (g *Games) pageOf(e chat.Effect, t chat.Ticket, says Sentences, token string, answers []chat.Message) *gamePage {
	m := e.Message
	newest, at := len(m.Line.Moves), m.Line.At
	p := &gamePage{part: g.partOf(m, says, token), Says: says, Version: e.Subject.Version, Root: g.root, Path: g.root + token}
	if t.Kind != chat.WatchTicket {
		p.Once = rand.Text()
	}
	switch t.Kind {
	case chat.SeatTicket:
		p.IsBoard = at == newest && !m.Board.View.Ended
	case chat.GuestTicket:
		p.Guest = says.Guest(g.Kept)
	}
	for _, answer := range answers {
		if one := g.partOf(answer, says, token); one.Squares != nil {
			p.part, p.IsBoard = one, false
		} else {
			p.Answers = append(p.Answers, one)
		}
	}
	score := p.view.Position.Score()
	for c, discs := range [2]int{score.Black, score.White} {
		name := g.name(m.Line.Sides[c])
		p.Sides[c] = side{
			Name: cmp.Or(name, [...]string{says.Black, says.White}[c]), Class: [...]string{"blk", "wht"}[c], Discs: discs,
			ToMove: !p.view.Ended && int(p.view.Position.ToMove) == c,
		}
	}
	p.Title = p.Sides[0].Name + " – " + p.Sides[1].Name
	for _, one := range append(p.Answers, p.part) {
		p.Description = strings.TrimSpace(p.Description + " " + plain(one.Text))
	}
	address := func(ply int) string {
		if ply == newest {
			return p.Path
		}
		return p.Path + "?ply=" + strconv.Itoa(ply)
	}
	p.Here = address(at)
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
		p.Preview = g.Image(t.Place.Tenant(), m.Picture.Image)
	}
	p.Curve = newCurve(m.Line)
	return p
}

func plain(spans []span) (text string) {
	for _, s := range spans {
		text += s.Text
	}
	return text
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
	if l.Chart == nil || len(l.Chart.Series) == 0 || len(l.Chart.Series[0].Values) != len(l.Moves)+1 {
		return nil
	}
	var area strings.Builder
	area.WriteString("M0 0")
	most := 8
	for x, value := range l.Chart.Series[0].Values {
		most = max(most, value, -value)
		fmt.Fprintf(&area, "L%d %d", x, -value)
	}
	fmt.Fprintf(&area, "L%d 0Z", len(l.Moves))
	return &curve{Title: l.Chart.Title, Area: area.String(), Top: -most - 2, Bottom: most + 2, Width: len(l.Moves), At: l.At}
}
