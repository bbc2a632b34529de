package chattest

import (
	"context"
	"slices"
	"sync"

	"othellobot/chat"
)

// The users of the tests.
const (
	Ana      = "ana"      // speaks and is mentioned
	Bo       = "bo"       // speaks and is mentioned
	Bot      = "bot"      // the bot itself, mentioned
	OtherBot = "chessbot" // another program, mentioned
)

// Client acts for users on a platform. Command and Press return once the answer is shown and reported
// to the handler. A client that cannot act must fail its test. Only the poster must be safe for
// concurrent use.
type Client interface {
	// User returns the adapter's id of a user of the tests.
	User(name string) chat.UserID

	// Place returns the place of all tests. Ana and Bo both read it.
	Place() chat.Place

	// Limits returns the adapter's limits of messages.
	Limits() chat.Limits

	// Poster returns the adapter's poster.
	Poster() chat.Poster

	// Settle returns when all effects that the poster accepted are complete.
	Settle()

	// Command sends a command of a user, as text or with separate arguments. The text of a mention is
	// one of the names above; the client must fill in the user id. Other texts of arguments contain no
	// "@", and do not begin or end with white space.
	Command(user, verb string, args ...chat.Argument)

	// Press makes a user press a control on the newest visible message that has it.
	Press(user string, c Control)

	// Seen returns all messages of the place that a user can see, oldest first. An edited message keeps its position.
	Seen(user string) []Message
}

// Completer is a client of a platform that offers values while users type.
type Completer interface {
	// Complete returns the choices that the platform offers a user who types the argument named focus.
	Complete(user, verb, focus string, args ...chat.Argument) []chat.Choice
}

// Threader is a client of a platform that can open a thread for a game.
type Threader interface {
	// InThread returns the messages of a thread that Ana sees, oldest first.
	InThread(place chat.Place) []Message
}

// Message is a message as one user sees it.
type Message struct {
	Text     string    // all of the text, without markup and escapes
	Controls []Control // from left to right and top to bottom
	Private  bool      // no other user sees it
	Notified bool      // it notified this user with a mention
}

// Control is a button, or an option of a select.
type Control struct {
	Label  string
	Select string // the placeholder of the select; empty for a button
	URL    string // the address that a link button opens; otherwise empty
}

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

func (s *scriptedBot) handled() (actions []chat.Action) {
	s.locked(func() { actions = slices.Clone(s.actions) })
	return actions
}

func (s *scriptedBot) reported() (reports []report) {
	s.locked(func() { reports = slices.Clone(s.reports) })
	return reports
}

func (s *scriptedBot) locked(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}
