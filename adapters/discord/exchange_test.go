package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/fake"
	"othellobot/chat"
	"othellobot/internal/logtest"

	"github.com/bwmarrin/discordgo"
)

const (
	theCallback = "POST /interactions/1300000000000000001/" + interactionToken + "/callback?with_response=true"
	theHook     = "/webhooks/" + appID + "/" + interactionToken
	theOriginal = theHook + "/messages/@original"
	theFollowUp = "POST " + theHook + "?wait=true"
	theChannel  = "/channels/" + channelID + "/messages"
)

func faulty(faults map[string][2]int) func(string) (*http.Response, error) {
	return func(line string) (*http.Response, error) {
		for begins, fault := range faults {
			if strings.HasPrefix(line, begins) {
				return reply(fault[0], fmt.Sprintf(`{"code":%d}`, fault[1])), nil
			}
		}
		if line == theCallback {
			return reply(http.StatusOK, `{"resource":{"message":{"id":"`+boardID+`"}}}`), nil
		}
		return nil, nil
	}
}

func userInstalled(t *testing.T) string {
	return with(t, typed(), fields{"authorizing_integration_owners": `{"1":"` + anaID + `"}`})
}

func TestExchanges(t *testing.T) {
	post, edit := shown(chat.Post, cards("tiles").Board()), shown(chat.Edit, cards("tiles").Board())
	whisper := effect(chat.Whisper, "whispered")
	other := ref{channel: channelID, message: "1105049371830935004"}
	at := func(e chat.Effect) chat.Effect { e.Ref = other.messageRef(); return e }
	thread := chat.Effect{Kind: chat.OpenThread, Message: chat.Message{Text: chat.Say("Othello")}}
	dead := map[string][2]int{theCallback: {404, discordgo.ErrCodeUnknownInteraction}}
	type effects = []chat.Effect
	for name, c := range map[string]struct {
		raw string
		effects
		faults   map[string][2]int
		want     []string
		reported chat.MessageRef
	}{
		"answered":                        {typed(), effects{post}, nil, []string{theCallback}, ref{channel: channelID, message: boardID}.messageRef()},
		"answered where it is no member":  {userInstalled(t), effects{post}, nil, []string{theCallback}, ref{channelID, boardID, true}.messageRef()},
		"nothing to remember":             {typed(), effects{effect(chat.Post, "posted")}, nil, []string{theCallback}, ""},
		"too late":                        {typed(), effects{post}, dead, []string{theCallback, "POST " + theChannel}, ref{channel: channelID, message: "1105049371830936002"}.messageRef()},
		"too late for a whisper":          {typed(), effects{whisper, whisper}, dead, []string{theCallback}, ""},
		"too late where it is no member":  {userInstalled(t), effects{post}, dead, []string{theCallback}, ""},
		"too late for a press":            {pressOf("x"), effects{edit}, dead, []string{theCallback, "PATCH " + theChannel + "/" + boardID}, ref{channel: channelID, message: boardID}.messageRef()},
		"answered by an attempt not seen": {typed(), effects{post}, map[string][2]int{theCallback: {400, codeAlreadyAnswered}}, []string{theCallback, "GET " + theOriginal}, ref{channel: channelID, message: "1105049371830936002"}.messageRef()},
		"a press":                         {pressOf("x"), effects{edit}, nil, []string{theCallback}, ref{channel: channelID, message: boardID}.messageRef()},
		"a press on a whisper": {
			strings.Replace(pressOf("x"), `"flags":0`, `"flags":64`, 1),
			effects{effect(chat.Edit, "done"), at(edit)},
			nil,
			[]string{theCallback, "PATCH " + theChannel + "/" + other.message},
			other.messageRef(),
		},
		"a press that collapses": {
			pressOf("x"),
			effects{{Kind: chat.Collapse, Ref: ref{channel: channelID, message: boardID}.messageRef(), Message: chat.Message{Text: chat.Say("over")}}},
			nil,
			[]string{theCallback},
			"",
		},
		"an answer before the change of another": {typed(), effects{at(edit), whisper}, nil, []string{theCallback, "PATCH " + theChannel + "/" + other.message}, other.messageRef()},
		"a message that is gone":                 {typed(), effects{whisper, at(edit)}, map[string][2]int{"PATCH " + theChannel: {404, discordgo.ErrCodeUnknownMessage}}, []string{theCallback, "PATCH " + theChannel + "/" + other.message, theFollowUp}, ref{channel: channelID, message: "1105049371830936003"}.messageRef()},
		"a collapse of what is gone":             {typed(), effects{whisper, at(effect(chat.Collapse, "over")), at(chat.Effect{Kind: chat.Remove})}, map[string][2]int{"PATCH": {404, discordgo.ErrCodeUnknownMessage}, "DELETE": {404, discordgo.ErrCodeUnknownMessage}}, []string{theCallback, "PATCH " + theChannel + "/" + other.message, "DELETE " + theChannel + "/" + other.message}, ""},
		"a token that dies":                      {typed(), effects{whisper, post}, map[string][2]int{theFollowUp: {401, discordgo.ErrCodeInvalidWebhookTokenProvided}}, []string{theCallback, theFollowUp, "POST " + theChannel}, ref{channel: channelID, message: "1105049371830936003"}.messageRef()},
		"more follow-ups than there are":         {userInstalled(t), slices.Repeat(effects{whisper}, 8), nil, append([]string{theCallback}, slices.Repeat([]string{theFollowUp}, 5)...), ""},
		"whispers that may have arrived":         {typed(), effects{whisper, whisper}, map[string][2]int{theFollowUp: {502, 0}}, []string{theCallback, theFollowUp, theFollowUp}, ""},
		"more follow-ups, as a member":           {typed(), slices.Repeat(effects{whisper}, 8), nil, append([]string{theCallback}, slices.Repeat([]string{theFollowUp}, 7)...), ""},
		"no thread in a conversation":            {with(t, typed(), fields{"guild_id": "", "context": "1"}), effects{thread}, nil, []string{theCallback}, ""},
		"no thread where it is no member":        {userInstalled(t), effects{thread}, nil, []string{theCallback}, ""},
		"no thread allowed":                      {typed(), effects{thread}, map[string][2]int{"POST /channels": {403, discordgo.ErrCodeMissingPermissions}}, []string{theCallback, "POST /channels/" + channelID + "/threads", "PATCH " + theOriginal}, ""},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{answer: faulty(c.faults)}
			h := answers(c.effects...)
			a := endpoint(t, discord, h)
			a.fromGateway([]byte(c.raw))
			time.Sleep(time.Minute)
			discord.sent(t, c.want...)
			want := []chat.MessageRef{}
			if c.reported != "" {
				want = append(want, c.reported)
			}
			if got := reported(h); !slices.Equal(got, want) {
				t.Errorf("reported %v, want %v", got, want)
			}
		})
	}
}

