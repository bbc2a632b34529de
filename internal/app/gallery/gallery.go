// Package gallery serves pictures by URL. The URL itself describes the picture, so any instance can
// draw what another instance linked to. URLs are signed, so only the bot decides which pictures exist:
// [Gallery.URL] makes one, and [Gallery] is the handler.
//
// The package must never read a game, nor draw a picture without a valid signature.
package gallery

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/time/rate"

	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/render"
)

// cacheSize is the number of pictures that the cache keeps at least. It keeps at most twice this
// number. The largest take about 150 KB each.
const cacheSize = 50

// Path begins the path of every picture.
const Path = "/picture/"

// Gallery draws pictures for any client that has their URLs. It is safe for concurrent use.
//
// Each tenant has its own limit on drawing, so that no tenant takes capacity from another. A picture
// counts for the tenant in its signed URL, no matter who requests the picture. A separate limit applies
// to pictures that this process linked to recently and that no client has fetched yet, because anyone
// can collect older URLs. Replays also have separate limits.
type Gallery struct {
	base    string
	key     []byte
	drawn   recent.Map[string, []byte] // encoded pictures, by name
	linked  recent.Set[string]         // names of linked pictures that no client has fetched yet
	stills  *shares
	replays *shares
	draw    func(render.Picture) []byte
}

// New returns a gallery at the bot's public URL, which has no trailing slash. Galleries with the same
// key draw each other's pictures. If limited is false, there is no limit on drawing.
func New(publicURL string, key []byte, limited bool) *Gallery {
	stills, replays := stillLimit, replayLimit
	if !limited {
		stills.perSecond, replays.perSecond = rate.Inf, rate.Inf
	}
	return &Gallery{
		base: publicURL + Path, key: key, drawn: recent.Map[string, []byte]{Size: cacheSize}, draw: render.Picture.Draw,
		stills: newShares(stills), replays: newShares(replays),
	}
}

// URL returns the URL of a picture that the bot is about to show to a tenant. The same arguments give
// the same URL. It is at most 563 bytes longer than the public URL, and does not reveal the tenant.
func (g *Gallery) URL(tenant string, p render.Picture) string {
	file := render.Address(p) + "." + string(p.Format())
	g.linked.Add(file)
	name := g.sign("tenant " + tenant)[:markSize] + "." + file // the space makes this text differ from every name
	return g.base + g.sign(name) + "." + name
}

// markSize is the length of a tenant's mark in a URL, in letters. It is small enough for the shares of
// all marks to fit in memory, and large enough that two tenants seldom have the same mark.
const markSize = 2

// maxName limits the last part of a path, in bytes: signature, mark, address and format.
const maxName = 22 + 1 + markSize + 1 + render.MaxAddress + 1 + 3

func (g *Gallery) sign(name string) string {
	mac := hmac.New(sha256.New, g.key)
	_, _ = mac.Write([]byte(name)) // never fails, https://pkg.go.dev/hash#Hash
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// ServeHTTP sends the picture that the path describes. It answers 400 if the path is too long and 404
// if its signature is invalid. Signatures are compared in constant time.
func (g *Gallery) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	given := strings.TrimPrefix(r.URL.Path, Path)
	if len(given) > maxName {
		http.Error(w, "too long", http.StatusBadRequest)
		return
	}
	signature, name, _ := strings.Cut(given, ".")
	if !hmac.Equal([]byte(signature), []byte(g.sign(name))) {
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

// file returns the encoded picture. It reports false if the tenant is over its limit.
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

// The limits of one share. Drawing a still takes about 5 ms of processor time, and a replay about 70 ms.
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
	gate *fair.Gate

	mu       sync.Mutex
	limiters map[string]*rate.Limiter // by share; about 100 bytes each, and at most 8192 of them, see markSize
}

func newShares(l limit) *shares {
	return &shares{limit: l, gate: fair.NewGate(maxRequests, maxDrawing, 1), limiters: make(map[string]*rate.Limiter)}
}

func (s *shares) limiter(share string) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limiters[share] == nil {
		s.limiters[share] = rate.NewLimiter(s.perSecond, s.burst)
	}
	return s.limiters[share]
}
