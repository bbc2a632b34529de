package bot_test

import (
	"strings"
	"testing"

	"othellobot/chat"
)

// TestFlags checks that a flag accepts yes and no in all forms, and nothing else.
func TestFlags(t *testing.T) {
	l := limits
	l.Threads = true
	const refused = "For thread I know yes or no."
	given := func(value string) chat.Action { return arguments("ana", "start", "thread", value) }
	mentioning := given("yes")
	mentioning.Args[0].Value.Kind = chat.MentionsPerson
	for name, c := range map[string]struct {
		action  chat.Action
		thread  bool
		refused bool
	}{
		"alone":               {typed("ana", "start thread"), true, false},
		"before other words":  {typed("ana", "start thread bot"), true, false},
		"yes":                 {typed("ana", "start thread:yes"), true, false},
		"yes, apart":          {typed("ana", "start Thread: YES"), true, false},
		"true":                {typed("ana", "start thread:true"), true, false},
		"true, in capitals":   {typed("ana", "start thread:TRUE"), true, false},
		"no":                  {typed("ana", "start thread:No"), false, false},
		"false":               {typed("ana", "start thread:false"), false, false},
		"the last counts":     {typed("ana", "start thread:yes thread:no"), false, false},
		"absent":              {typed("ana", "start"), false, false},
		"as an option":        {given("true"), true, false},
		"as an option, not":   {given("false"), false, false},
		"what it cannot say":  {typed("ana", "start thread:perhaps"), false, true},
		"a number":            {typed("ana", "start thread:1"), false, true},
		"nothing":             {typed("ana", "start thread:"), false, true},
		"an option of no use": {given("maybe"), false, true},
		"somebody":            {mentioning, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newStage(t, l).do(t, c.action)
			text := r.Effects[0].Message.Text.String()
			if got := r.Effects[0].Kind == chat.OpenThread; got != c.thread || strings.HasPrefix(text, refused) != c.refused {
				t.Errorf("it opens a thread: %v; the answer is %q", got, text)
			}
		})
	}
}
