package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// tap stands before the program's handler and keeps what goes in and out.
type tap struct {
	next http.Handler
	mu   sync.Mutex
	all  []exchanged
}

// exchanged is a request with its answer.
type exchanged struct {
	path   string
	header http.Header
	asked  []byte // the body of the request
	status int
	answer http.Header
	body   []byte
}

// ServeHTTP implements [http.Handler].
func (t *tap) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := exchanged{path: r.URL.Path, header: r.Header.Clone()}
	var asked bytes.Buffer
	r.Body = struct {
		io.Reader
		io.Closer
	}{io.TeeReader(r.Body, &asked), r.Body}
	writer := &tappedWriter{ResponseWriter: w, status: http.StatusOK}
	defer func() {
		e.asked, e.status, e.answer, e.body = asked.Bytes(), writer.status, w.Header().Clone(), writer.body.Bytes()
		t.mu.Lock()
		defer t.mu.Unlock()
		t.all = append(t.all, e)
	}()
	t.next.ServeHTTP(writer, r)
}

// answers are all exchanges so far, in the order in which they ended.
func (t *tap) answers() []exchanged {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[:len(t.all):len(t.all)]
}

type tappedWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *tappedWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *tappedWriter) Write(p []byte) (int, error) {
	w.body.Write(p)
	return w.ResponseWriter.Write(p)
}

// Unwrap is for [http.ResponseController].
func (w *tappedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// guard looks at all that the program has said since the last time: nothing of it
// may hold a secret, repeat what a hostile text says, or notify many at once.
func (s *target) guard(after string) {
	s.t.Helper()
	said := s.said()
	secrets := s.secrets()
	for _, m := range said {
		for _, wrong := range m.wrong(secrets) {
			s.t.Errorf("%s: %s %s:\n%.600s", after, m.where, wrong, m.body)
		}
	}
	for _, address := range s.strays() {
		s.t.Errorf("%s: it wants to reach %s", after, address)
	}
	if log := s.logged(); len(log) > s.read.log {
		for _, wrong := range (utterance{where: "the log", body: log[s.read.log:]}).wrong(append(secrets, alias)) {
			s.t.Errorf("%s: the log %s:\n%s", after, wrong, log[s.read.log:])
		}
		s.read.log = len(log)
	}
}

// utterance is something that the program has said.
type utterance struct {
	where string
	body  string
	kind  mouth
}

// mouth names the use of an utterance.
type mouth uint8

const (
	toNobody mouth = iota // no message: a page, a log
	toDiscord
	toSlack
)

// said returns what the program has said since the last time.
func (s *target) said() (all []utterance) {
	for _, e := range s.tapped.answers()[s.read.taps:] {
		s.read.taps++
		u := utterance{where: "the answer at " + e.path, body: string(e.body)}
		if strings.HasPrefix(e.answer.Get("Content-Type"), "application/json") {
			u.kind = toSlack
			if strings.HasPrefix(e.path, "/discord/") {
				u.kind = toDiscord
			}
		}
		all = append(all, u, utterance{where: "the header of the answer at " + e.path, body: fmt.Sprint(e.answer)})
	}
	for _, r := range s.discord.Requests() {
		all = append(all, utterance{r.Method + " " + r.Route, string(r.Body), toDiscord})
	}
	s.discord.ForgetRequests()
	for _, r := range s.slack.Requests() {
		if r.Method == "oauth.v2.access" {
			continue // which takes the secret of the app
		}
		body, err := json.Marshal(fieldsOf(r.Fields))
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, utterance{r.Method, string(body), toSlack})
	}
	s.slack.ForgetRequests()
	return all
}

// fieldsOf reads the fields of a call, those that are JSON as such.
func fieldsOf(fields map[string]string) map[string]any {
	all := make(map[string]any)
	for name, value := range fields {
		var inner any
		if strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &inner) == nil {
			all[name] = inner
			continue
		}
		all[name] = value
	}
	return all
}

// Secrets that come with what people do.
var (
	interactionToken = regexp.MustCompile(`aW50ZXJhY3Rpb246[0-9A-Za-z:]{20,}`)
	responseAddress  = regexp.MustCompile(`/(?:commands|actions)/T[0-9A-Z]+/[0-9A-Z]+/[0-9A-Za-z]+`)
)

// secrets are all that may stand in nothing that the program says. Those that came
// with a request are sought in all that follows.
func (s *target) secrets() []string {
	all := []string{
		s.discord.Token(), s.slack.SigningSecret(), s.slack.ClientSecret(), s.slack.BotToken(), s.otherWorkspace.BotToken(),
		"verification-token", canary,
	}
	answers := s.tapped.answers()
	for _, e := range answers[max(len(answers)-recent, 0):] {
		asked := string(e.asked)
		if form, err := url.QueryUnescape(asked); err == nil {
			asked = form
		}
		all = append(all, interactionToken.FindAllString(asked, -1)...)
		all = append(all, responseAddress.FindAllString(asked, -1)...)
	}
	return all
}

// recent is how many requests back the secrets are looked for that came with one.
const recent = 60

// alias is the name of a hostile person, which is shown to people, and stands in
// no log.
const alias = "Mallory"

