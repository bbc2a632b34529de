package slacktest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	slackapi "github.com/slack-go/slack"
)

const redirectURI = "https://othello.example.org/slack/oauth/callback"

// authorizeURL is where an app sends people who want to install it.
func authorizeURL(s *Server) string {
	return "https://slack.com/oauth/v2/authorize?" + url.Values{
		"client_id": {s.ClientID()}, "scope": {"commands,chat:write"}, "state": {"a state"}, "redirect_uri": {redirectURI},
	}.Encode()
}

// exchange makes a token of the code in an address.
func exchange(s *Server, secret, back string) (*slackapi.OAuthV2Response, error) {
	u, err := url.Parse(back)
	if err != nil {
		return nil, err
	}
	return slackapi.GetOAuthV2Response(
		&http.Client{Transport: s.Transport()}, s.ClientID(), secret, u.Query().Get("code"), redirectURI,
		slackapi.OAuthOptionAPIURL(s.APIURL()),
	)
}

func TestInstallation(t *testing.T) {
	s := New(t)
	other := s.NewWorkspace("other")
	if other.BotToken() != "" {
		t.Error("a new workspace has a token")
	}
	back := s.Consent(other, authorizeURL(s))
	if u, err := url.Parse(back); err != nil || u.Query().Get("state") != "a state" || u.Host != "othello.example.org" {
		t.Errorf("the browser goes to %s (%v)", back, err)
	}
	if _, err := exchange(s, "wrong", back); code(err) != "bad_client_secret" {
		t.Errorf("with a wrong secret there is %v", err)
	}
	got, err := exchange(s, s.ClientSecret(), back)
	if err != nil || got.AccessToken != other.BotToken() || got.Team.ID != other.TeamID || got.BotUserID != other.User("bot") || got.IsEnterpriseInstall {
		t.Fatalf("the code gives %+v (%v)", got, err)
	}
	if _, err := exchange(s, s.ClientSecret(), back); code(err) != "code_already_used" {
		t.Errorf("with a used code there is %v", err)
	}
	if _, err := exchange(s, s.ClientSecret(), "?code=guessed"); code(err) != "invalid_code" {
		t.Errorf("with a guessed code there is %v", err)
	}
	if u, err := url.Parse(s.Dissent(authorizeURL(s))); err != nil || u.Query().Get("error") != "access_denied" {
		t.Errorf("a refusal leads to %s (%v)", u, err)
	}
	who, err := api(s, got.AccessToken).AuthTest()
	if err != nil || who.TeamID != other.TeamID || who.UserID != other.User("bot") || who.BotID == "" {
		t.Errorf("auth.test gives %+v (%v)", who, err)
	}
	if other.User("bot") == s.User("bot") || other.User("ana") == s.User("ana") {
		t.Error("two workspaces share a user")
	}
}

func TestInstallationForAnOrganisation(t *testing.T) {
	s := New(t)
	one, two, stranger := s.NewOrgWorkspace("one"), s.NewOrgWorkspace("two"), s.NewWorkspace("stranger")
	if one.EnterpriseID == "" || one.EnterpriseID != two.EnterpriseID || one.User("ana") != two.User("ana") || one.User("ana")[0] != 'W' {
		t.Errorf("the organisation has %+v and %+v", one, two)
	}
	got, err := exchange(s, s.ClientSecret(), s.ConsentForOrg(one, authorizeURL(s)))
	if err != nil || !got.IsEnterpriseInstall || got.Team.ID != "" || got.Enterprise.ID != one.EnterpriseID {
		t.Fatalf("the code gives %+v (%v)", got, err)
	}
	bot := api(s, got.AccessToken)
	if _, _, err := bot.PostMessage(two.Channel("room").Channel, markup("x")); err != nil {
		t.Errorf("the token is not good for the other workspace: %v", err)
	}
	if _, _, err := bot.PostMessage(stranger.Channel("room").Channel, markup("x")); code(err) != "channel_not_found" {
		t.Errorf("in a workspace outside there is %v", err)
	}
	var payload struct {
		Enterprise          string `json:"enterprise_id"`
		IsEnterpriseInstall string `json:"is_enterprise_install"`
	}
	if err := json.Unmarshal(s.NewCommand(two.Channel("room"), "ana", "x").Payload(), &payload); err != nil ||
		payload.Enterprise != one.EnterpriseID || payload.IsEnterpriseInstall != "true" {
		t.Errorf("a command there has %+v (%v)", payload, err)
	}
}

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

func TestRotatingTokens(t *testing.T) {
	s := New(t)
	s.RotateTokens()
	other := s.NewWorkspace("other")
	first, err := exchange(s, s.ClientSecret(), s.Consent(other, authorizeURL(s)))
	if err != nil || first.ExpiresIn != 12*60*60 || first.RefreshToken == "" {
		t.Fatalf("the code gives %+v (%v)", first, err)
	}
	refresh := func(token string) (*slackapi.OAuthV2Response, error) {
		return slackapi.RefreshOAuthV2Token(
			&http.Client{Transport: s.Transport()}, s.ClientID(), s.ClientSecret(), token, slackapi.OAuthOptionAPIURL(s.APIURL()),
		)
	}
	works := func(token, want string) {
		t.Helper()
		if _, err := api(s, token).AuthTest(); code(err) != want {
			t.Errorf("auth.test gives %v, want %q", err, want)
		}
	}
	if _, err := refresh("guessed"); code(err) != "invalid_refresh_token" {
		t.Errorf("with a guessed refresh token there is %v", err)
	}
	s.Advance(11 * time.Hour)
	second, err := refresh(first.RefreshToken)
	if err != nil || second.AccessToken == first.AccessToken || second.RefreshToken == first.RefreshToken || other.BotToken() != second.AccessToken {
		t.Fatalf("the refresh token gives %+v (%v)", second, err)
	}
	if _, err := refresh(first.RefreshToken); code(err) != "invalid_refresh_token" {
		t.Errorf("with a used refresh token there is %v", err)
	}
	works(first.AccessToken, "")
	works(second.AccessToken, "")
	s.Advance(time.Hour)
	works(first.AccessToken, "token_expired")
	works(second.AccessToken, "")
	s.Revoke(other, "token_revoked")
	works(second.AccessToken, "token_revoked")
	if _, err := refresh(second.RefreshToken); code(err) != "invalid_refresh_token" {
		t.Errorf("after the end of the installation there is %v", err)
	}
}

func TestPeopleAndTeams(t *testing.T) {
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
	if team, err := bot.GetTeamInfo(); err != nil || team.ID != s.TeamID || team.Domain != "den" {
		t.Errorf("team.info gives %+v (%v)", team, err)
	}
}
