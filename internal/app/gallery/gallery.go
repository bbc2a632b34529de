// Package gallery serves pictures by URL. The URL itself describes the picture, so any instance can
// draw what another instance linked to. URLs are signed, so only the bot decides which pictures exist:
// [Gallery.URL] makes one, and [Gallery] is the handler.
//
// The package must never read a game, nor draw a picture without a valid signature.
package gallery

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/time/rate"

	"othellobot/internal/app/signed"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/render"
)

const cacheSize = 50 // pictures; the largest take about 150 KB each

// Path begins the path of every picture.
const Path = "/picture/"

// Gallery draws pictures for any client that has their URLs. It is safe for concurrent use.
//
// Each tenant has its own limit on drawing. A picture counts for the tenant in its signed URL, no matter
// who requests it. Pictures that this process linked to recently and that no client has fetched yet
// have a separate limit, because anyone can collect older URLs. Replays also have separate limits.
type Gallery struct {
	base    string
	key     *signed.Key
	drawn   recent.Map[string, []byte] // encoded pictures, by name
	linked  recent.Set[string]         // names of linked pictures that no client has fetched yet
	stills  *shares
	replays *shares
	draw    func(render.Picture) []byte
}

// New returns a gallery at the bot's public URL, which has no trailing slash. Galleries with the same
// key draw each other's pictures. If limited is false, there is no limit on drawing.
func New(publicURL string, key *signed.Key, limited bool) *Gallery {
	stills, replays := stillLimit, replayLimit
	if !limited {
		stills.perSecond, replays.perSecond = rate.Inf, rate.Inf
	}
	return &Gallery{
		base: publicURL + Path, key: key, drawn: recent.Map[string, []byte]{Size: cacheSize}, draw: render.Picture.Draw,
		stills:  &shares{limit: stills, gate: fair.NewGate(maxRequests, maxDrawing, 1)},
		replays: &shares{limit: replays, gate: fair.NewGate(maxRequests, maxDrawing, 1)},
	}
}

// URL returns the URL of a picture that the bot is about to show to a tenant. The same arguments give
// the same URL. It is at most 563 bytes longer than the public URL, and does not reveal the tenant.
func (g *Gallery) URL(tenant string, p render.Picture) string {
	file := render.Address(p) + "." + string(p.Format())
	g.linked.Add(file)
	name := g.key.Sign("tenant " + tenant)[:markSize] + "." + file // the space makes this text differ from every name
	return g.base + g.key.Sign(name) + "." + name
}

// markSize is the length of a tenant's mark in a URL, in letters. The shares of all marks fit in memory,
// and two tenants seldom have the same mark.
const markSize = 2

// maxName limits signature, mark, address and format, in bytes.
const maxName = 22 + 1 + markSize + 1 + render.MaxAddress + 1 + 3

// ServeHTTP sends the picture that the path describes.
func (g *Gallery) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	given := strings.TrimPrefix(r.URL.Path, Path)
	if len(given) > maxName {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	signature, name, _ := strings.Cut(given, ".")
	if !g.key.Verify(name, signature) {
		http.NotFound(w, r)
		return
	}
	mark, file, _ := strings.Cut(name, ".")
	address, extension, _ := strings.Cut(file, ".")
	picture, err := render.ParseAddress(address)
	if err != nil || string(picture.Format()) != extension { // written by another version of the bot
		http.NotFound(w, r)
		return
	}
	header := w.Header()
	header.Set("ETag", `"`+signature+`"`)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	if r.Header.Get("If-None-Match") == `"`+signature+`"` {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data, ok := g.file(r.Context(), mark, file, picture)
	if !ok {
		header.Del("ETag")
		header.Set("Cache-Control", "no-store")
		header.Set("Retry-After", "1")
		http.Error(w, "too much at once", http.StatusTooManyRequests)
		return
	}
	header.Set("Content-Type", picture.Format().MediaType())
	header.Set("Content-Length", strconv.Itoa(len(data)))
	header.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodHead {
		_, _ = w.Write(data) // the client may have left
	}
}

// file reports false if the tenant is over its limit.
func (g *Gallery) file(ctx context.Context, mark, name string, p render.Picture) ([]byte, bool) {
	if data, drawn := g.drawn.Get(name); drawn {
		return data, true
	}
	shares, share := g.stills, mark
	if p.Format() == render.GIF {
		shares = g.replays
	}
	if g.linked.Has(name) {
		share += " linked"
	}
	leave, err := shares.gate.Enter(ctx, share)
	if err != nil {
		return nil, false
	}
	defer leave()
	if data, drawn := g.drawn.Get(name); drawn { // another request has drawn it meanwhile
		return data, true
	}
	if !shares.limiter(share).Allow() {
		return nil, false
	}
	data := g.draw(p)
	g.drawn.Put(name, data)
	g.linked.Take(name)
	return data, true
}

// A still takes about 5 ms of processor time, and a replay about 70 ms.
var (
	stillLimit  = limit{perSecond: 20, burst: 40}
	replayLimit = limit{perSecond: 0.2, burst: 10}
)

const (
	maxRequests = 20 // requests of one share that wait or draw
	maxDrawing  = 2  // shares that draw at the same time, so that a slow one does not delay all others
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// shares divides the capacity to draw among named shares. Each share draws one picture at a time, and
// shares take turns. It is safe for concurrent use.
type shares struct {
	limit
	gate     *fair.Gate
	limiters recent.Map[string, *rate.Limiter] // by share; it forgets none of the at most 8192 shares, see markSize
}

func (s *shares) limiter(share string) (l *rate.Limiter) {
	s.limiters.Change(share, func(old *rate.Limiter, known bool) (*rate.Limiter, bool) {
		if l = old; !known {
			l = rate.NewLimiter(s.perSecond, s.burst)
		}
		return l, true
	})
	return l
}
