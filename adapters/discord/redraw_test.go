package discord

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
)

const (
	theHistory = "GET " + theChannel + "?limit=50"
	otherID    = "1105049371830935004"
)

func inHistory(id, author, control string) string {
	return fmt.Sprintf(`{"id":%q,"content":"there","author":{"id":%q},"components":[{"type":1,"components":[{"type":2,"custom_id":%q}]}]}`, id, author, control)
}

func shownAs(s chat.Slot, e chat.Effect) chat.Effect {
	e.Subject.Slot = s
	return e
}

// A redrawn message is found again, stays in its place, and notifies no user.
func TestRedraws(t *testing.T) {
	post, edit := shown(chat.Post, cards("tiles").Board()), shown(chat.Edit, cards("tiles").Board())
	edit.Ref = ref{channel: channelID, message: boardID}.messageRef()
	there := chat.Place{Platform: Platform, Team: serverID, Channel: channelID, Thread: threadID}
	threadHistory := strings.Replace(theHistory, channelID, threadID, 1)
	ours := inHistory(boardID, botID, "o1:game:1:move:d3")
	of := func(channel, message string) chat.Outcome {
		return chat.Outcome{Ref: ref{channel: channel, message: message}.messageRef()}
	}
	fresh := func(n int) string { return fmt.Sprint(1105049371830936000 + n) }
	list := func(messages ...string) string { return "[" + strings.Join(messages, ",") + "]" }
	for name, c := range map[string]struct {
		place   chat.Place
		effect  chat.Effect
		others  []chat.MessageRef
		answers map[string]string // bodies, or the code of a refusal
		want    []string
		outcome []chat.Outcome // nil if no outcome is reported
	}{
		"found": {
			here, post, nil,
			map[string]string{theHistory: list(inHistory("9", anaID, "o1:game:1:move:d3"), inHistory("8", botID, "o1:game2:1:x"), ours)},
			[]string{theHistory, "PATCH " + theChannel + "/" + boardID},
			[]chat.Outcome{of(channelID, boardID)},
		},
		"found by a select": {
			here, post, nil,
			map[string]string{theHistory: list(fmt.Sprintf(
				`{"id":%q,"author":{"id":%q},"components":[{"components":[{"custom_id":"select:0","options":[{"value":"o1:game:1:move:d3"}]}]}]}`, boardID, botID))},
			[]string{theHistory, "PATCH " + theChannel + "/" + boardID},
			[]chat.Outcome{of(channelID, boardID)},
		},
		"the newest of two": {
			here, post, nil,
			map[string]string{theHistory: list(inHistory(otherID, botID, "o1:game:2:x"), ours)},
			[]string{theHistory, "PATCH " + theChannel + "/" + otherID},
			[]chat.Outcome{of(channelID, otherID)},
		},
		"found beside another slot's": {
			here, post,
			[]chat.MessageRef{of(channelID, otherID).Ref},
			map[string]string{theHistory: list(inHistory(otherID, botID, "o1:game:2:x"), ours)},
			[]string{theHistory, "PATCH " + theChannel + "/" + boardID},
			[]chat.Outcome{of(channelID, boardID)},
		},
		"deleted since it was found": {
			here, post, nil, map[string]string{theHistory: list(ours), "PATCH": "10008"}, []string{theHistory, "PATCH " + theChannel + "/" + boardID}, nil,
		},
		"not found": {
			here, post, nil,
			map[string]string{theHistory: "[]"},
			[]string{theHistory, "POST " + theChannel, "PATCH " + theChannel + "/" + fresh(2)},
			[]chat.Outcome{of(channelID, fresh(2))},
		},
		"not found, and sent whole": {
			here, post, nil,
			map[string]string{theHistory: "[]", "POST": fmt.Sprintf(`{"id":%q,"content":%s}`, otherID, encode(offline(t).encoder.message(post.Message).Content))},
			[]string{theHistory, "POST " + theChannel},
			[]chat.Outcome{of(channelID, otherID)},
		},
		"history not allowed": {
			here, post, nil,
			map[string]string{theHistory: "50013"},
			[]string{theHistory, "POST " + theChannel, "PATCH " + theChannel + "/" + fresh(2)},
			[]chat.Outcome{of(channelID, fresh(2))},
		},
		"in a thread": {
			there, post, nil,
			map[string]string{threadHistory: "[]"},
			[]string{"GET /channels/" + threadID, threadHistory, "POST /channels/" + threadID + "/messages", "PATCH /channels/" + threadID + "/messages/" + fresh(3)},
			[]chat.Outcome{of(threadID, fresh(3))},
		},
		"in an archived thread": {
			there, post, nil,
			map[string]string{"GET /channels/" + threadID: `{"thread_metadata":{"archived":true}}`},
			[]string{"GET /channels/" + threadID},
			[]chat.Outcome{{Fate: chat.Dormant}},
		},
		"not allowed": {
			here, post, nil,
			map[string]string{theHistory: "[]", "POST": "50013"},
			[]string{theHistory, "POST " + theChannel},
			[]chat.Outcome{{Fate: chat.Dormant}},
		},
		"a reminder":  {here, shownAs(chat.SlotPing, post), nil, nil, []string{"POST " + theChannel, "PATCH " + theChannel + "/" + fresh(1)}, []chat.Outcome{of(channelID, fresh(1))}},
		"of a user's": {here, post, []chat.MessageRef{ref{channelID, otherID, true}.messageRef()}, nil, nil, []chat.Outcome{{Fate: chat.Dormant}}},
		"an edit":     {here, edit, nil, nil, []string{"PATCH " + theChannel + "/" + boardID}, []chat.Outcome{of(channelID, boardID)}},
		"an edit of what was deleted": {
			here, edit, nil, map[string]string{"PATCH": "10008"}, []string{"PATCH " + theChannel + "/" + boardID}, []chat.Outcome{{Fate: chat.Removed}},
		},
		"an edit in an archived thread": {
			there, edit, nil, map[string]string{"PATCH": "50083"}, []string{"PATCH " + theChannel + "/" + boardID}, []chat.Outcome{{Fate: chat.Dormant}},
		},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{answer: func(line string) (*http.Response, error) {
				for begins, answer := range c.answers {
					switch {
					case !strings.HasPrefix(line, begins):
					case len(answer) == 5 && answer[0] != '[':
						return reply(map[bool]int{true: 404, false: 403}[answer == "10008"], `{"code":`+answer+`}`), nil
					default:
						return reply(200, answer), nil
					}
				}
				return nil, nil
			}}
			h := answers()
			e := c.effect
			e.Redraw, e.OtherMessages = true, c.others
			deliver(endpoint(t, discord, h), c.place, e)
			discord.sent(t, c.want...)
			if got := outcomes(h); !slices.Equal(got, c.outcome) {
				t.Errorf("reported %+v, want %+v", got, c.outcome)
			}
			for _, call := range discord.calls {
				if strings.Contains(call.body, `"users"`) {
					t.Errorf("people are notified by %s", call.body)
				}
				if strings.HasPrefix(call.line, "POST") != strings.Contains(call.body, `"enforce_nonce":true`) {
					t.Errorf("the nonce of %s is in %s", call.line, call.body)
				}
			}
		})
	}
}

