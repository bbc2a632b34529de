package exchange

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxBody limits the body of an HTTP delivery, in bytes.
const MaxBody = 256 << 10

// maxClockSkew limits the difference between a signature's time and the clock.
const maxClockSkew = 5 * time.Minute

// Verifier checks the signatures of a platform's HTTP requests.
type Verifier struct {
	Stamp, Signature string // names of the headers with the time, in Unix seconds, and with the signature, in hexadecimal
	Prefix           string // of the signature header's value
	Size             int    // of a signature, in bytes
	Valid            func(stamp string, body, signature []byte) bool
	Now              func() time.Time
}

// Read reads a delivery and checks its signature before any parsing. If it returns false, it has
// already answered the request with an error. It refuses wrong headers or signatures, and times
// more than five minutes from now.
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
	if !v.Valid(stamp, body, signature) {
		return refuse(http.StatusUnauthorized)
	}
	return body, true
}
