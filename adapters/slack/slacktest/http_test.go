package slacktest

import (
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"
	"github.com/slack-go/slack/slackevents"
)

// taker is a program that checks each delivery by HTTP, and keeps it.
type taker struct {
	s       *Server
	mu      sync.Mutex
	bodies  map[string][]string // by path
	headers []http.Header
	answer  func(http.ResponseWriter)
}

func newTaker(s *Server) *taker {
	taken := &taker{s: s, bodies: map[string][]string{}}
	s.ConnectHTTP(taken)
	return taken
}

func (k *taker) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	verifier, bad := slackapi.NewSecretsVerifier(r.Header, k.s.SigningSecret())
	_, _ = verifier.Write(body)
	if err != nil || bad != nil || verifier.Ensure() != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.bodies[r.URL.Path] = append(k.bodies[r.URL.Path], string(body))
	k.headers = append(k.headers, r.Header.Clone())
	var asked struct{ Challenge string }
	if json.Unmarshal(body, &asked) == nil && asked.Challenge != "" {
		_, _ = io.WriteString(w, asked.Challenge)
		return
	}
	if k.answer != nil {
		k.answer(w)
	}
}

// last gives the newest body that came to a path, as a request.
func (k *taker) last(t *testing.T, path, contentType string) *http.Request {
	t.Helper()
	k.mu.Lock()
	defer k.mu.Unlock()
	all := k.bodies[path]
	if len(all) == 0 {
		t.Fatalf("nothing came to %s", path)
	}
	r, err := http.NewRequest(http.MethodPost, path, strings.NewReader(all[len(all)-1]))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", contentType)
	return r
}

