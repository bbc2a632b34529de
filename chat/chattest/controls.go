package chattest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"othellobot/chat"
)

func pressEdits(p *caseRun) {
	p.post(say("older", "Go"))
	p.post(say("newer", "Go"))
	before := len(p.Seen(Bo))
	p.bot.answers(chat.Effect{Kind: chat.Edit, Message: say("edited", "Stop")})
	p.Press(Bo, Control{Label: "Go"})
	a := p.action()
	if a.User != p.User(Bo) || a.Place != p.Place() || a.Origin != chat.OriginUser ||
		a.Control != "do:Go" || a.Verb != "" || a.Tokens != nil || a.Message == "" {
		p.Errorf("Bo's press arrived as %+v", a)
	}
	p.misses(Bo, "newer")
	p.sees(Bo, "older")
	if m := p.sees(Ana, "edited"); m.Private || len(m.Controls) != 1 || m.Controls[0].Label != "Stop" {
		p.Errorf("Ana sees the edited message as %+v", m)
	}
	if after := p.Seen(Bo); len(after) != before {
		p.Errorf("there were %d messages, and after an edit there are %+v", before, after)
	}
}

func pressOnWhisper(p *caseRun) {
	p.post(say("public", "Go"))
	p.bot.answers(chat.Effect{Kind: chat.Whisper, Message: say("really?", "Yes")})
	p.move()
	p.bot.answers(chat.Effect{Kind: chat.Edit, Message: say("done")})
	p.Press(Ana, Control{Label: "Yes"})
	if m := p.sees(Ana, "done"); !m.Private {
		p.Error("a whisper became public by a press")
	}
	p.misses(Bo, "done")
	p.sees(Bo, "public")
}

func actedOnCanBeNamed(p *caseRun) {
	p.post(say("before", "Go"))
	p.post(say("another", "Stop"))
	p.bot.answersBy(func(a chat.Action) (chat.Response, error) {
		return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Ref: a.Message, Message: say("after")}}}, nil
	})
	p.Press(Bo, Control{Label: "Go"})
	p.sees(Bo, "after")
	p.sees(Bo, "another")
	p.misses(Bo, "before")
}

func actionsComeBack(p *caseRun) {
	// Every printable ASCII character, and a letter of two bytes.
	var all strings.Builder
	for c := ' '; c <= '~'; c++ {
		all.WriteRune(c)
	}
	long := "o1:" + all.String() + "é"
	if len(long) != 100 {
		p.Fatalf("the action has %d bytes", len(long))
	}
	pick := chat.Select{Placeholder: "Choose a move", Options: []chat.Option{
		{Label: "d3", Detail: "flips 1", Action: long[:98] + "-1"}, {Label: "c4", Action: long[:98] + "-2"},
	}}
	p.post(chat.Message{Text: chat.Say("choose"), Controls: []chat.Row{
		{Buttons: []chat.Button{{Label: "A", Action: long}, {Label: "B", Action: "b", Style: chat.StyleDanger}}},
		{Select: &pick},
	}})
	p.bot.answers()
	for c, want := range map[Control]string{
		{Label: "A"}:                           long,
		{Label: "B"}:                           "b",
		{Label: "d3", Select: "Choose a move"}: pick.Options[0].Action,
		{Label: "c4", Select: "Choose a move"}: pick.Options[1].Action,
	} {
		p.Press(Ana, c)
		if got := p.action().Control; got != want {
			p.Errorf("pressing %v gave\n%q, want\n%q", c, got, want)
		}
	}
}

func limitsHold(p *caseRun) {
	limits := p.Limits()
	m := say("everything")
	var want []Control
	for i := range max(limits.MoveButtons, limits.ButtonsPerRow) { // at least one row, because not all buttons are moves
		if i%limits.ButtonsPerRow == 0 {
			m.Controls = append(m.Controls, chat.Row{})
		}
		row := &m.Controls[len(m.Controls)-1]
		label := fmt.Sprintf("b%d", i)
		row.Buttons = append(row.Buttons, chat.Button{Label: label, Action: label})
		want = append(want, Control{Label: label})
	}
	if limits.Options > 0 {
		pick := &chat.Select{Placeholder: "More"}
		for i := range limits.Options {
			label := fmt.Sprintf("o%d", i)
			pick.Options = append(pick.Options, chat.Option{Label: label, Action: label})
			want = append(want, Control{Label: label, Select: "More"})
		}
		m.Controls = append(m.Controls, chat.Row{Select: pick})
	}
	p.post(m)
	if got := p.sees(Bo, "everything").Controls; !slices.Equal(got, want) {
		p.Errorf("Bo sees the controls %v, want %v", got, want)
	}
	if len(limits.Themes) == 0 {
		p.Error("no theme can be shown, so no board")
	}
}

// openThread makes the bot open a thread for every action, and post in answer to actions from there.
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

// inThread checks that the handler got the last action twice, the second time from a thread that holds the answer.
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

// linksOpen also checks that a press is no action, although some platforms report it.
func linksOpen(p *caseRun) {
	m, link := say("a game", "Go"), Control{Label: "Open", URL: "https://bot.example/g/a-b_c?d=1&e=%22"}
	m.Controls[0].Buttons = append(m.Controls[0].Buttons, chat.Button{Label: link.Label, URL: link.URL})
	p.post(m)
	if got, want := p.sees(Bo, "a game").Controls, []Control{{Label: "Go"}, link}; !slices.Equal(got, want) {
		p.Errorf("Bo sees the controls %+v, want %+v", got, want)
	}
	handled, seen := len(p.bot.handled()), len(p.Seen(Bo))
	p.Press(Ana, link)
	if len(p.bot.handled()) != handled || len(p.Seen(Bo)) != seen {
		p.Error("opening a link called the handler, or showed something")
	}
	p.Press(Ana, Control{Label: "Go"})
	if got := p.action().Control; got != "do:Go" {
		p.Errorf("the button next to the link gave %q", got)
	}
}
