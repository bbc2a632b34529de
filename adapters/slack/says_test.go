package slack_test

import (
	"regexp"
	"strings"
	"sync"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

// english is the language of the tests.
var english = sync.OnceValue(func() *words.Language { return words.MustLoad().Default() })

// anytime stands in a slot for a time that a test does not know.
var anytime = words.When{Dated: true}

// says is how people read messages of the bot, up to the first slot with [anytime].
func says(messages ...words.Message) string {
	text, _, _ := strings.Cut(english().Text(messages...).String(), chat.Say(chat.DateTimeOf(anytime.Time)).String())
	return strings.ReplaceAll(text, "\u2060", "")
}

// label returns the text that the bot writes on a button.
func label(m words.Message) string { return english().String(m) }

// called is somebody with the name that people read.
func called(name string) words.Person { return words.Person{User: &chat.UserID{ID: name}} }

// unnamed is how people read somebody whose name Slack does not tell, at the beginning of a
// sentence or within one.
func unnamed(first bool) string {
	text := label(words.Somebody{})
	if first {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

// awaited is somebody who is notified.
func awaited(name string) words.Person {
	p := called(name)
	p.Awaited = true
	return p
}

// square is one whose name is right.
func square(name string) rules.Square {
	s, err := rules.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

// squares are several: "c3d3".
func squares(names string) rules.Bitboard {
	list, err := rules.ParseTranscript(names)
	if err != nil {
		panic(err)
	}
	return rules.SetOf(list...)
}

// opened is how a game for everybody begins.
func opened(name string) string { return says(words.Opened{Player: called(name)}) }

// played is how a move is told.
func played(name, at, flips string) string {
	return says(words.Played{Player: called(name), Square: square(at), Flips: words.All(squares(flips))})
}

// answered is how a move is told that the bot has answered since.
func answered(name, at string) string {
	return says(words.Answered{Player: called(name), Square: square(at)})
}

// stale returns the answer to somebody who was too late for a move.
func stale(name, at string) string {
	return says(words.StaleMove{Player: called(name), Square: square(at)})
}

// challenges is how a challenge begins for somebody who is to be White.
func challenges(challenger, challenged string) string {
	return says(words.ChallengesYou{Challenged: awaited(challenged), Challenger: called(challenger), Color: rules.White, Until: anytime})
}

// againstBot is how a game against the bot begins.
func againstBot(p words.Person, color rules.Color, level int) string {
	return says(words.AgainstBot{Player: p, Color: color, Level: level})
}

// history returns the answer to somebody who asks for the moves so far.
func history(moves string) string {
	if moves == "" {
		return says(words.NoMovesYet{Color: rules.Black})
	}
	return says(words.History{Moves: words.Count(len(moves) / 2), Transcript: moves})
}

var squareName = regexp.MustCompile(`\b[a-h][1-8]\b`)

// hinted fails the test unless the newest that somebody sees names a square, and nobody
// else sees it.
func (w *whole) hinted(at slacktest.Where, user string) {
	w.t.Helper()
	if m := w.newest(at, user); m.For != w.User(user) || !squareName.MatchString(m.Shown) {
		w.t.Errorf("%s sees no hint but\n%s", user, m.Shown)
	}
}