// The nonce of a message is the same in every process and differs from those of other messages.
func TestNonces(t *testing.T) {
	effect := func(game chat.GameID, slot chat.Slot, post, version uint32) chat.Effect {
		return chat.Effect{Kind: chat.Post, Subject: chat.Subject{Game: game, Slot: slot, Post: post, Version: version}}
	}
	seen := map[string]bool{}
	for _, e := range []chat.Effect{
		effect("a", chat.SlotBoard, 1, 1), effect("b", chat.SlotBoard, 1, 1), effect("a", chat.SlotPing, 1, 1), effect("a", chat.SlotBoard, 2, 1),
		{},
		{},
	} {
		n := nonceOf(e)
		if len(n) > maxNonce || seen[n] {
			t.Errorf("%+v has the nonce %q, as another has", e.Subject, n)
		}
		seen[n] = true
	}
	if nonceOf(effect("a", chat.SlotBoard, 1, 7)) != nonceOf(effect("a", chat.SlotBoard, 1, 1)) {
		t.Error("another version of a message has another nonce")
	}
}

// If a message may have arrived, it is sent again only with a nonce, and not with a token.
func TestRequestsSentAgain(t *testing.T) {
	for name, c := range map[string]struct {
		token bool
		fails func() (*http.Response, error)
		most  int
	}{
		"cut off, by a token":    {true, func() (*http.Response, error) { return nil, http.ErrServerClosed }, 1},
		"an error, by a token":   {true, func() (*http.Response, error) { return reply(502, ""), nil }, 1},
		"limited, by a token":    {true, func() (*http.Response, error) { return reply(429, `{"retry_after":1}`), nil }, maxAttempts},
		"cut off, with a nonce":  {false, func() (*http.Response, error) { return nil, http.ErrServerClosed }, maxAttempts},
		"an error, with a nonce": {false, func() (*http.Response, error) { return reply(502, ""), nil }, maxAttempts},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{answer: func(line string) (*http.Response, error) {
				if strings.Contains(line, "/callback") {
					return nil, nil
				}
				return c.fails()
			}}
			a := endpoint(t, discord, answers(effect(chat.Whisper, "answered")))
			if c.token {
				a.fromGateway([]byte(typed()))
				time.Sleep(time.Minute)
				discord.forget()
			}
			deliver(a, here, shown(chat.Post, cards("tiles").Board()))
			if n := len(discord.lines()); n != c.most {
				t.Errorf("sent %d times, want %d", n, c.most)
			}
			for _, call := range discord.calls {
				if call.body != discord.calls[0].body {
					t.Error("it is another message each time")
				}
			}
		})
	}
}

func TestRefsAreReadBack(t *testing.T) {
	longest := "18446744073709551615"
	for _, r := range []ref{{channelID, boardID, false}, {channelID, boardID, true}, {"0", "1", true}, {longest, longest, true}} {
		name := r.messageRef()
		if got, err := parseRef(name); err != nil || got != r {
			t.Errorf("%+v is named %q and read as %+v, %v", r, name, got, err)
		}
		if len(name) > 43 {
			t.Errorf("the name %q has %d bytes, want at most 43", name, len(name))
		}
	}
}

func TestOtherNamesAreRefused(t *testing.T) {
	for _, name := range []chat.MessageRef{
		"", "/", "1", "1/", "/1", "1/2/3", "1/2/T", "1/2/t/t", "a/1", "1/a", "-1/2", "1 /2", "../2", "1/..", "1/@original", "１/2", "1/2\n",
		chat.MessageRef(strings.Repeat("1", 21) + "/2"), chat.MessageRef("1/" + strings.Repeat("2", 21)),
	} {
		if r, err := parseRef(name); err == nil {
			t.Errorf("%q is read as %+v", name, r)
		}
	}
}
