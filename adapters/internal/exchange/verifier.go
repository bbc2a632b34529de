package exchange

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxBody limits a delivery by HTTP, in bytes.
const MaxBody = 256 << 10

// maxClockSkew limits the difference between the time of a signature and the clock.
const maxClockSkew = 5 * time.Minute

// Verifier lets in the HTTP requests that a platform has signed.
type Verifier struct {
	Stamp, Signature string // the headers with the time, in seconds of Unix, and with the signature in hexadecimal digits
	Prefix           string // of the signature's header
	Size             int    // of a signature in bytes
	Holds            func(stamp string, body, signature []byte) bool
	Now              func() time.Time
}

// Read reads a delivery and checks its signature before anything is parsed. It answers the
// request itself if the headers or the signature are wrong, or the time is not within five
// minutes of now.
func (v *Verifier) Read(w http.ResponseWriter, r *http.Request) (body []byte, ok bool) {
	refuse := func(status int) ([]byte, bool) { Refuse(w, status); return nil, false }
	stamp := r.Header.Get(v.Stamp)
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	said, given := strings.CutPrefix(r.Header.Get(v.Signature), v.Prefix)
	signature, wrong := hex.DecodeString(said)
	late := v.Now().Sub(time.Unix(seconds, 0)).Abs() > maxClockSkew
	if err != nil || wrong != nil || !given || len(signature) != v.Size || late {
		return refuse(http.StatusUnauthorized)
	}
	body, status := ReadBody(w, r, MaxBody)
	if status != http.StatusOK {
		return refuse(status)
	}
	if !v.Holds(stamp, body, signature) {
		return refuse(http.StatusUnauthorized)
	}
	return body, true
}
