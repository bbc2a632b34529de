package discord

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestIdentify(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v10/applications/@me" || r.Header.Get("Authorization") != "Bot "+botToken {
			t.Errorf("%s is asked for", r.URL.Path)
		}
		_, _ = w.Write([]byte(`{"name":"Othello","approximate_guild_count":7,"verify_key":"ab"}`))
	}))
	defer s.Close()
	who, err := Identify(t.Context(), s.URL+"/api/", botToken)
	if err != nil || who.Name != "Othello" || who.Servers != 7 || who.Key != "ab" || who.AnsweredAt.IsZero() {
		t.Errorf("Discord tells of %+v, %v", who, err)
	}
}
