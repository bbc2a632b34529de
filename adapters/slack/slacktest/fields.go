package slacktest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/url"
)

// fields holds the arguments of a call by name. Values other than texts are JSON.
type fields map[string]string

// parseFields decodes the body of a call, https://docs.slack.dev/apis/web-api/#post-bodies.
func parseFields(contentType string, body []byte) (fields, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil && len(body) > 0 {
		return nil, fmt.Errorf("content type %q: %w", contentType, err)
	}
	switch {
	case len(body) == 0:
		return fields{}, nil
	case kind == "application/x-www-form-urlencoded":
		return formFields(body)
	case kind == "application/json":
		return jsonFields(body)
	}
	return nil, fmt.Errorf("content type %q", contentType)
}

func formFields(body []byte) (fields, error) {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, fmt.Errorf("form: %w", err)
	}
	all := fields{}
	for name, value := range values {
		if len(value) != 1 {
			return nil, fmt.Errorf("form: %s is there %d times", name, len(value))
		}
		all[name] = value[0]
	}
	return all, nil
}

func jsonFields(body []byte) (fields, error) {
	var values map[string]json.RawMessage
	if err := json.Unmarshal(body, &values); err != nil {
		return nil, fmt.Errorf("JSON: %w", err)
	}
	if values == nil {
		return nil, errors.New("JSON: null")
	}
	all := fields{}
	for name, value := range values {
		all[name] = string(value)
		var text string
		if bytes.HasPrefix(value, []byte(`"`)) && json.Unmarshal(value, &text) == nil {
			all[name] = text
		}
	}
	return all, nil
}

var errNotFetched = errors.New("slacktest: a picture that cannot be fetched")

func (s *Server) content(f fields) (content, error) {
	blocks, err := s.withIDs([]byte(f["blocks"]))
	for _, b := range blocks {
		if address, _ := b["image_url"].(string); address != "" && s.fetches != nil && !s.fetches(address) {
			err = errNotFetched
		}
	}
	return content{f["text"], blocks}, err
}

// FetchPictures makes the fake call fetches for each picture of a message. If fetches returns
// false, the fake refuses the message, as Slack does,
// https://github.com/slackapi/python-slack-sdk/issues/1782. The function must not call the fake.
func (s *Server) FetchPictures(fetches func(address string) bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fetches = fetches
}