// Unprompted messages are sent with a token while it lives, and in the bot's name afterwards.
func TestDeliverByTheNewestToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: faulty(nil)}
		a := endpoint(t, discord, answers(effect(chat.Whisper, "answered")))
		for _, wait := range []time.Duration{0, time.Minute, 13 * time.Minute, time.Minute} {
			if wait == 0 {
				a.fromGateway([]byte(typed()))
			}
			time.Sleep(wait)
			synctest.Wait()
			a.Deliver(t.Context(), here, unprompted)
			synctest.Wait()
		}
		discord.sent(t, theCallback, theFollowUp, theFollowUp, theFollowUp, "POST "+theChannel)
	})
}

func boardEffect(kind chat.Kind) chat.Effect {
	e := effect(kind, "a board")
	e.Subject = chat.Subject{Place: here, Game: "g", Slot: chat.SlotBoard, Post: 1, Version: 2}
	return e
}

// If the place is busy for long, the bot defers its answer and sends the board afterwards. If it is busy
// only for a moment, the answer itself shows the board.
func TestTheBoardWaitsForItsLane(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		kind chat.Kind
		busy time.Duration
		want []string // requests after the one that keeps the place busy
	}{
		"a press":             {pressOf("x"), chat.Edit, 5 * time.Second, []string{theCallback, "PATCH " + theOriginal}},
		"a press, for short":  {pressOf("x"), chat.Edit, time.Second, []string{theCallback}},
		"a command":           {typed(), chat.Post, 5 * time.Second, []string{theCallback, "PATCH " + theOriginal, theFollowUp}},
		"a command, for long": {typed(), chat.Post, 9 * time.Second, []string{theCallback, "PATCH " + theOriginal, theFollowUp}},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			usual := faulty(nil)
			discord := &recorder{answer: func(line string) (*http.Response, error) {
				if line == "POST "+theChannel {
					time.Sleep(c.busy)
				}
				return usual(line)
			}}
			board := boardEffect(c.kind)
			a := endpoint(t, discord, answers(board))
			a.Deliver(t.Context(), here, unprompted)
			synctest.Wait()
			a.fromGateway([]byte(c.raw))
			time.Sleep(time.Minute)
			discord.sent(t, append([]string{"POST " + theChannel}, c.want...)...)
			acked, last := discord.calls[1].at.Sub(discord.calls[0].at), discord.calls[len(discord.calls)-1].at.Sub(discord.calls[0].at)
			if acked > 1500*time.Millisecond || last < c.busy {
				t.Errorf("the first answer comes after %v, the board after %v", acked, last)
			}
		})
	}
}

