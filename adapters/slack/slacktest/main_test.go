package slacktest

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"

	slackapi "github.com/slack-go/slack"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// spy is a test that records its failures instead of failing.
type spy struct {
	testing.TB
	mu     sync.Mutex
	failed []string
}

func (s *spy) Errorf(format string, values ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = append(s.failed, fmt.Sprintf(format, values...))
}

// failures returns the failures since the last call.
func (s *spy) failures() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.failed
	s.failed = nil
	return all
}

func api(s *Server, token string) *slackapi.Client {
	return slackapi.New(
		token, slackapi.OptionAPIURL(s.APIURL()), slackapi.OptionAppLevelToken(s.AppToken()),
		slackapi.OptionHTTPClient(&http.Client{Transport: s.Transport()}),
	)
}

func markup(text string) slackapi.MsgOption {
	object := slackapi.NewTextBlockObject(slackapi.MarkdownType, text, false, true)
	return slackapi.MsgOptionCompose(
		slackapi.MsgOptionText("for notifications", false),
		slackapi.MsgOptionBlocks(slackapi.NewSectionBlock(object, nil, nil)),
	)
}

func post(t testing.TB, s *Server, w Where, text string, more ...slackapi.MsgOption) string {
	t.Helper()
	_, ts, err := api(s, s.BotToken()).PostMessageContext(context.Background(), w.Channel, append(more, markup(text))...)
	if err != nil {
		t.Fatalf("chat.postMessage: %v", err)
	}
	return ts
}

// code returns the error of a call as text, or "" if it succeeded.
func code(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
