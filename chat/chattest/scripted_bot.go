package chattest

import (
	"context"
	"slices"
	"sync"

	"othellobot/chat"
)

// scriptedBot plays the bot behind the adapter. Its answers are empty until the test sets them.
type scriptedBot struct {
	mu      sync.Mutex
	actions []chat.Action
	reports []report
	answer  func(chat.Action) (chat.Response, error)
	correct func(report) (chat.Response, error)
	drawn   func(chat.Effect) (chat.Response, error)
}

// report is a call of [chat.Handler.Sent].
type report struct {
	chat.Subject
	fate chat.Fate
	ref  chat.MessageRef
}

func (s *scriptedBot) Handle(_ context.Context, a chat.Action) (chat.Response, error) {
	s.mu.Lock()
	s.actions = append(s.actions, a)
	answer := s.answer
	s.mu.Unlock()
	if answer == nil {
		return chat.Response{}, nil
	}
	return answer(a)
}

func (s *scriptedBot) Sent(_ context.Context, shown chat.Subject, o chat.Outcome) (chat.Response, error) {
	r := report{shown, o.Fate, o.Ref}
	s.mu.Lock()
	s.reports = append(s.reports, r)
	correct := s.correct
	s.mu.Unlock()
	if correct == nil {
		return chat.Response{}, nil
	}
	return correct(r)
}

func (s *scriptedBot) Draw(_ context.Context, show chat.Effect) (chat.Response, error) {
	s.mu.Lock()
	drawn := s.drawn
	s.mu.Unlock()
	if drawn == nil {
		return chat.Response{}, nil
	}
	return drawn(show)
}

// draws sets the function that draws every Refresh from now on.
func (s *scriptedBot) draws(drawn func(chat.Effect) (chat.Response, error)) {
	s.locked(func() { s.drawn = drawn })
}

// answers sets the effects that answer every action from now on.
func (s *scriptedBot) answers(effects ...chat.Effect) {
	s.answersBy(func(chat.Action) (chat.Response, error) { return chat.Response{Effects: effects}, nil })
}

// answersBy sets the function that answers every action from now on.
func (s *scriptedBot) answersBy(answer func(chat.Action) (chat.Response, error)) {
	s.locked(func() { s.answer = answer })
}

// corrects sets the function that answers every report from now on.
func (s *scriptedBot) corrects(correct func(report) (chat.Response, error)) {
	s.locked(func() { s.correct = correct })
}

// handled returns the actions so far.
func (s *scriptedBot) handled() (actions []chat.Action) {
	s.locked(func() { actions = slices.Clone(s.actions) })
	return actions
}

// reported returns the reports so far.
func (s *scriptedBot) reported() (reports []report) {
	s.locked(func() { reports = slices.Clone(s.reports) })
	return reports
}

func (s *scriptedBot) locked(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}