// wrong tells what is wrong with an utterance.
func (u utterance) wrong(secrets []string) (problems []string) {
	for _, secret := range secrets {
		if secret != "" && strings.Contains(u.body, secret) {
			problems = append(problems, "tells the secret "+secret)
		}
	}
	var value any
	if u.kind == toNobody || json.Unmarshal([]byte(u.body), &value) != nil {
		return problems
	}
	walk(value, func(object map[string]any) {
		if _, ok := object["content"]; ok && u.kind == toDiscord {
			problems = append(problems, unguardedOnDiscord(object)...)
		}
		if u.kind == toSlack {
			problems = append(problems, unguardedOnSlack(object)...)
		}
	})
	slices.Sort(problems)
	return slices.Compact(problems)
}

// walk calls a function for every object in a JSON value.
func walk(value any, visit func(map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		visit(v)
		for _, inner := range v {
			walk(inner, visit)
		}
	case []any:
		for _, inner := range v {
			walk(inner, visit)
		}
	}
}

var (
	manyOnDiscord = regexp.MustCompile(`@everyone|@here|<@&`)
	manyOnSlack   = regexp.MustCompile(`<!(?:channel|here|everyone|group|subteam)`)
	manyInWords   = regexp.MustCompile(`@(?:channel|here|everyone)\b`)
	turning       = regexp.MustCompile(`[\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x00-\x08\x0b-\x1f\x7f]`)
)

// unguardedOnDiscord tells how a message may notify many, or people that it does
// not mention, https://docs.discord.com/developers/resources/message#allowed-mentions-object.
func unguardedOnDiscord(message map[string]any) (problems []string) {
	content, _ := message["content"].(string)
	allowed, _ := message["allowed_mentions"].(map[string]any)
	if parse, ok := allowed["parse"].([]any); !ok || len(parse) > 0 {
		problems = append(problems, fmt.Sprintf("has allowed_mentions %v", message["allowed_mentions"]))
	}
	users, _ := allowed["users"].([]any)
	for _, user := range users {
		if !strings.Contains(content, fmt.Sprintf("<@%v>", user)) {
			problems = append(problems, fmt.Sprintf("may notify %v, whom it does not mention", user))
		}
	}
	if allowed["roles"] != nil || allowed["replied_user"] != nil {
		problems = append(problems, "may notify roles, or whom it answers")
	}
	if manyOnDiscord.MatchString(content) {
		problems = append(problems, "mentions many at once")
	}
	return append(problems, unseen(content)...)
}

// unguardedOnSlack tells how a part of a message may notify many,
// https://docs.slack.dev/messaging/formatting-message-text#special-mentions.
func unguardedOnSlack(part map[string]any) (problems []string) {
	for key, value := range part {
		text, _ := value.(string)
		switch {
		case key == "link_names", key == "parse" && text != "none":
			problems = append(problems, fmt.Sprintf("has %s %v", key, value))
		case manyOnSlack.MatchString(text), manyInWords.MatchString(text):
			problems = append(problems, "mentions many at once")
		}
		problems = append(problems, unseen(text)...)
	}
	return problems
}

// unseen tells whether a text has characters that turn others around, or that
// nobody sees.
func unseen(text string) []string {
	if found := turning.FindString(text); found != "" {
		return []string{fmt.Sprintf("has the character %q", found)}
	}
	return nil
}

// TestGuardSees holds the guard against what it is there to find.
func TestGuardSees(t *testing.T) {
	for name, c := range map[string]struct {
		utterance
		right bool
	}{
		"a page":                 {utterance{body: "nothing"}, true},
		"a secret":               {utterance{body: "it is " + canary}, false},
		"a guarded message":      {utterance{kind: toDiscord, body: `{"type":4,"data":{"content":"<@1> x","allowed_mentions":{"parse":[],"users":["1"]}}}`}, true},
		"no guard":               {utterance{kind: toDiscord, body: `{"type":4,"data":{"content":"x"}}`}, false},
		"an open guard":          {utterance{kind: toDiscord, body: `{"content":"x","allowed_mentions":{"parse":["everyone"]}}`}, false},
		"no list":                {utterance{kind: toDiscord, body: `{"content":"x","allowed_mentions":{"parse":null}}`}, false},
		"somebody else":          {utterance{kind: toDiscord, body: `{"content":"x","allowed_mentions":{"parse":[],"users":["1"]}}`}, false},
		"roles":                  {utterance{kind: toDiscord, body: `{"content":"x","allowed_mentions":{"parse":[],"roles":[]}}`}, false},
		"everyone":               {utterance{kind: toDiscord, body: `{"content":"@everyone","allowed_mentions":{"parse":[]}}`}, false},
		"turned around":          {utterance{kind: toDiscord, body: `{"content":"\u202ex","allowed_mentions":{"parse":[]}}`}, false},
		"a message of blocks":    {utterance{kind: toSlack, body: `{"text":"x <@U1>","blocks":[{"text":{"type":"mrkdwn","text":"&lt;!here&gt;"}}]}`}, true},
		"a channel in a block":   {utterance{kind: toSlack, body: `{"text":"x","blocks":[{"text":{"type":"mrkdwn","text":"<!channel>"}}]}`}, false},
		"everyone in words":      {utterance{kind: toSlack, body: `{"text":"@everyone, come"}`}, false},
		"a group":                {utterance{kind: toSlack, body: `{"text":"<!subteam^S1>"}`}, false},
		"names made to mentions": {utterance{kind: toSlack, body: `{"text":"x","link_names":"1"}`}, false},
		"parsed in full":         {utterance{kind: toSlack, body: `{"text":"x","parse":"full"}`}, false},
		"a bell":                 {utterance{kind: toSlack, body: `{"text":"\u0007"}`}, false},
	} {
		if found := c.wrong([]string{canary}); (len(found) == 0) != c.right {
			t.Errorf("%s: it finds %q", name, found)
		}
	}
}