// A board that times out in the queue was surely not sent, so no outcome is reported.
func TestTheBoardThatWaitsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: faulty(nil)}
		board := boardEffect(chat.Edit)
		h := answers(board)
		a := endpoint(t, discord, h)
		board.Subject.Game = "another"
		_, end := a.outbox.Turn(t.Context(), here, board, false)
		a.fromGateway([]byte(pressOf("x")))
		time.Sleep(followWithin + 1)
		end(t.Context(), chat.Outcome{Fate: chat.NotDelivered}, nil)
		time.Sleep(time.Minute)
		discord.sent(t, theCallback)
		if got := outcomes(h); len(got) > 0 {
			t.Errorf("reported %v", got)
		}
	})
}

// If a deferred answer was not filled, a board is sent without its token: Discord would show it to
// the user alone.
func TestTheBoardIsNoWhisper(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			switch line {
			case "PATCH " + theOriginal:
				return nil, errors.New("cut")
			case "POST " + theChannel:
				time.Sleep(5 * time.Second)
			}
			return nil, nil
		}}
		board := boardEffect(chat.Post)
		a := endpoint(t, discord, answers(board))
		a.Deliver(t.Context(), here, unprompted)
		synctest.Wait()
		a.fromGateway([]byte(typed()))
		time.Sleep(time.Minute)
		lines := discord.lines()
		if slices.Contains(lines, theFollowUp) || lines[len(lines)-1] != "POST "+theChannel {
			t.Errorf("sent\n%s", strings.Join(lines, "\n"))
		}
	})
}

// A panic while a board waits in the queue does not block the queue.
func TestAPanicWhileTheBoardWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: func(line string) (*http.Response, error) {
			if line == theCallback {
				panic("to be survived")
			}
			time.Sleep(5 * time.Second)
			return nil, nil
		}}
		board := boardEffect(chat.Edit)
		a := endpoint(t, discord, answers(board))
		a.Deliver(t.Context(), here, unprompted)
		synctest.Wait()
		a.fromGateway([]byte(pressOf("x")))
		time.Sleep(time.Minute)
		a.Deliver(t.Context(), here, unprompted)
		time.Sleep(time.Minute)
		discord.sent(t, "POST "+theChannel, theCallback, "POST "+theChannel)
	})
}

// While a command's answer is deferred, and after a completion, the token sends no unprompted message.
func TestDeliverByNoOtherToken(t *testing.T) {
	for name, c := range map[string]struct {
		raw         string
		slow, later time.Duration
		want        []string
	}{
		"while an answer is put off": {
			typed(), 10 * time.Second, 5 * time.Second, []string{theCallback, "POST " + theChannel, "PATCH " + theOriginal},
		},
		"after it was given": {
			typed(), 10 * time.Second, 15 * time.Second, []string{theCallback, "PATCH " + theOriginal, theFollowUp},
		},
		"while a press is put off": {
			pressOf("x"), 10 * time.Second, 5 * time.Second, []string{theCallback, theFollowUp, theFollowUp},
		},
		"after a completion": {completing(), 0, time.Second, []string{theCallback, "POST " + theChannel}},
	} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord := &recorder{answer: faulty(nil)}
			a := endpoint(t, discord, after(c.slow, effect(chat.Whisper, "answered")))
			a.fromGateway([]byte(c.raw))
			time.Sleep(c.later)
			a.Deliver(t.Context(), here, unprompted)
			synctest.Wait()
			time.Sleep(time.Minute)
			discord.sent(t, c.want...)
		})
	}
}

