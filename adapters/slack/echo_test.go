package slack

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

type answering string

func (a answering) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(string(a)))}, nil
}

func TestEchoIsLeftOut(t *testing.T) {
	const sent = `{"ok":true,"channel":"C1","ts":"1.2","message":{"text":"x","blocks":[]}}`
	for _, tt := range []struct{ method, answer, want string }{
		{"chat.postMessage", sent, `{"ok":true,"channel":"C1","ts":"1.2"}`},
		{"chat.update", sent, `{"ok":true,"channel":"C1","ts":"1.2"}`},
		{"conversations.open", sent, sent},
		{"chat.postMessage", `{"ok":false,"error":"not_in_channel","needed":"x"}`, `{"ok":false,"error":"not_in_channel","needed":"x"}`},
		{"chat.update", `<html>`, `<html>`},
	} {
		r, err := http.NewRequest(http.MethodPost, "https://slack.com/api/"+tt.method, nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := withoutEcho{answering(tt.answer)}.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(response.Body); err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v, want %s", tt.method, got, err, tt.want)
		}
	}
}
