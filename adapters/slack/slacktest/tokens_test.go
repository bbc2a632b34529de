package slacktest

import (
	"encoding/json"
	"net/http"
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
	header, err := http.NewRequest(http.MethodPost, s.APIURL()+"auth.test", nil)
	if err != nil {
		t.Fatal(err)
	}
	header.Header.Set("Authorization", "Bearer "+s.BotToken())
	answer, err := s.Transport().RoundTrip(header)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var said struct{ OK bool }
	if json.NewDecoder(answer.Body).Decode(&said) != nil || !said.OK {
		t.Error("a token in the header is not taken")
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
		t.Errorf("the app is told %q", events)
	}
	again := s.Install(s.Workspace)
	s.Revoke(s.Workspace, "token_revoked")
	if _, err := api(s, again).AuthTest(); again == dead || code(err) != "token_revoked" {
		t.Errorf("with a revoked token auth.test gives %v", err)
	}
}

func TestPeople(t *testing.T) {
	s := New(t)
	bot := api(s, s.BotToken())
	for name, isBot := range map[string]bool{"ana": false, "bot": true, "chessbot": true} {
		if u, err := bot.GetUserInfo(s.User(name)); err != nil || u.IsBot != isBot || u.Name != name || u.TeamID != s.TeamID {
			t.Errorf("users.info of %s gives %+v (%v)", name, u, err)
		}
	}
	if _, err := bot.GetUserInfo(s.NewWorkspace("other").User("ana")); code(err) != "user_not_found" {
		t.Errorf("users.info of a stranger gives %v", err)
	}
}
