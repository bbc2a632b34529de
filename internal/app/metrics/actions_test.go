package metrics

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/words"
)

// canary is part of every text that no metric may contain.
const canary = "canary.Zm9v-42"

type fakeHandler func() (chat.Response, error)

func (h fakeHandler) Handle(context.Context, chat.Action) (chat.Response, error) { return h() }

func (fakeHandler) Draw(context.Context, chat.Effect) (chat.Response, error) {
	return chat.Response{}, nil
}

func (fakeHandler) Sent(context.Context, chat.Subject, chat.Outcome) (chat.Response, error) {
	return chat.Response{Choices: []chat.Choice{{Label: "the next handler's"}}}, nil
}

func answered(r chat.Response) fakeHandler {
	return func() (chat.Response, error) { return r, nil }
}

func failing(err error) fakeHandler {
	return func() (chat.Response, error) { return chat.Response{}, err }
}

var (
	toAll = chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper}, {Kind: chat.Edit}}}
	toOne = chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper}}}

	unsaved = chat.Response{Effects: toOne.Effects, Trouble: chat.Unsaved}
	failed  = chat.Response{Effects: toOne.Effects, Trouble: chat.Failed}
)

func said(verb string) chat.Action {
	return chat.Action{Verb: verb, Place: chat.Place{Platform: "slack"}}
}

func typed(words ...string) chat.Action {
	a := said("")
	for _, w := range words {
		a.Tokens = append(a.Tokens, chat.Token{Text: w})
	}
	return a
}

var verbOf = bot.New(bot.Config{Words: words.Load()}).VerbOf

// measure lets h handle the action. A panic becomes an error.
func measure(t *testing.T, m *Metrics, a chat.Action, h fakeHandler) (r chat.Response, err error) {
	t.Helper()
	defer func() {
		if recover() != nil {
			err = errors.New("panic")
		}
	}()
	return m.Actions(h, verbOf).Handle(t.Context(), a)
}

func TestActionsAreCounted(t *testing.T) {
	ofEngine, ofClock, ofPlatform, completion := said("move"), said("start"), said(chat.VerbRemoved), said("move")
	ofEngine.Origin, ofClock.Origin = chat.OriginEngine, chat.OriginClock
	ofPlatform.Origin, completion.Origin = chat.OriginPlatform, chat.OriginCompletion
	mention := chat.Action{Tokens: []chat.Token{{Text: "move", Kind: chat.MentionsPerson}}, Place: chat.Place{Platform: "slack"}}
	pressed := said("")
	pressed.Control = "o1:1:0:move:d3"
	for name, c := range map[string]struct {
		action  chat.Action
		handler fakeHandler
		want    string // verb, outcome
	}{
		"a command":             {said("start"), answered(toAll), "start shown"},
		"a refused command":     {said("move"), answered(toOne), "move whispered"},
		"a silent command":      {said("move"), answered(chat.Response{}), "move silent"},
		"an unsaved command":    {said("move"), answered(unsaved), "move unsaved"},
		"a failed command":      {said("move"), answered(failed), "move failed"},
		"an error":              {said("move"), failing(errors.New("oh")), "move failed"},
		"a panic":               {said("move"), func() (chat.Response, error) { panic(canary) }, "move failed"},
		"an unknown command":    {said(canary), answered(toOne), "other whispered"},
		"words":                 {typed("Move", "d3"), answered(toAll), "move shown"},
		"words in one":          {typed(" move d3"), answered(toAll), "move shown"},
		"a square":              {typed("d3"), answered(toAll), "move shown"},
		"words for a button":    {typed("accept"), answered(toAll), "accept shown"},
		"a word of no command":  {typed(canary, "d3"), answered(toOne), "other whispered"},
		"no words":              {typed(), answered(toAll), "other shown"},
		"a mention":             {mention, answered(toOne), "other whispered"},
		"a press":               {pressed, answered(toAll), "press shown"},
		"a completion":          {completion, answered(chat.Response{Choices: []chat.Choice{{}}}), "complete whispered"},
		"an idle completion":    {completion, answered(chat.Response{}), "complete silent"},
		"a removal":             {ofPlatform, answered(chat.Response{}), "removed silent"},
		"the clock":             {ofClock, answered(toAll), "clock shown"},
		"the engine":            {ofEngine, failing(errors.New("oh")), "engine failed"},
		"a label for a command": {said("press"), answered(toOne), "other whispered"},
	} {
		t.Run(name, func(t *testing.T) {
			m := New()
			wantResponse, wantErr := chat.Response{}, error(nil)
			if name != "a panic" {
				wantResponse, wantErr = c.handler()
			} else {
				wantErr = errors.New("panic")
			}
			r, err := measure(t, m, c.action, c.handler)
			if len(r.Effects) != len(wantResponse.Effects) || len(r.Choices) != len(wantResponse.Choices) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("the handler's answer becomes %+v, %v", r, err)
			}
			verb, outcome, _ := strings.Cut(c.want, " ")
			want := []string{
				"othellobot_actions_total{outcome=" + outcome + ",platform=slack,verb=" + verb + "}",
				"othellobot_handle_seconds{platform=slack}",
			}
			if got := m.scrape(t).series(); !slices.Equal(got, want) {
				t.Errorf("it is counted as %q, want %q", got, want)
			}
		})
	}
}

func TestActionsAreTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := New()
		for range 2 {
			_, err := measure(t, m, said("start"), func() (chat.Response, error) {
				time.Sleep(250 * time.Millisecond)
				return toAll, nil
			})
			if err != nil {
				t.Error(err)
			}
		}
		h := m.scrape(t)["othellobot_handle_seconds"].GetMetric()[0].GetHistogram()
		if h.GetSampleCount() != 2 || h.GetSampleSum() != 0.5 {
			t.Errorf("%d actions took %v s, want 2 and 0.5 s", h.GetSampleCount(), h.GetSampleSum())
		}
	})
}

// Hostile input appears in no time series. There are at most as many series as verbs times outcomes.
func TestHostileVerbsAddNoSeries(t *testing.T) {
	m := New()
	outcomes := []fakeHandler{
		answered(toAll), answered(toOne), answered(chat.Response{}),
		failing(errors.New(canary)), answered(unsaved),
	}
	var verbs []string
	for _, c := range bot.Commands(words.Load()) {
		verbs = append(verbs, c.Name, strings.ToUpper(c.Name), c.Name+canary)
	}
	for i := range 1000 {
		verbs = append(verbs, fmt.Sprintf("%s-%d", canary, i), fmt.Sprintf("%d\xff\"}\n", i), fmt.Sprintf("%c%d", 'a'+i%26, i))
	}
	for i, verb := range verbs {
		for _, h := range outcomes {
			pressed := said("")
			pressed.Control = verb
			person := said(verb)
			person.User = chat.UserID{Platform: canary, Team: canary, ID: verb}
			person.Place.Team, person.Place.Channel = canary, verb
			strange := said(verb)
			strange.Origin = chat.Origin(i)
			for _, a := range []chat.Action{person, typed(verb), typed(verb + " d3"), pressed, strange} {
				_, _ = measure(t, m, a, h)
			}
		}
	}
	text := m.text(t)
	if strings.Contains(text, canary) {
		t.Errorf("what people sent is shown:\n%s", text)
	}
	most := (len(bot.Commands(words.Load()))+len([]string{verbPress, verbComplete, verbRemoved, verbPresent, verbEngine, verbClock, verbOther}))*len(outcomes) + 1
	if got := len(parse(t, text).series()); got < most-2*len(outcomes) || got > most {
		t.Errorf("there are %d series, want nearly %d and no more", got, most)
	}
}