func TestCommandsByHTTP(t *testing.T) {
	s := New(t)
	taken := newTaker(s)
	room, ana := s.PrivateChannel("cellar"), s.User("ana")
	d := s.Command(room, "ana", "start "+s.Mentioning("bo")+" "+Typed("a & <b>"))
	if !d.Acked() || d.Status() != http.StatusOK {
		t.Errorf("acked %v with %d", d.Acked(), d.Status())
	}
	c, err := slackapi.SlashCommandParse(taken.last(t, PathCommands, formType))
	want := slackapi.SlashCommand{
		Token: "verification-token", TeamID: s.TeamID, TeamDomain: "den", ChannelID: room.Channel, ChannelName: "privategroup",
		UserID: ana, UserName: "ana", Command: "/othello", Text: "start <@" + s.User("bo") + "|bo> a &amp; &lt;b&gt;",
		APIAppID: appID, ResponseURL: d.ResponseURL, TriggerID: c.TriggerID,
	}
	if err != nil || c != want || c.TriggerID == "" {
		t.Errorf("the command is %+v (%v), want %+v", c, err, want)
	}
	taken.answer = func(w http.ResponseWriter) { _, _ = io.WriteString(w, "psst") }
	s.Command(room, "ana", "x")
	taken.answer = func(w http.ResponseWriter) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"response_type":"in_channel","text":"for all"}`)
	}
	s.Command(room, "ana", "x")
	if got := texts(s.Messages(room, "ana")); !slices.Equal(got, []string{"psst", "for all"}) {
		t.Errorf("Ana sees %q", got)
	}
	if got := texts(s.Messages(room, "bo")); !slices.Equal(got, []string{"for all"}) {
		t.Errorf("Bo sees %q", got)
	}
}

func TestPressesByHTTP(t *testing.T) {
	s := New(t)
	taken := newTaker(s)
	room := s.Channel("room")
	respond(t, s, s.NewCommand(room, "ana", "x").ResponseURL, `{"response_type":"in_channel","text":"t","blocks":[
		{"type":"section","text":{"type":"mrkdwn","text":"a &amp; b"}},
		{"type":"actions","elements":[
			{"type":"button","action_id":"go","value":"v & 1","style":"primary","text":{"type":"plain_text","text":"<Go>"}},
			{"type":"static_select","placeholder":{"type":"plain_text","text":"Choose"},"options":[
				{"text":{"type":"plain_text","text":"d3"},"value":"o1"},{"text":{"type":"plain_text","text":"c4"},"value":"o2"}]}]}]}`)
	m := s.Messages(room, "bo")[0]
	menu := m.Controls()[1]
	pressed := func() slackapi.InteractionCallback {
		t.Helper()
		i, err := slackapi.InteractionCallbackParse(taken.last(t, PathInteractivity, formType))
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	d := s.Press(room, "bo", m.TS, "go")
	i := pressed()
	if i.Type != slackapi.InteractionTypeBlockActions || i.User.ID != s.User("bo") || i.Team.ID != s.TeamID || i.Channel.ID != room.Channel ||
		i.Container.MessageTs != m.TS || i.Container.IsEphemeral || i.ResponseURL != d.ResponseURL || i.Message.Timestamp != m.TS || i.Message.BotID == "" {
		t.Errorf("the press is %+v", i)
	}
	if a := i.ActionCallback.BlockActions[0]; a.ActionID != "go" || a.Value != "v & 1" || a.Text.Text != "&lt;Go&gt;" || a.BlockID == "" {
		t.Errorf("the action is %+v", a)
	}
	// A client that is behind presses what is gone.
	respond(t, s, d.ResponseURL, `{"replace_original":true,"text":"moved on"}`)
	s.Select(room, "bo", m.TS, menu.ActionID, "o2")
	if a := pressed().ActionCallback.BlockActions[0]; a.SelectedOption.Value != "o2" || a.SelectedOption.Text.Text != "c4" || a.Type != "static_select" {
		t.Errorf("the choice is %+v", a)
	}
	respond(t, s, d.ResponseURL, buttons(""))
	all := s.Messages(room, "bo")
	s.Press(room, "bo", all[len(all)-1].TS, "go")
	if i := pressed(); !i.Container.IsEphemeral || i.Message.Timestamp != "" {
		t.Errorf("a press on a whisper is %+v", i)
	}
}

func TestEventsByHTTP(t *testing.T) {
	s := New(t)
	taken := newTaker(s)
	s.CheckEndpoint()
	room := s.Channel("room")
	root := s.Say(room, "ana", "root").TS
	d := s.Mention(room.In(root), "bo", "d3")
	s.Redeliver(d, 2, "http_timeout")
	raw := taken.bodies[PathEvents][len(taken.bodies[PathEvents])-1]
	e, err := slackevents.ParseEvent(json.RawMessage(raw), slackevents.OptionNoVerifyToken())
	if err != nil {
		t.Fatal(err)
	}
	mention, ok := e.InnerEvent.Data.(*slackevents.AppMentionEvent)
	if !ok || mention.Channel != room.Channel || mention.ThreadTimeStamp != root || mention.User != s.User("bo") || mention.TimeStamp != d.TS ||
		mention.Text != "<@"+s.User("bot")+"> d3" || !strings.Contains(raw, `"event_id":"`+d.EventID+`"`) {
		t.Errorf("the event is %+v", mention)
	}
	if h := taken.headers[len(taken.headers)-1]; h.Get("X-Slack-Retry-Num") != "2" || h.Get("X-Slack-Retry-Reason") != "http_timeout" {
		t.Errorf("a retry has the headers %v", h)
	}
	before := len(taken.headers)
	s.Mention(s.PublicChannel("hall"), "bo", "d3")
	if len(taken.headers) != before || len(s.Messages(s.PublicChannel("hall"), "ana")) != 1 {
		t.Error("the bot was told of a mention where it is no member")
	}
}

func TestEndpointsThatAreWrong(t *testing.T) {
	for want, h := range map[string]http.HandlerFunc{
		"bad signature":           func(w http.ResponseWriter, r *http.Request) { _, _ = io.Copy(w, r.Body) },
		"a challenge is answered": func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
	} {
		watched := &spy{TB: t}
		s := New(watched)
		s.ConnectHTTP(h)
		s.CheckEndpoint()
		if found := watched.failures(); !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("the test fails with %q, want %q", found, want)
		}
	}
}

func TestSlowEndpoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		s.ConnectHTTP(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			time.Sleep(4 * time.Second)
		}))
		began := time.Now()
		if d := s.Command(s.Channel("room"), "ana", "x"); d.Acked() || d.Err() == nil || time.Since(began) != 3*time.Second {
			t.Errorf("acked %v (%v) after %v", d.Acked(), d.Err(), time.Since(began))
		}
		s.ConnectHTTP(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
		if d := s.Command(s.Channel("room"), "ana", "x"); d.Acked() || d.Status() != http.StatusInternalServerError {
			t.Errorf("acked %v with %d", d.Acked(), d.Status())
		}
		time.Sleep(time.Minute)
	})
}
