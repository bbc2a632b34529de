package slacktest

import (
	"encoding/json"
	"slices"
	"testing"
)

func TestTokens(t *testing.T) {
	s := New(t)
	taken := newTaker(s)
	for token, want := range map[string]string{
		"": "not_authed", "xoxb-unknown": "invalid_auth", s.AppToken(): "not_allowed_token_type", s.BotToken(): "",
	} {
		if _, err := api(s, token).AuthTest(); code(err) != want {
			t.Errorf("auth.test with %q gives %v, want %q", token, err, want)
		}
	}
	dead := s.BotToken()
	s.Uninstall(s.Workspace)
	if _, err := api(s, dead).AuthTest(); code(err) != "account_inactive" {
		t.Errorf("after the end of the installation auth.test gives %v", err)
	}
	if s.BotToken() != "" {
		t.Error("the workspace still has a token")
	}
	events := slices.Collect(func(yield func(string) bool) {
		for _, body := range taken.bodies[PathEvents] {
			var e struct{ Event struct{ Type string } }
			if json.Unmarshal([]byte(body), &e) != nil || !yield(e.Event.Type) {
				return
			}
		}
	})
	if !slices.Equal(events, []string{"tokens_revoked", "app_uninstalled"}) {
		t.Errorf("the app receives the events %q", events)
	}
	again := s.Install(s.Workspace)
	s.Revoke(s.Workspace, "token_revoked")
	if _, err := api(s, again).AuthTest(); again == dead || code(err) != "token_revoked" {
		t.Errorf("with a revoked token auth.test gives %v", err)
	}
}
