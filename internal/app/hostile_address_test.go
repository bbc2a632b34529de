package app

import (
	"net/http"
	"net/url"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
)

// responseAddresses are presses and commands that are to be answered at an address
// which is not Slack's: inside the network, or somebody's own. Here Slack is at
// slack.test:80, by SLACK_API_URL.
func responseAddresses() (all []attack) {
	for _, address := range []string{
		"http://evil.example/", "https://evil.example/commands/x", "https://hooks.slack.com/commands/x", "https://hooks.slack.com.evil.example/",
		"http://slack.test.evil.example:80/", "http://slack.test:80.evil.example/", "http://slack.test:80@evil.example/", "http://evil.example@slack.test:80/",
		"http://user:password@slack.test:80/", "http://slack.test:81/", "http://slack.test/", "http://slack.test:080/", "https://slack.test:80/",
		"http://slack.test:80\\@evil.example/", "http:\\\\slack.test:80/", "http://evil.example#@slack.test:80/", "http://evil.example?@slack.test:80/",
		"//slack.test:80/", "slack.test:80/x", "/commands/x", "http:/slack.test:80/", "http:///slack.test:80", "http:slack.test:80",
		"http://127.0.0.1:80/", "http://localhost/", "http://[::1]/", "http://0/", "http://2130706433/", "http://0x7f.1/", "http://127.1/",
		"http://169.254.169.254/latest/meta-data/", "http://metadata.google.internal/", "http://[fd00:ec2::254]/", "http://[::ffff:169.254.169.254]/",
		"file:///etc/passwd", "gopher://slack.test:80/_x", "ftp://slack.test:80/", "javascript:alert(1)", "data:text/plain,x", "unix:///var/run/docker.sock",
		"http://slack.test:80\r\nX: y/", "http://slack.test:80\n.evil.example/", "http://slack.test:80%2eevil.example/", "http://slack.test:80%00.evil.example/",
		"http://ｓｌａｃｋ.test:80/", "http://slack\u3002test:80/", "http://discord.test:80/api/v10/users/@me", ownURL + "/slack/install",
		"http://slack.test:80:80/", "http://[slack.test:80]/", "http://slack.test:99999999/", "%", " http://slack.test:80/", "http:// slack.test:80/",
	} {
		all = append(all, attack{name: "a press at " + address, status: http.StatusOK, do: func(s *target) {
			s.pressOnSlack(s.ground(slack.Platform, "duel"), "cy", func(payload map[string]any) {
				payload["actions"] = slackActions("o1:0:0:x") // which is refused in a whisper, sent to the address
				payload["response_url"] = address
			})
		}}, attack{name: "a command at " + address, status: http.StatusOK, do: func(s *target) {
			s.send(s.slackCommand(s.ground(slack.Platform, "duel"), "cy", "resign", map[string]string{"response_url": address}))
		}})
	}
	return all
}

// installations are attempts to have the bot installed by somebody who has not
// begun that, or with what somebody else has agreed to.
func installations() (all []attack) {
	const callback = ownURL + "/slack/oauth/callback"
	opens := func(name string, status int, open func(s *target, agreed *url.URL, cookie *http.Cookie)) {
		all = append(all, attack{name: name, status: status, do: func(s *target) {
			address, cookie := s.begins()
			agreed, err := url.Parse(s.slack.Consent(s.slack.NewWorkspace("evil"), address))
			if err != nil {
				s.t.Fatal(err)
			}
			open(s, agreed, cookie)
		}})
	}
	query := func(u *url.URL, key, value string) string {
		changed, all := *u, u.Query()
		all.Set(key, value)
		changed.RawQuery = all.Encode()
		return changed.String()
	}
	with := func(name string, change func(agreed *url.URL, cookie *http.Cookie) string) {
		opens(name, http.StatusFound, func(s *target, agreed *url.URL, cookie *http.Cookie) {
			if answer := s.get(change(agreed, cookie), cookie); answer.StatusCode != http.StatusBadRequest {
				s.t.Errorf("%s: the callback gives %d, want 400", name, answer.StatusCode)
			}
		})
	}
	opens("agreed in another browser", http.StatusFound, func(s *target, agreed *url.URL, _ *http.Cookie) {
		if answer := s.get(agreed.String()); answer.StatusCode != http.StatusBadRequest {
			s.t.Errorf("without the cookie the callback gives %d", answer.StatusCode)
		}
	})
	with("another state", func(agreed *url.URL, _ *http.Cookie) string { return query(agreed, "state", "x") })
	with("no state", func(agreed *url.URL, _ *http.Cookie) string { return query(agreed, "state", "") })
	with("a state cut short", func(agreed *url.URL, _ *http.Cookie) string {
		state := agreed.Query().Get("state")
		return query(agreed, "state", state[:len(state)-1])
	})
	with("a state of one's own", func(agreed *url.URL, cookie *http.Cookie) string {
		cookie.Value = "AAAA.9999999999.AAAA"
		return query(agreed, "state", cookie.Value)
	})
	with("an empty state in both", func(agreed *url.URL, cookie *http.Cookie) string {
		cookie.Value = ""
		return query(agreed, "state", "")
	})
	with("a later state", func(agreed *url.URL, cookie *http.Cookie) string {
		cookie.Value = later(cookie.Value[:0]+"1") + cookie.Value
		return query(agreed, "state", cookie.Value)
	})
	with("a cookie of another name", func(agreed *url.URL, cookie *http.Cookie) string {
		cookie.Name = "state"
		return agreed.String()
	})
	page := func(name, address string, status int) {
		all = append(all, attack{name: name, status: status, do: func(s *target) { s.get(address) }})
	}
	page("a code alone", callback+"?code=1234567890.0987654321.x", http.StatusBadRequest)
	page("nothing", callback, http.StatusBadRequest)
	page("an error with a page", callback+"?error=%3Cscript%3Ealert(1)%3C/script%3E", http.StatusBadRequest)
	page("a page as a state", callback+"?state=%3Cscript%3E&code=x", http.StatusBadRequest)
	page("an address to go to", ownURL+"/slack/install?redirect_uri=https://evil.example/", http.StatusFound)
	page("an address to go to, behind the path", ownURL+"/slack/install//evil.example/", http.StatusTemporaryRedirect)
	all = append(all, attack{name: "another host", status: http.StatusFound, do: func(s *target) {
		r, err := http.NewRequest(http.MethodGet, ownURL+"/slack/install", nil)
		if err != nil {
			s.t.Fatal(err)
		}
		r.Host = "evil.example"
		r.Header.Set("X-Forwarded-Host", "evil.example")
		answer := s.send(r)
		to, err := url.Parse(answer.Header.Get("Location"))
		if err != nil || to.Host != "slack.com" || to.Query().Get("redirect_uri") != callback {
			s.t.Errorf("another host leads to %v, %v", to, err)
		}
	}}, attack{name: "a post", status: http.StatusMethodNotAllowed, do: func(s *target) {
		s.send(s.slack.SignedRequest("/slack/oauth/callback", formType, []byte("code=x&state=y")))
	}}, attack{name: "a removal that is another team's", status: http.StatusOK, do: func(s *target) {
		body := `{"type":"event_callback","team_id":"` + s.slack.TeamID + `","event_id":"Ev0EVIL","event":{"type":"app_uninstalled"},"authorizations":[{"team_id":"T0EVIL"}]}`
		s.send(s.slack.SignedRequest(slacktest.PathEvents, "application/json", []byte(body)))
	}})
	return all
}
