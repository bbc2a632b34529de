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
	"othellobot/game"
	"othellobot/rules"
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
	return m.WrapHandler(h, verbOf).Handle(t.Context(), a)
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
			want, wantErr := chat.Response{}, errors.New("panic")
			if name != "a panic" {
				want, wantErr = c.handler()
			}
			r, err := measure(t, m, c.action, c.handler)
			if len(r.Effects) != len(want.Effects) || len(r.Choices) != len(want.Choices) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("the handler's answer becomes %+v, %v", r, err)
			}
			verb, outcome, _ := strings.Cut(c.want, " ")
			series := []string{
				"othellobot_actions_total{outcome=" + outcome + ",platform=slack,verb=" + verb + "}",
				"othellobot_handle_seconds{platform=slack}",
			}
			if got := m.scrape(t).series(); !slices.Equal(got, series) {
				t.Errorf("it is counted as %q, want %q", got, series)
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
	most := (len(bot.Commands(words.Load()))+len([]string{"press", "complete", "removed", "present", "engine", "clock", "other"}))*len(outcomes) + 1
	if got := len(parse(t, text).series()); got < most-2*len(outcomes) || got > most {
		t.Errorf("there are %d series, want nearly %d and no more", got, most)
	}
}

func TestGamesAreCounted(t *testing.T) {
	const ana, bo game.Player = "p//ana", "p//bo"
	now := time.Now()
	after := func(g game.Game, _ []game.Event, err error) *game.Game {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return &g
	}
	open, duel, bot := game.NewOpen(1, "p", ana, now), game.NewDuel(2, "p", ana, bo, rules.Black, now), game.NewDuel(3, "p", ana, game.Engine, rules.Black, now)
	challenge := game.NewChallenge(4, "p", ana, bo, rules.Black, now)
	for name, c := range map[string]struct {
		step game.Step
		want string
	}{
		"an open game":            {game.Step{After: &open}, "othellobot_games_begun_total{kind=open}"},
		"a duel":                  {game.Step{After: &duel}, "othellobot_games_begun_total{kind=duel}"},
		"a game with the bot":     {game.Step{After: &bot}, "othellobot_games_begun_total{kind=bot}"},
		"a challenge":             {game.Step{After: &challenge}, ""},
		"one that is accepted":    {game.Step{Before: &challenge, After: after(game.Accept(false)(challenge, bo, now))}, "othellobot_games_begun_total{kind=duel}"},
		"one that is declined":    {game.Step{Before: &challenge, After: after(challenge.Decline(bo, now))}, ""},
		"a move":                  {game.Step{Before: &open, After: after(open.Play(ana, rules.SquareAt(3, 2), now))}, ""},
		"a duel that is given up": {game.Step{Before: &duel, After: after(duel.Resign(ana, now))}, "othellobot_games_ended_total{kind=duel,reason=resigned}"},
		"a game that is stopped":  {game.Step{Before: &bot, After: after(bot.Stop(ana, false, now))}, "othellobot_games_ended_total{kind=bot,reason=stopped}"},
		"an expired one":          {game.Step{Before: &open, After: after(game.Expire(time.Hour)(open, game.Nobody, now.Add(time.Hour)))}, "othellobot_games_ended_total{kind=open,reason=expired}"},
	} {
		m := New()
		for _, err := range []error{nil, game.ErrStale, errors.New("no store")} {
			_ = m.WrapStore(fakeStore{err: err}).Save(t.Context(), game.Change{Steps: []game.Step{c.step}})
		}
		s := m.scrape(t)
		series := slices.DeleteFunc(s.series(), func(name string) bool { return name[:len("othellobot_games")] != "othellobot_games" })
		if c.want == "" && len(series) > 0 || c.want != "" && (!slices.Equal(series, []string{c.want}) || s.value(c.want) != 1) {
			t.Errorf("%s is counted as %q, want %q", name, series, c.want)
		}
	}
}

// Every reason why a running game can end has a label.
func TestReasonsHaveNames(t *testing.T) {
	for r := game.PlayedOut; r <= game.Expired; r++ {
		if reasons[r] == "" {
			t.Errorf("reason %d has no name", r)
		}
	}
}

