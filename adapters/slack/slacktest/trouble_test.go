package slacktest

import (
	"net/http"
	"strings"
	"testing"
)

func TestStrangeRequestsFailTheTest(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	for _, c := range []struct{ path, kind, body, want string }{
		{"/api/emoji.list", formType, "", "emoji.list is no method"},
		{"/elsewhere", formType, "", "/elsewhere is nothing"},
		{"/api/auth.test", "text/plain", "x", "content type"},
		{"/api/auth.test", formType, "a=%zz", "form:"},
	} {
		r, err := http.NewRequest(http.MethodPost, s.URL()+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", c.kind)
		answer, err := s.Transport().RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], c.want) {
			t.Errorf("%s makes the test fail with %q, want %q", c.path, found, c.want)
		}
	}
}
