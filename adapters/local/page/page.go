package page

import (
	"context"
	"embed"
	"html/template"
	"net/http"
	"sync"
	"time"

	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

// Config says what a page shows. All fields are required but Play.
type Config struct {
	Adapter   *local.Adapter
	Token     string          // without which nothing is shown
	Port      string          // at which the page is asked for
	Looks     []Look          // to choose from, the default first
	Languages []Language      // to choose from
	Opening   []string        // commands of which the first that shows a board opens a channel
	Play      *Script         // shown step by step; nil for a channel in which people play
	Done      <-chan struct{} // closed when streams are to end

	// Says gives the page's own words for a locale, or for the header Accept-Language.
	Says func(locale string) Sentences
}

// Look is a platform whose buttons and lists are shown: that of the places where they are.
type Look struct{ Name, Platform string }

// Language is one that the bot speaks, by its tag.
type Language struct{ Tag, Name string }

// Sentences are the page's own words in one language.
type Sentences struct {
	Tag string // of the language

	Name, Channel, Language, Limits, Colors, Auto, Light, Dark, Moderator, Wait string
	Write, Send, Settings, Apply, Messages, Board, NextLine, AllLines, NoToken  string
	Black, White, Empty, Playable                                               string

	Only  func(chat.UserID) chat.Text // one person alone sees a message
	Lasts func(time.Duration) string  // a time in whole minutes
}

//go:embed page.css page.html page.js
var files embed.FS

// server answers what browsers ask for.
type server struct {
	Config
	html    *template.Template
	streams chan struct{} // filled by those that are open

	opening sync.Mutex // held while a channel is opened
}

// New gives the handler of all requests.
func New(c Config) http.Handler {
	s := &server{
		Config: c, html: template.Must(template.ParseFS(files, "page.html")), streams: make(chan struct{}, maxStreams),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.seated(s.page))
	mux.HandleFunc("GET /events", s.seated(s.stream))
	mux.HandleFunc("GET /complete", s.seated(s.complete))
	mux.HandleFunc("GET /picture", s.seated(s.picture))
	mux.HandleFunc("POST /say", s.seated(s.say))
	mux.HandleFunc("POST /press", s.seated(s.press))
	mux.HandleFunc("POST /fill", s.seated(s.fill))
	if c.Play != nil {
		mux.HandleFunc("POST /step", s.seated(s.step))
	}
	mux.Handle("GET /page.css", asset("text/css", mustRead("page.css")))
	mux.Handle("GET /page.js", asset("text/javascript", mustRead("page.js")))
	for _, t := range render.Tiles() {
		mux.Handle("GET /tile/"+t.Name+".png", asset("image/png", t.PNG))
	}
	return guarded(mux, c)
}

func mustRead(name string) []byte {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is part of the program
	}
	return content
}

// asset serves a file that stays as it is for as long as the program runs.
func asset(mediaType string, content []byte) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Cache-Control", "private, max-age=60")
		_, _ = w.Write(content) // the browser may have left
	})
}

// page shows a channel.
func (s *server) page(w http.ResponseWriter, r *http.Request, at seat) {
	s.open(r.Context(), at)
	s.send(w, "page", s.whole(at))
}

// open begins a game where nothing has been said yet in the channel that people come to first.
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
