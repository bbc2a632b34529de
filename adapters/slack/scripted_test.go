package slack_test

import (
	"context"
	"sync"
	"time"

	"othellobot/chat"
)

// scripted is a handler that answers as it is told, and remembers what it was
// asked. It may be used concurrently.
type scripted struct {
	answer  func(ctx context.Context, a chat.Action) chat.Response // nil for no answer
	correct func(r report) chat.Response                           // nil for nothing to correct
	draw    func(show chat.Effect) chat.Response                   // nil for nothing to show

	mu      sync.Mutex
	actions []chat.Action
	reports []report
}

// report is a call of [chat.Handler.Sent].
type report struct {
	chat.Shown
	fate chat.Fate
	ref  chat.MessageRef
}

func (s *scripted) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	s.mu.Lock()
	s.actions = append(s.actions, a)
	answer := s.answer
	s.mu.Unlock()
	if answer == nil {
		return chat.Response{}, nil
	}
	return answer(ctx, a), nil
}

func (s *scripted) Draw(_ context.Context, show chat.Effect) (chat.Response, error) {
	s.mu.Lock()
	draw := s.draw
	s.mu.Unlock()
	if draw == nil {
		return chat.Response{}, nil
	}
	return draw(show), nil
}

func (s *scripted) Sent(_ context.Context, shown chat.Shown, o chat.Outcome) (chat.Response, error) {
	r := report{shown, o.Fate, o.Ref}
	s.mu.Lock()
	s.reports = append(s.reports, r)
	correct := s.correct
	s.mu.Unlock()
	if correct == nil {
		return chat.Response{}, nil
	}
	return correct(r), nil
}

// answers tells it what to answer from now on.
func (s *scripted) answers(answer func(context.Context, chat.Action) chat.Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = answer
}

// forget forgets what it was asked and told.
func (s *scripted) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.actions, s.reports = nil, nil
}

// asked gives all actions so far.
func (s *scripted) asked() []chat.Action {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.actions[:len(s.actions):len(s.actions)]
}

// reported gives all reports so far.
func (s *scripted) reported() []report {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reports[:len(s.reports):len(s.reports)]
}

// told counts how often it was told something of a tenant.
func (s *scripted) told(verb, tenant string) (n int) {
	for _, a := range s.asked() {
		if a.Verb == verb && a.Place == (chat.Place{Platform: "slack", Team: tenant}) {
			n++
		}
	}
	return n
}

// answering always gives the same effects.
func answering(effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return answeringWith(chat.Response{Effects: effects})
}

// answeringWith always gives the same response.
func answeringWith(r chat.Response) func(context.Context, chat.Action) chat.Response {
	return func(context.Context, chat.Action) chat.Response { return r }
}

// after gives the effects when a time has gone by, or the handler is given up.
func after(d time.Duration, effects ...chat.Effect) func(context.Context, chat.Action) chat.Response {
	return func(ctx context.Context, _ chat.Action) chat.Response {
		select {
		case <-time.After(d):
		case <-ctx.Done():
		}
		return chat.Response{Effects: effects}
	}
}

// words is an effect of plain text.
func effect(kind chat.Kind, text string) chat.Effect {
	return chat.Effect{Kind: kind, Message: chat.Message{Text: chat.Say(text)}}
}

// shown is an effect that shows a game in its slot.
func shown(kind chat.Kind, version uint32, m chat.Message) chat.Effect {
	return chat.Effect{Kind: kind, Message: m, Shows: chat.Shown{Game: "game", Slot: chat.SlotBoard, Version: version}}
}

// with is a message of text with a button.
func with(text, button string) chat.Message {
	return chat.Message{Text: chat.Say(text), Controls: []chat.Row{{Buttons: []chat.Button{{Label: button, Action: "do:" + button}}}}}
}
