package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// maxIdentity limits the size of an answer, in bytes.
const maxIdentity = 64 << 10

// Identify sends r, which asks the platform to identify a token's owner, and decodes the JSON body
// into answer. It sends r once, over its own connection, and follows no redirect. It returns the
// platform's time, to the second, or the zero time if the response has no date. Errors name the
// host and the cause.
func Identify(r *http.Request, answer any) (clock time.Time, err error) {
	way := Network{}.Transport()
	way.DisableKeepAlives = true
	client := http.Client{
		Transport:     way,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // drop the URL
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("%s cannot be reached: %w", r.URL.Host, err)
	}
	defer response.Body.Close()
	switch {
	case response.StatusCode == http.StatusUnauthorized:
		return time.Time{}, fmt.Errorf("%s refuses the token", r.URL.Host)
	case response.StatusCode != http.StatusOK:
		return time.Time{}, fmt.Errorf("%s answers with status %d", r.URL.Host, response.StatusCode)
	case json.NewDecoder(io.LimitReader(response.Body, maxIdentity)).Decode(answer) != nil:
		return time.Time{}, fmt.Errorf("%s answers with something else than JSON", r.URL.Host)
	}
	clock, _ = http.ParseTime(response.Header.Get("Date"))
	return clock, nil
}
