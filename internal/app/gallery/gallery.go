package gallery

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/time/rate"

	"othellobot/render"
)

// Path begins the path of every picture.
const Path = "/picture/"

// What the drawing of pictures may take up. A message brings one picture, which its
// platform fetches once.
const (
	drawnPerSecond = 20
	drawnAtOnce    = 40
	maxWaiting     = 20 // for the picture that is being drawn
)

// Gallery draws pictures for whoever asks by their address. It may be used concurrently.
type Gallery struct {
	base    string
	key     []byte
	limit   *rate.Limiter
	waiting chan struct{} // holds one for each request that draws or waits for that
	turn    chan struct{} // holds one while a picture is drawn
	drawn   *cache
}

// New makes a gallery at the public address of the bot, which has no slash at its end. All
// that have the same key draw each other's pictures. Unless it is limited it draws as much
// as is asked for.
func New(publicURL string, key []byte, limited bool) *Gallery {
	g := &Gallery{
		base: publicURL + Path, key: key, limit: rate.NewLimiter(rate.Inf, 0),
		waiting: make(chan struct{}, maxWaiting), turn: make(chan struct{}, 1), drawn: newCache(maxCached),
	}
	if limited {
		g.limit = rate.NewLimiter(drawnPerSecond, drawnAtOnce)
	}
	return g
}

// URL is the address of a picture, at most 560 bytes longer than the public address.
func (g *Gallery) URL(p render.Picture) string {
	name := render.Address(p) + "." + string(p.Format())
	return g.base + g.sign(name) + "." + name
}

// maxName is how long the last part of a path is at most: a signature, an address and the
// format.
const maxName = 22 + 1 + render.MaxAddress + 1 + 3

// sign is the signature of a name, 22 letters and digits, "-" and "_".
func (g *Gallery) sign(name string) string {
	mac := hmac.New(sha256.New, g.key)
	_, _ = mac.Write([]byte(name)) // never fails, https://pkg.go.dev/hash#Hash
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// ServeHTTP gives the picture whose address is asked for: 400 if that is too long, 404 if
// the bot did not make it. How much of a signature is right makes no difference in time.
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
	address, extension, _ := strings.Cut(name, ".")
	picture, err := render.ParseAddress(address)
	if err != nil || string(picture.Format()) != extension { // of another version of the bot
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
	file, ok := g.file(r, name, picture)
	if !ok {
		header.Del("ETag")
		header.Set("Cache-Control", "no-store")
		header.Set("Retry-After", "1")
		http.Error(w, "too much at once", http.StatusTooManyRequests)
		return
	}
	header.Set("Content-Type", picture.Format().MediaType())
	header.Set("Content-Length", strconv.Itoa(len(file)))
	header.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodHead {
		_, _ = w.Write(file) // the client may have left
	}
}

// file gives the file of a picture, and false if too much is asked for to draw it.
func (g *Gallery) file(r *http.Request, name string, p render.Picture) ([]byte, bool) {
	if file, ok := g.drawn.get(name); ok {
		return file, true
	}
	select {
	case g.waiting <- struct{}{}:
		defer func() { <-g.waiting }()
	default:
		return nil, false
	}
	select {
	case g.turn <- struct{}{}:
		defer func() { <-g.turn }()
	case <-r.Context().Done():
		return nil, false
	}
	if file, ok := g.drawn.get(name); ok { // by another in the meantime
		return file, true
	}
	if !g.limit.Allow() {
		return nil, false
	}
	file := p.Draw()
	g.drawn.put(name, file)
	return file, true
}
