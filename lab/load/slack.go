package load

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"othellobot/adapters/slack/slacktest"
)

// slackSide is a fake Slack with several workspaces. connect installs the bot in all of them. The bot
// receives their requests over HTTP.
type slackSide struct {
	*slacktest.Server
	workspaces []*slacktest.Workspace
}

func newSlackSide(tb testing.TB, workspaces int) *slackSide {
	tb.Helper()
	s := &slackSide{Server: slacktest.New(tb)}
	s.SkipValidation()
	s.SetScopes("commands", "chat:write", "chat:write.public", "app_mentions:read") // those in the manifest
	for i := range workspaces {
		s.workspaces = append(s.workspaces, s.NewWorkspace(fmt.Sprintf("den-%d", i)))
	}
	return s
}

// publicURL is the bot's public URL. No request goes there.
const publicURL = "http://bot.example.org"

func (s *slackSide) settings() []string {
	return []string{
		"SLACK_CLIENT_ID=" + s.ClientID(), "SLACK_CLIENT_SECRET=" + s.ClientSecret(), "SLACK_SIGNING_SECRET=" + s.SigningSecret(),
		"SLACK_API_URL=" + s.APIURL(), "PUBLIC_URL=" + publicURL,
	}
}

func (s *slackSide) connect(tb testing.TB, address string) {
	tb.Helper()
	s.ConnectURL("http://" + address)
	for _, w := range s.workspaces {
		if err := s.install(w, address); err != nil {
			tb.Fatal(err)
		}
	}
}

// install installs the bot in a workspace, as a browser does.
func (s *slackSide) install(w *slacktest.Workspace, address string) error {
	ask := func(to string, cookies []*http.Cookie) (*http.Response, error) {
		request, err := http.NewRequest(http.MethodGet, "http://"+address+strings.TrimPrefix(to, publicURL), nil)
		if err != nil {
			return nil, err
		}
		for _, c := range cookies {
			request.AddCookie(c)
		}
		response, err := s.Transport().RoundTrip(request)
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		_, err = io.Copy(io.Discard, response.Body)
		return response, err
	}
	begun, err := ask("/slack/install", nil)
	if err != nil {
		return err
	}
	ended, err := ask(s.Consent(w, begun.Header.Get("Location")), begun.Cookies())
	if err == nil && ended.StatusCode != http.StatusOK {
		err = fmt.Errorf("an installation ends with status %d", ended.StatusCode)
	}
	return err
}

func (s *slackSide) meet(number int) room {
	w := s.workspaces[number%len(s.workspaces)]
	return &slackRoom{s, w, w.Channel(fmt.Sprintf("channel-%d", number)), rand.New(rand.NewPCG(uint64(number), 0))}
}
