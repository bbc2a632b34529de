package page

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"othellobot/adapters/internal/exchange"
	"othellobot/adapters/local"
	"othellobot/chat"
	"othellobot/render"
)

const maxLine = 4000 // characters of a typed line

func (s *server) say(w http.ResponseWriter, r *http.Request, at seat) {
	said := r.PostFormValue("say")
	if utf8.RuneCountInString(said) > maxLine {
		exchange.Refuse(w, http.StatusRequestEntityTooLarge)
		return
	}
	s.awaitEngine(s.Adapter.Receive(context.WithoutCancel(r.Context()), at.action(), said), at)
	s.redirect(w, r, at, "end")
}

// press presses a control of a message, plays a square of its board, or runs a command link.
func (s *server) press(w http.ResponseWriter, r *http.Request, at seat) {
	ctx, ref, part := context.WithoutCancel(r.Context()), r.PostFormValue("message"), "end"
	if command := r.PostFormValue("command"); command != "" {
		s.Adapter.Receive(ctx, at.action(), chat.SlashCommand+" "+command)
	} else if square := r.PostFormValue("square"); square != "" {
		s.Adapter.Open(ctx, at.action(), []string{"move " + square})
	} else {
		number, err := strconv.Atoi(pressed(r))
		if err != nil {
			number = -1
		}
		s.awaitEngine(s.Adapter.Press(ctx, at.action(), chat.MessageRef(ref), number), at)
		part = "m" + ref
	}
	s.redirect(w, r, at, part)
}

// pressed returns the number of the pressed control, or of the option chosen from a list.
func pressed(r *http.Request) string {
	control := r.PostFormValue("control")
	if strings.HasPrefix(control, "option") {
		return r.PostFormValue(control)
	}
	return control
}

// awaitEngine waits up to 300 ms for the engine if it moves next. Without JavaScript, the user would
// have to reload the page to see its move.
func (s *server) awaitEngine(engineNext bool, at seat) {
	if !engineNext {
		return
	}
	_, _, more := s.Adapter.Changes(at.Reader, at.Place, 0)
	select {
	case <-more:
	case <-time.After(300 * time.Millisecond):
	}
}

func (s *server) fill(w http.ResponseWriter, r *http.Request, at seat) {
	ref := chat.MessageRef(r.PostFormValue("message"))
	s.Adapter.Fill(context.WithoutCancel(r.Context()), at.action(), ref, r.PostFormValue("text"))
	s.redirect(w, r, at, "end")
}

func (s *server) redirect(w http.ResponseWriter, r *http.Request, at seat, part string) {
	http.Redirect(w, r, at.Address("/")+"#"+part, http.StatusSeeOther)
}

func (s *server) complete(w http.ResponseWriter, r *http.Request, at seat) {
	typed := r.URL.Query().Get("typed")
	if len(typed) > maxLine {
		typed = ""
	}
	send(w, s.html, "choices", s.Adapter.Complete(r.Context(), at.action(), typed))
}

func (s *server) picture(w http.ResponseWriter, r *http.Request, at seat) {
	m, _ := s.Adapter.Shown(at.Reader, at.Place, chat.MessageRef(r.URL.Query().Get("message")))
	if p := m.Shows.Picture; p != nil {
		if replay, ok := p.Image.(render.Replay); ok && r.URL.Query().Has("still") {
			p = &chat.Picture{Image: replay.Still()}
		}
		if file, err := s.Adapter.Paint(r.Context(), p); err == nil {
			asset(p.Image.Format().MediaType(), file).ServeHTTP(w, r)
			return
		}
	}
	http.NotFound(w, r)
}

func (s *server) file(w http.ResponseWriter, r *http.Request, at seat) {
	m, _ := s.Adapter.Shown(at.Reader, at.Place, chat.MessageRef(r.URL.Query().Get("message")))
	f := m.Shows.File
	if f == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", f.MediaType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+f.Name+`"`)
	_, _ = w.Write(f.Data) // the browser may have left
}

// Script is a conversation to show line by line. Its lines are input of [local.Adapter.Take].
type Script struct {
	Name string

	mu    sync.Mutex
	lines []string // lines not yet shown
}

// NewScript returns a script with the lines of text, without output, comments and blank lines.
func NewScript(name, text string) *Script {
	s := &Script{Name: name}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) != "" && line[0] != '\t' && line[0] != '#' {
			s.lines = append(s.lines, line)
		}
	}
	return s
}

// Next returns the next line, or "" after the last.
func (s *Script) Next() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lines) == 0 {
		return ""
	}
	return s.lines[0]
}

// take carries out the next line and sets channel to the one that the line belongs to. It returns false
// after the last line.
func (s *Script) take(ctx context.Context, a *local.Adapter, channel *string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.lines) == 0 {
		return false
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	*channel = a.Take(ctx, line).Channel
	return true
}

func (s *server) step(w http.ResponseWriter, r *http.Request, at seat) {
	for s.Play.take(context.WithoutCancel(r.Context()), s.Adapter, &at.Place.Channel) && r.PostFormValue("all") != "" {
		continue
	}
	s.redirect(w, r, at, "end")
}
