package discord

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestIdentify(t *testing.T) {
	for body, c := range map[string]struct {
		status int
		want   string // of the error
	}{
		`{"name":"Othello","approximate_guild_count":7,"verify_key":"ab"}`: {http.StatusOK, ""},
		`<html>`: {http.StatusOK, "something else than JSON"},
		`{}`:     {http.StatusUnauthorized, "refuses the token"},
		``:       {http.StatusBadGateway, "status 502"},
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/api/v10/applications/@me" || r.Header.Get("Authorization") != "Bot "+botToken {
				t.Errorf("%s is asked for", r.URL.Path)
			}
			w.WriteHeader(c.status)
			_, _ = w.Write([]byte(body))
		}))
		who, err := Identify(t.Context(), s.URL+"/api/", botToken)
		s.Close()
		if c.want == "" && (err != nil || who.Name != "Othello" || who.Servers != 7 || who.Key != "ab" || who.Told.IsZero()) {
			t.Errorf("%q tells of %+v, %v", body, who, err)
		}
		if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), botToken)) {
			t.Errorf("%q ends with %v, want %q", body, err, c.want)
		}
	}
}
