package exchange

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxBody is how many bytes a delivery by HTTP may have.
const MaxBody = 256 << 10

// maxClockSkew limits the difference between the time of a signature and the clock.
const maxClockSkew = 5 * time.Minute

// Verifier lets in by HTTP what a platform has signed.
type Verifier struct {
	Stamp, Signature string // the headers with the time, in seconds of Unix, and with the signature in hexadecimal digits
	Prefix           string // of the signature's header
	Size             int    // of a signature in bytes
	Holds            func(stamp string, body, signature []byte) bool
	Now              func() time.Time
}

// Read reads a delivery if its headers look like the platform's, and checks the signature
// before anything is parsed. It refuses the request itself if that is wrong, or the
// platform has not sent it within five minutes.
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
