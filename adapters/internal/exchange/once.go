package exchange

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// Once sends a request once, over a connection of its own that ends with the answer, and
// follows no redirection. Its error names the host and what went wrong.
func Once(r *http.Request) (*http.Response, error) {
	way := http.DefaultTransport.(*http.Transport).Clone()
	way.DisableKeepAlives = true
	client := http.Client{
		Transport:     way,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(r)
	if failed := (*url.Error)(nil); errors.As(err, &failed) {
		err = failed.Err // without the address
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be reached: %w", r.URL.Host, err)
	}
	return response, nil
}
