package exchange

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// A delivery passes if its signature is valid and its time is close to the clock's. If the headers
// are wrong, the body is not read.
func TestVerifier(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	for name, c := range map[string]struct {
		stamp, signature, body string
		want                   int
		read                   bool
	}{
		"good":              {strconv.FormatInt(now.Unix(), 10), "v0=0102", "good", http.StatusOK, true},
		"forged":            {strconv.FormatInt(now.Unix(), 10), "v0=0102", "forged", http.StatusUnauthorized, true},
		"without a prefix":  {strconv.FormatInt(now.Unix(), 10), "0102", "good", http.StatusUnauthorized, false},
		"too short":         {strconv.FormatInt(now.Unix(), 10), "v0=01", "good", http.StatusUnauthorized, false},
		"no digits":         {strconv.FormatInt(now.Unix(), 10), "v0=01zz", "good", http.StatusUnauthorized, false},
		"in milliseconds":   {strconv.FormatInt(now.UnixMilli(), 10), "v0=0102", "good", http.StatusUnauthorized, false},
		"with a fraction":   {strconv.FormatInt(now.Unix(), 10) + ".0", "v0=0102", "good", http.StatusUnauthorized, false},
		"after all time":    {"9223372036854775808", "v0=0102", "good", http.StatusUnauthorized, false},
		"before all time":   {"-9223372036854775808", "v0=0102", "good", http.StatusUnauthorized, false},
		"in capitals":       {strconv.FormatInt(now.Unix(), 10), "V0=0102", "good", http.StatusUnauthorized, false},
		"behind a word":     {strconv.FormatInt(now.Unix(), 10), "Bearer v0=0102", "good", http.StatusUnauthorized, false},
		"twice as long":     {strconv.FormatInt(now.Unix(), 10), "v0=01020102", "good", http.StatusUnauthorized, false},
		"without a time":    {"", "v0=0102", "good", http.StatusUnauthorized, false},
		"late":              {strconv.FormatInt(now.Unix()-301, 10), "v0=0102", "good", http.StatusUnauthorized, false},
		"late and forged":   {strconv.FormatInt(now.Unix()-301, 10), "v0=0102", "forged", http.StatusUnauthorized, false},
		"as large as it is": {strconv.FormatInt(now.Unix(), 10), "v0=0102", "good" + strings.Repeat(" ", MaxBody-4), http.StatusOK, true},
		"too large":         {strconv.FormatInt(now.Unix(), 10), "v0=0102", "good" + strings.Repeat(" ", MaxBody), http.StatusRequestEntityTooLarge, false},
	} {
		v := Verifier{
			Stamp: "Stamp", Signature: "Signature", Prefix: "v0=", Size: 2, Now: func() time.Time { return now },
			Valid: func(stamp string, body, signature []byte) bool {
				return stamp == c.stamp && strings.HasPrefix(string(body), "good") && string(signature) == "\x01\x02"
			},
		}
		sent := strings.NewReader(c.body)
		w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", sent)
		r.Header.Set("Stamp", c.stamp)
		r.Header.Set("Signature", c.signature)
		body, ok := v.Read(w, r)
		if w.Code != c.want || ok != (c.want == http.StatusOK) || ok && string(body) != c.body {
			t.Errorf("%s: %d and %t", name, w.Code, ok)
		}
		if read := sent.Len() < len(c.body); read != c.read {
			t.Errorf("%s: the body is read: %t", name, read)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the bubble's clock starts at midnight UTC, 2000-01-01
		for _, c := range []struct {
			after, date string
			want        time.Duration
			none        bool
		}{
			{after: "3", want: 3 * time.Second},
			{after: "0", want: 0},
			{after: " 3 ", want: 3 * time.Second},
			{after: "0.5", want: 500 * time.Millisecond},
			{after: "3600", want: time.Hour},
			{after: "86401", want: 24 * time.Hour},
			{after: "1e300", want: 24 * time.Hour},
			{after: "Inf", want: 24 * time.Hour},
			{after: "NaN", none: true},
			{after: "-1", none: true},
			{after: "", none: true},
			{after: "soon", none: true},
			{after: "3s", none: true},
			{after: "3, 3", none: true},
			{after: "Sat, 01 Jan 2000 00:01:00 GMT", want: time.Minute},
			{after: "Saturday, 01-Jan-00 00:01:00 GMT", want: time.Minute},
			{after: "Sat Jan  1 00:01:00 2000", want: time.Minute},
			{after: "Fri, 31 Dec 1999 23:59:00 GMT", want: 0},
			{after: "Fri, 07 Jan 2000 00:00:00 GMT", want: 24 * time.Hour},
			{after: "Fri, 27 Nov 2026 08:01:00 GMT", date: "Fri, 27 Nov 2026 08:00:00 GMT", want: time.Minute},
			{after: "Sat, 01 Jan 2000 00:01:00 GMT", date: "today", want: time.Minute},
			{after: "Sat, 01 Jan", none: true},
		} {
			got, ok := RetryAfter(http.Header{"Retry-After": {c.after}, "Date": {c.date}})
			if got != c.want || ok == c.none {
				t.Errorf("%q is a wait of %v, %t, want %v", c.after, got, ok, c.want)
			}
		}
		if got, ok := RetryAfter(http.Header{}); ok {
			t.Errorf("no header is a wait of %v", got)
		}
	})
}
