package chattest_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"othellobot/chat"
	"othellobot/chat/chattest"
)

// brokenAs is the environment variable that holds the fault for TestBrokenAdapter.
const brokenAs = "OTHELLO_TEST_BROKEN_AS"

// TestBrokenAdaptersFail checks that a case about repetitions fails for each fault. It runs the cases
// in other processes, because a test cannot observe its own failure.
func TestBrokenAdaptersFail(t *testing.T) {
	const double, atOnce, again, nothing = "a-double-press", "presses-at-once", "what-is-delivered-again", "a-command-that-stores-nothing"
	for how, name := range map[string]string{
		"deaf to the second press":       double,
		"two presses with one delivery":  double,
		"an edit that moves the message": double,
		"a report that is made twice":    double,
		"one press after the other":      atOnce,
		"one answer of two":              atOnce,
		"one message each":               atOnce,
		"another delivery of the same":   again,
		"no delivery":                    again,
		"an answer that is shown again":  again,
		"a word about a repetition":      nothing,
	} {
		t.Run(strings.ReplaceAll(how, " ", "-"), func(t *testing.T) {
			t.Parallel()
			other := exec.Command(os.Args[0], "-test.run=^TestBrokenAdapter$/^"+name)
			other.Env = append(os.Environ(), brokenAs+"="+how)
			if output, err := other.CombinedOutput(); err == nil || !strings.Contains(string(output), "--- FAIL: TestBrokenAdapter/"+name) || strings.Contains(string(output), "panic") {
				t.Errorf("the suite does not notice it: %v\n%s", err, output)
			}
		})
	}
}

// TestBrokenAdapter does nothing unless TestBrokenAdaptersFail runs it.
func TestBrokenAdapter(t *testing.T) {
	how := os.Getenv(brokenAs)
	if how == "" {
		return
	}
	chattest.RunInBubbles(t, func(t *testing.T, h chat.Handler) chattest.Client {
		return &broken{ideal: ideal{t: t, bot: h}, how: how}
	})
}

type broken struct {
	ideal
	how     string // the fault
	pressed bool
}

func (c *broken) Press(user string, control chattest.Control) {
	switch {
	case c.how == "deaf to the second press" && c.pressed:
		return
	case c.how == "two presses with one delivery":
		c.actions = 1000
	}
	c.pressed = true
	c.ideal.Press(user, control)
	switch c.how {
	case "an edit that moves the message":
		at := slices.IndexFunc(c.messages, func(s *sheet) bool { return s.ref == c.last.Message })
		s := c.messages[at]
		c.messages = append(slices.Delete(c.messages, at, at+1), s)
	case "a report that is made twice":
		_, _ = c.bot.Sent(c.t.Context(), chat.Subject{Game: "game", Slot: chat.SlotBoard, Version: 2}, chat.Outcome{Ref: c.last.Message})
	}
}

func (c *broken) PressAtOnce(control chattest.Control, users ...string) {
	switch c.how {
	case "one press after the other":
		for _, user := range users {
			c.ideal.Press(user, control)
		}
		return
	case "one answer of two":
		defer func() { c.messages[len(c.messages)-1].gone = true }()
	case "one message each":
		defer c.showAgain(0)
	}
	c.ideal.PressAtOnce(control, users...)
}

func (c *broken) Redeliver() {
	switch c.how {
	case "another delivery of the same":
		c.last.Delivery += " again"
	case "no delivery":
		c.last.Delivery = ""
	case "an answer that is shown again":
		c.showAgain(len(c.messages) - 1)
		return
	case "a word about a repetition":
		defer func() {
			c.carryOut(c.t.Context(), c.last, chat.Response{Effects: []chat.Effect{{Kind: chat.Whisper}}})
		}()
	}
	c.ideal.Redeliver()
}

func (c *broken) showAgain(i int) {
	s := *c.messages[i]
	s.ref, s.gone = "", false
	c.messages = append(c.messages, &s)
}
