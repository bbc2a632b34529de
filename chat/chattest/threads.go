package chattest

import (
	"reflect"
	"slices"
	"strings"

	"othellobot/chat"
)

func threads() []testCase {
	return []testCase{
		{"a command opens a thread and comes again there", commandOpensThread},
		{"a press opens a thread and comes again there", pressOpensThread},
	}
}

// openThread makes the bot open a thread for every action. The bot answers every action in a thread with a
// post.
func (p *caseRun) openThread() {
	p.bot.answersBy(func(a chat.Action) (chat.Response, error) {
		if a.Place.Thread == "" {
			return chat.Response{Effects: []chat.Effect{{Kind: chat.OpenThread, Message: say("Othello & <more>")}}}, nil
		}
		return chat.Response{Effects: []chat.Effect{{
			Kind: chat.Post, Message: say("in the thread", "Go"), Subject: chat.Subject{Game: "threaded", Slot: chat.SlotBoard, Version: 1},
		}}}, nil
	})
}

// inThread fails the test unless the last action repeats the previous action in a thread, and the thread
// holds the answer.
func (p *caseRun) inThread() {
	p.Helper()
	client, ok := p.Client.(Threader)
	if !ok {
		p.Fatal("the limits promise threads, but the client cannot look into one")
	}
	all := p.bot.handled()
	if len(all) < 2 {
		p.Fatalf("the handler got %+v, want the same action twice", all)
	}
	first, again := all[len(all)-2], all[len(all)-1]
	place := p.Place()
	if first.Place != place {
		p.Errorf("the action came from %+v, want %+v", first.Place, place)
	}
	place.Thread = again.Place.Thread
	if again.Place != place || place.Thread == "" {
		p.Errorf("the action came again from %+v, want a thread of %+v", again.Place, p.Place())
	}
	if again.Place = first.Place; !reflect.DeepEqual(again, first) {
		p.Errorf("the action came again as\n%+v, want\n%+v", again, first)
	}
	seen := client.InThread(place)
	posted := slices.DeleteFunc(slices.Clone(seen), func(m Message) bool { return !strings.Contains(m.Text, "in the thread") })
	if len(posted) != 1 || len(posted[0].Controls) != 1 || posted[0].Private {
		p.Errorf("the thread holds %+v, want one message and its button", seen)
	}
	p.misses(Bo, "in the thread")
	if reports := p.bot.reported(); len(reports) == 0 || reports[len(reports)-1].Game != "threaded" {
		p.Errorf("Sent was called for %+v, not for the message in the thread", reports)
	}
}

func commandOpensThread(p *caseRun) {
	p.openThread()
	p.Command(Ana, "start", chat.Argument{Name: "opponent", Value: chat.Token{Text: Bot, Kind: chat.MentionsBot}}, chat.Argument{Name: "color", Value: chat.Token{Text: "white"}})
	p.inThread()
}

// pressOpensThread presses a control on a whisper and on a public message.
func pressOpensThread(p *caseRun) {
	for text, kind := range map[string]chat.Kind{"for one": chat.Whisper, "for all": chat.Post} {
		p.bot.answers(chat.Effect{Kind: kind, Message: say(text, text)})
		p.move()
		p.openThread()
		p.Press(Ana, Control{Label: text})
		p.inThread()
		if a := p.action(); a.Control != "do:"+text {
			p.Errorf("the press came again as %+v", a)
		}
	}
}
