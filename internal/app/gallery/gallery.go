package gallery

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/time/rate"

	"othellobot/internal/recent"
	"othellobot/render"
)

// mostDrawn is the number of pictures that are kept, and at most as many more. The largest have
// some 150 KB.
const mostDrawn = 50

// Path begins the path of every picture.
const Path = "/picture/"

// Gallery draws pictures for whoever asks by their address. It may be used concurrently.
//
// What one tenant's pictures take up is bounded, and takes nothing from others: by the
// addresses that were signed for it, whoever asks for them. What this process has shown
// lately and nobody has fetched yet is apart from older addresses, which anybody may collect,
// and replays are apart from the rest.
type Gallery struct {
	base    string
	key     []byte
	drawn   recent.Map[string, []byte] // the files of pictures
	shown   recent.Set[string]         // the names of those that are to be fetched for the first time
	stills  *shares
	replays *shares
	draw    func(render.Picture) []byte
}

// New makes a gallery at the public address of the bot, which has no slash at its end. All
// that have the same key draw each other's pictures. Unless it is limited it draws as much
// as is asked for.
func New(publicURL string, key []byte, limited bool) *Gallery {
	stills, replays := stillLimit, replayLimit
	if !limited {
		stills.perSecond, replays.perSecond = rate.Inf, rate.Inf
	}
	return &Gallery{
		base: publicURL + Path, key: key, drawn: recent.Map[string, []byte]{Most: mostDrawn}, draw: render.Picture.Draw,
		stills: newShares(stills), replays: newShares(replays),
	}
}

// URL is the address of a picture that a tenant is about to be shown, the same each time, at
// most 563 bytes longer than the public address. It does not say who the tenant is.
func (g *Gallery) URL(tenant string, p render.Picture) string {
	file := render.Address(p) + "." + string(p.Format())
	g.shown.Add(file)
	name := g.sign("tenant " + tenant)[:markSize] + "." + file // no name has a space
	return g.base + g.sign(name) + "." + name
}

// markSize is how many letters of an address tell tenants apart: so few that the shares of
// all fit in memory, and so many that hardly two have the same.
const markSize = 2

// maxName is how long the last part of a path is at most: a signature, a mark, an address
// and the format.
const maxName = 22 + 1 + markSize + 1 + render.MaxAddress + 1 + 3

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
	mark, file, _ := strings.Cut(name, ".")
	address, extension, _ := strings.Cut(file, ".")
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

// file gives the file of a picture, and false if too much is asked for to draw it.
func (g *Gallery) file(ctx context.Context, mark, name string, p render.Picture) ([]byte, bool) {
	if data, drawn := g.drawn.Get(name); drawn {
		return data, true
	}
	shares, of := g.stills, mark
	if p.Format() == render.GIF {
		shares = g.replays
	}
	if g.shown.Has(name) {
		of += " shown lately"
	}
	return shares.draw(ctx, of, func() ([]byte, bool) { return g.drawn.Get(name) }, func() []byte {
		data := g.draw(p)
		g.drawn.Put(name, data)
		g.shown.Take(name)
		return data
	})
}
