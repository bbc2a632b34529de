package exchange

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

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
