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

// maxIdentity limits the bytes read of an answer.
const maxIdentity = 64 << 10

// Identify sends a request that asks who a token belongs to. It sends it once, over a
// connection of its own, and follows no redirection. It returns the time of the platform's
// clock, to the second, or zero if the answer has none. An error names the host and the cause.
func Identify(r *http.Request, answer any) (told time.Time, err error) {
	way := Network{}.Transport()
	way.DisableKeepAlives = true
	client := http.Client{
		Transport:     way,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(r)
	if failed, ok := errors.AsType[*url.Error](err); ok {
		err = failed.Err // without the address
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
	told, _ = http.ParseTime(response.Header.Get("Date"))
	return told, nil
}