// Without membership and token, the bot sends only after an interaction.
func TestDeliverOutOfReach(t *testing.T) {
	here := chat.Place{Platform: Platform, Channel: channelID}
	gone := ref{channelID, boardID, true}.messageRef()
	post, edit, redrawn := shown(chat.Post, cards("tiles").Board()), shown(chat.Edit, cards("tiles").Board()), shown(chat.Post, cards("tiles").Board())
	edit.Ref = gone
	redrawn.Redraw, redrawn.OtherMessages = true, []chat.MessageRef{gone}
	for name, effects := range map[string][]chat.Effect{
		"a board": {edit}, "a board that was put off": {redrawn}, "a post after a board": {edit, post},
		"what shows nothing": {{Kind: chat.Collapse, Ref: gone, Message: chat.Message{Text: chat.Say("over")}}, {Kind: chat.Remove, Ref: gone}, {Kind: chat.Edit, Ref: gone}},
	} {
		t.Run(name, func(t *testing.T) {
			discord, h := &recorder{}, answers()
			deliver(endpoint(t, discord, h), here, effects...)
			if len(discord.lines()) > 0 {
				t.Errorf("sent %v", discord.lines())
			}
			for _, o := range outcomes(h) {
				if o.Fate != chat.Dormant {
					t.Errorf("reported %+v", o)
				}
			}
			if name != "what shows nothing" && len(outcomes(h)) != len(effects) {
				t.Errorf("reported %+v", outcomes(h))
			}
		})
	}
}

// A conversation that the bot cannot find counts as one between other users.
func TestConversationOfOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: faulty(map[string][2]int{"POST /channels": {404, discordgo.ErrCodeUnknownChannel}})}
		h := answers()
		a := endpoint(t, discord, h)
		for range 3 {
			deliver(a, chat.Place{Platform: Platform, Channel: channelID}, shown(chat.Ping, chat.Message{Text: chat.Say("your turn")}))
			time.Sleep(2 * time.Hour)
		}
		if got := discord.lines(); len(got) != 1 || len(h.Actions()) > 0 {
			t.Errorf("sent %v, and the handler got %d actions", got, len(h.Actions()))
		}
		if got := outcomes(h); len(got) != 3 || slices.ContainsFunc(got, func(o chat.Outcome) bool { return o.Fate != chat.Dormant }) {
			t.Errorf("reported %+v", got)
		}
	})
}

// The handler learns that a channel or a server is gone, or that it is there after all.
func TestRemovalsAreReported(t *testing.T) {
	server, thread := chat.Place{Platform: Platform, Team: serverID}, here
	thread.Thread = threadID
	probe, ping := chat.Effect{Kind: chat.Probe}, effect(chat.Ping, "your turn")
	for _, c := range []struct {
		at   chat.Place
		does chat.Effect
		code int // of Discord's refusal; 0 if there is none
		verb string
		of   chat.Place
	}{
		{here, ping, discordgo.ErrCodeUnknownChannel, chat.VerbRemoved, here},
		{here, ping, discordgo.ErrCodeUnknownGuild, chat.VerbRemoved, server},
		{thread, ping, discordgo.ErrCodeUnknownChannel, "", here},
		{here, ping, discordgo.ErrCodeMissingAccess, "", here},
		{here, probe, discordgo.ErrCodeUnknownChannel, chat.VerbRemoved, here},
		{server, probe, discordgo.ErrCodeUnknownGuild, chat.VerbRemoved, server},
		{here, probe, discordgo.ErrCodeMissingAccess, "", here},
		{here, probe, 0, chat.VerbPresent, here},
		{server, probe, 0, chat.VerbPresent, server},
	} {
		discord, h := &recorder{}, answers()
		if c.code != 0 {
			discord.answer = faulty(map[string][2]int{"": {404, c.code}})
		}
		deliver(endpoint(t, discord, h), c.at, c.does)
		got := chat.Action{Place: here}
		if asked := h.Actions(); len(asked) > 0 {
			got = asked[0]
		}
		if got.Verb != c.verb || got.Place != c.of || len(h.Actions()) > 1 {
			t.Errorf("%+v: the handler gets %+v", c, h.Actions())
		}
	}
}

