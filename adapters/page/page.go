package page

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"sync"
	"time"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// Config configures a page. Adapter, Token, Port, Looks and Says are required.
type Config struct {
	Adapter   *local.Adapter
	Token     string          // secret that a browser must present
	Port      string          // port of the page's address
	Looks     []Look          // platforms that the page can imitate, the default first
	Languages []Language      // languages that the user can choose
	Opening   []string        // commands to run in the empty default channel until one shows a board
	Play      *Script         // script to show step by step; nil if users play in the channel
	Games     *Games          // pages of single games; may be nil
	Done      <-chan struct{} // closed to end all streams; may be nil

	// Says returns the page's own texts for a locale or an Accept-Language header.
	Says func(locale string) Sentences
}

// Look is a platform whose buttons and lists the page can imitate. The page's places then have
// that platform.
type Look struct{ Name, Platform string }

// Language is a language of the bot, with its tag.
type Language struct{ Tag, Name string }

// Sentences holds the page's own texts in one language.
type Sentences struct {
	Tag string // language tag

	Name, Channel, Language, Limits, Colors, Auto, Light, Dark, Contrast, Moderator, Wait string
	Write, Send, Settings, Apply, Messages, Board, NextLine, AllLines, NoToken            string
	Black, White, Empty, Playable                                                         string
	First, Back, On, Last, PlayThrough, Moves, Sound                                      string

	Only  func(chat.UserID) chat.Text // says that only this user sees a message
	Lasts func(time.Duration) string  // formats a duration in whole minutes
}

//go:embed chat.css contrast.css game.css page.css page.html page.js
var files embed.FS

type server struct {
	Config
	html    *template.Template
	streams chan struct{} // holds an element for each open stream
	opening sync.Mutex    // held while a channel is opened
}

// New returns the handler of all requests.
func New(c Config) http.Handler {
	s := &server{
		Config: c, html: templates(), streams: make(chan struct{}, maxStreams),
	}
	mux := http.NewServeMux()
	for pattern, handler := range map[string]func(http.ResponseWriter, *http.Request, seat){
		"GET /{$}": s.page, "GET /events": s.stream, "GET /complete": s.complete, "GET /picture": s.picture, "GET /file": s.file,
		"POST /say": s.say, "POST /press": s.press, "POST /fill": s.fill,
	} {
		mux.HandleFunc(pattern, s.withSeat(handler))
	}
	if c.Play != nil {
		mux.HandleFunc("POST /step", s.withSeat(s.step))
	}
	if c.Games != nil {
		mux.Handle(GamesPath, c.Games.mux)
	}
	addAssets(mux, "/", "chat.css")
	return guard(withToken(mux, c), func(header string) bool { return isLocal(header, c.Port) })
}

func templates() *template.Template { return template.Must(template.ParseFS(files, "page.html")) }

// addAssets adds the files that pages below a path load. Their style consists of the common part and the named one.
func addAssets(mux *http.ServeMux, path, style string) {
	read := func(name string) []byte {
		content, _ := files.ReadFile(name) // it is embedded
		return content
	}
	mux.Handle("GET "+path+"page.css", asset("text/css", slices.Concat(read("page.css"), read(style), palettes())))
	mux.Handle("GET "+path+"contrast.css", asset("text/css", read("contrast.css")))
	mux.Handle("GET "+path+"page.js", asset("text/javascript", read("page.js")))
	mux.Handle("GET "+path+"icon.svg", asset("image/svg+xml", []byte(icon)))
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#2f865a"/>` +
	`<circle cx="8" cy="8" r="6" fill="#f6f6f1"/><path d="M8 2a6 6 0 0 0 0 12z" fill="#272b29"/></svg>`

// palettes returns style rules with the colours of pictures. Boards have the same colours.
func palettes() (text []byte) {
	for colors, name := range colorNames {
		text = fmt.Appendf(text, ".%s{%s}\n", name, render.Colors(colors).CSS())
	}
	return text
}

func asset(mediaType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Cache-Control", "private, max-age=60")
		_, _ = w.Write(content) // the browser may have left
	})
}

func (s *server) page(w http.ResponseWriter, r *http.Request, at seat) {
	s.open(r.Context(), at)
	send(w, s.html, "page", s.pageData(at))
}

// open starts a game in the default channel if the channel is still empty.
func (s *server) open(ctx context.Context, at seat) {
	if s.Play != nil || at.Place.Channel != local.Platform {
		return
	}
	s.opening.Lock()
	defer s.opening.Unlock()
	if list, _, _ := s.Adapter.Changes(chat.UserID{}, at.Place, 0); len(list) == 0 {
		s.Adapter.Open(context.WithoutCancel(ctx), at.action(), s.Opening)
	}
}