func TestMessagesAreCounted(t *testing.T) {
	for fate, want := range map[chat.Fate]string{
		chat.Delivered: "out", chat.NotDelivered: "unsent", chat.Unknown: "unknown", chat.Dormant: "dormant", chat.Removed: "gone",
	} {
		m := New()
		r, err := m.WrapHandler(answered(toAll), verbOf).Sent(t.Context(), chat.Subject{Place: chat.Place{Platform: "slack"}}, chat.Outcome{Fate: fate})
		if err != nil || len(r.Choices) != 1 {
			t.Errorf("the next handler's answer becomes %+v, %v", r, err)
		}
		if got := m.scrape(t).series(); !slices.Equal(got, []string{"othellobot_messages_total{outcome=" + want + ",platform=slack}"}) {
			t.Errorf("fate %d is counted as %q, want %s", fate, got, want)
		}
	}
}

func TestRedrawsAreCounted(t *testing.T) {
	m := New()
	for _, place := range []game.Place{"discord/g/c/", "slack/t/c/", "?", "discord/g/d/", "slack/t/c/"} {
		m.RecordTask(game.Task{Kind: game.TaskRedraw, Game: game.Game{Place: place}}, time.Now())
	}
	for _, platform := range []string{"discord", "slack"} {
		if got := m.scrape(t).value("othellobot_redraws_total{platform=" + platform + "}"); got != 2 {
			t.Errorf("%s has %v redraws, want 2", platform, got)
		}
	}
}

func TestLateness(t *testing.T) {
	m, now := New(), time.UnixMilli(1_000_000)
	for kind, task := range tasks {
		series := "othellobot_due_late_seconds{task=" + task + "}"
		before := m.scrape(t).value(series)
		if m.RecordTask(game.Task{Kind: kind, At: now.Add(-90 * time.Second).UnixMilli()}, now); m.scrape(t).value(series) != before+1 {
			t.Errorf("a task of kind %d is not counted as %s", kind, task)
		}
	}
	for _, h := range m.scrape(t)["othellobot_due_late_seconds"].GetMetric() {
		if n := float64(h.GetHistogram().GetSampleCount()); h.GetHistogram().GetSampleSum() != 90*n {
			t.Errorf("it is %v s late, want 90 s each", h.GetHistogram().GetSampleSum())
		}
	}
}

func TestTheEngineIsTimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, began := New(), time.Now()
		time.Sleep(250 * time.Millisecond)
		m.RecordThinking("move", began)
		if h := m.scrape(t)["othellobot_engine_seconds"].GetMetric()[0].GetHistogram(); h.GetSampleCount() != 1 || h.GetSampleSum() != .25 {
			t.Errorf("%d took %v s, want 1 and 0.25", h.GetSampleCount(), h.GetSampleSum())
		}
	})
}

func TestGaugesFollow(t *testing.T) {
	m := New()
	ready, room, queue := false, 0, 0
	m.AddPlatform("slack", func() bool { return ready }, func() int { return room })
	m.AddEngineQueue(func() int { return queue })
	m.AddPages(func() int { return queue })
	m.AddClock(func() time.Duration { return -90 * time.Second })
	m.SetBuild("v1.2.3", "abc")
	m.SetTenants("slack", 4)
	works := m.Observer("slack").Works
	for range 2 {
		works(ready)
		s := m.scrape(t)
		for series, want := range map[string]float64{
			"othellobot_platform_ready{platform=slack}": oneIf(ready), "othellobot_queue_room{platform=slack}": float64(room),
			"othellobot_platform_works{platform=slack}": oneIf(ready), "othellobot_clock_offset_seconds": -90,
			"othellobot_engine_queue": float64(queue), "othellobot_pages_open": float64(queue), "othellobot_tenants{platform=slack}": 4,
			"othellobot_build_info{revision=abc,version=v1.2.3}": 1,
		} {
			if got := s.value(series); got != want {
				t.Errorf("%s is %v, want %v", series, got, want)
			}
		}
		ready, room, queue = true, 2048, 3
	}
}