// If the bot knows that it is not a member, it sends nothing in its own name until it is one.
func TestNothingIsSentOutside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: faulty(nil)}
		a := endpoint(t, discord, answers(effect(chat.Whisper, "answered")))
		for _, raw := range []string{userInstalled(t), typed()} {
			a.fromGateway([]byte(raw))
			time.Sleep(time.Hour) // no token lives that long
			a.Deliver(t.Context(), here, unprompted)
			synctest.Wait()
		}
		discord.sent(t, theCallback, theCallback, "POST "+theChannel)
	})
}

// If the bot may not write, it warns the next user once, and tries again after that interaction.
func TestMissingPermissionsAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord := &recorder{answer: faulty(map[string][2]int{"POST /channels": {403, discordgo.ErrCodeMissingAccess}})}
		a := endpoint(t, discord, answers(effect(chat.Whisper, "answered")))
		for range 3 {
			deliver(a, here, effect(chat.Ping, "your turn"))
		}
		for _, raw := range []string{userInstalled(t), typed(), typed()} { // after the first interaction the bot does not count as a member, so the user is not warned
			a.fromGateway([]byte(raw))
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Minute) // all tokens have expired
		deliver(a, here, effect(chat.Ping, "your turn"))
		discord.sent(t, "POST "+theChannel, theCallback, theCallback, theFollowUp, theCallback, "POST "+theChannel)
		if told := discord.calls[3].body; !strings.Contains(told, "I could not write here") || !strings.Contains(told, `"flags":64`) {
			t.Errorf("the warning is %s", told)
		}
	})
}

// Collapsing or removing a message that was already deleted is no failure.
func TestDeliverToDeletedMessages(t *testing.T) {
	gone := ref{channel: channelID, message: boardID}.messageRef()
	for code, want := range map[int]bool{discordgo.ErrCodeUnknownMessage: true, discordgo.ErrCodeMissingAccess: false} {
		for _, e := range []chat.Effect{{Kind: chat.Collapse, Ref: gone, Message: chat.Message{Text: chat.Say("over")}}, {Kind: chat.Remove, Ref: gone}} {
			var log logtest.Buffer
			a := prepared(&log, &recorder{answer: faulty(map[string][2]int{"PATCH": {404, code}, "DELETE": {404, code}})})
			end := a.intake.Open(t.Context(), answers())
			deliver(a, chat.Place{Channel: channelID}, e)
			end(time.Minute)
			if quiet := log.String() == ""; quiet != want {
				t.Errorf("code %d for effect %d is logged as %q", code, e.Kind, &log)
			}
		}
	}
}

// A repeated interaction causes no second answer while the first is being prepared.
func TestRepeatedFromTheGateway(t *testing.T) {
	for name, raw := range map[string]string{"a command": typed(), "a press": pressOf("x")} {
		fake.Bubble(t, name, func(t *testing.T) {
			discord, h := &recorder{answer: faulty(nil)}, after(time.Second, effect(chat.Post, "heads"))
			var came atomic.Bool
			first := h.Answer
			h.Answer = func(ctx context.Context, a chat.Action) chat.Response {
				if came.Swap(true) {
					return chat.Response{Repeated: true}
				}
				return first(ctx, a)
			}
			a := endpoint(t, discord, h)
			a.fromGateway([]byte(raw))
			time.Sleep(time.Millisecond)
			a.fromGateway([]byte(raw))
			time.Sleep(time.Minute)
			synctest.Wait()
			if len(h.Actions()) != 2 || len(discord.calls) != 1 || !strings.Contains(discord.calls[0].body, "heads") {
				t.Errorf("the handler was called %d times, and sent was %q", len(h.Actions()), discord.lines())
			}
		})
	}
}

// Unreadable interactions from the gateway are ignored.
func TestUnreadableFromTheGateway(t *testing.T) {
	for _, raw := range []string{"", "{", "[]", "null", "{}", `{"id":"1","type":1}`, `{"id":"../..","type":2}`, `{"id":7,"type":2}`} {
		var log logtest.Buffer
		a := prepared(&log, wire(func(*http.Request) (*http.Response, error) {
			t.Errorf("a request was sent after %q", raw)
			return nil, http.ErrServerClosed
		}))
		end := a.intake.Open(t.Context(), unasked(t))
		a.fromGateway([]byte(raw))
		end(time.Minute)
		if !strings.Contains(log.String(), "an interaction that cannot be read") {
			t.Errorf("of %q the log says %s", raw, &log)
		}
	}
}
