package slacktest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	slackapi "github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"

	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
)

// toy is the least adapter that passes the suite: it keeps to one channel, knows
// no deadline and is never limited.
type toy struct {
	api  *slackapi.Client
	http *http.Client
	bot  chat.Handler
	team string
	self string
	work sync.WaitGroup
}

func newToy(t *testing.T, s *slacktest.Server, h chat.Handler) *toy {
	client := &http.Client{Transport: s.Transport()}
	a := &toy{
		http: client, bot: h, team: s.TeamID, self: s.User("bot"),
		api: slackapi.New(s.BotToken(), slackapi.OptionAPIURL(s.APIURL()), slackapi.OptionHTTPClient(client), slackapi.OptionAppLevelToken(s.AppToken())),
	}
	t.Cleanup(a.work.Wait)
	return a
}

// ServeHTTP takes deliveries by HTTP, and trusts them.
func (a *toy) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	if r.URL.Path == slacktest.PathCommands {
		c, err := slackapi.SlashCommandParse(r)
		a.take(err, func() { a.command(c) })
		return
	}
	i, err := slackapi.InteractionCallbackParse(r)
	a.take(err, func() { a.press(i) })
}

// run takes deliveries by Socket Mode.
func (a *toy) run(t *testing.T, s *slacktest.Server) {
	socket := socketmode.New(a.api)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = socket.RunContext(ctx) })
	running.Go(func() {
		for {
			select {
			case e := <-socket.Events:
				switch data := e.Data.(type) {
				case slackapi.SlashCommand:
					a.take(socket.Ack(*e.Request), func() { a.command(data) })
				case slackapi.InteractionCallback:
					a.take(socket.Ack(*e.Request), func() { a.press(data) })
				}
			case <-ctx.Done():
				return
			}
		}
	})
	t.Cleanup(func() { cancel(); running.Wait() })
	s.WaitConnected(1)
}

func (a *toy) take(err error, work func()) {
	if err == nil {
		a.work.Go(work)
	}
}

var mentionForm = regexp.MustCompile(`<@(\w+)\|([^>]*)>`)

func (a *toy) command(c slackapi.SlashCommand) {
	action := chat.Action{Delivery: chat.Delivery(c.TriggerID), User: a.user(c.UserID), Place: a.place(c.ChannelID)}
	rest := c.Text
	for rest != "" {
		at := mentionForm.FindStringSubmatchIndex(rest)
		if at == nil {
			at = []int{len(rest), len(rest)}
		}
		action.Words = append(action.Words, chat.Word{Text: plain(rest[:at[0]])})
		if at[1] > at[0] {
			action.Words = append(action.Words, a.mentioned(rest[at[2]:at[3]]))
		}
		rest = rest[at[1]:]
	}
	a.act(action, c.ResponseURL)
}

func plain(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(text)
}

func (a *toy) mentioned(id string) chat.Word {
	w := chat.Word{User: a.user(id), Kind: chat.MentionsPerson}
	if u, err := a.api.GetUserInfo(id); err == nil && u.IsBot {
		w.Kind = chat.MentionsOtherBot
	}
	if id == a.self {
		w.Kind = chat.MentionsBot
	}
	return w
}

func (a *toy) press(i slackapi.InteractionCallback) {
	pressed := i.ActionCallback.BlockActions[0]
	action := chat.Action{
		Delivery: chat.Delivery(i.TriggerID), User: a.user(i.User.ID), Place: a.place(i.Channel.ID), Control: pressed.Value,
		Message: chat.MessageRef(i.Container.MessageTs),
	}
	if pressed.Value == "" {
		action.Control = pressed.SelectedOption.Value
	}
	if i.Container.IsEphemeral {
		action.Message = "whisper " + action.Message
	}
	a.act(action, i.ResponseURL)
}

func (a *toy) user(id string) chat.UserID {
	return chat.UserID{Platform: "toy", Team: a.team, ID: id}
}

func (a *toy) place(channel string) chat.Place {
	return chat.Place{Platform: "toy", Team: a.team, Channel: channel}
}

// act has the bot do something, and shows what comes of it.
func (a *toy) act(action chat.Action, responseURL string) {
	r, err := ask(func() (chat.Response, error) { return a.bot.Handle(context.Background(), action) })
	if err != nil && len(r.Effects) == 0 {
		r.Effects = []chat.Effect{{Kind: chat.Whisper, Message: chat.Message{Text: chat.Say("Something went wrong.")}}}
	}
	a.carryOut(action, responseURL, r, 4)
}

// ask calls the bot, and turns a panic into an error.
func ask(call func() (chat.Response, error)) (r chat.Response, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return call()
}

// Deliver implements [chat.Poster].
func (a *toy) Deliver(_ context.Context, place chat.Place, r chat.Response) {
	a.work.Go(func() { a.carryOut(chat.Action{Place: place}, "", r, 4) })
}

// Capacity implements [chat.Poster].
func (*toy) Capacity() int { return 1 }

func (a *toy) carryOut(action chat.Action, responseURL string, r chat.Response, rounds int) {
	for _, e := range r.Effects {
		ref, err := a.show(action, responseURL, e)
		if err == nil && e.Shows.Slot != chat.SlotNone && rounds > 0 {
			correction, _ := ask(func() (chat.Response, error) {
				return a.bot.Sent(context.Background(), e.Shows, chat.Outcome{Ref: ref})
			})
			a.carryOut(action, responseURL, correction, rounds-1)
		}
	}
}

func (a *toy) show(action chat.Action, responseURL string, e chat.Effect) (chat.MessageRef, error) {
	channel, options := action.Place.Channel, encode(e.Message)
	switch {
	case e.Kind == chat.Whisper && action.User.ID == "":
		return "", errors.New("nobody to whisper to")
	case e.Kind == chat.Whisper:
		ts, err := a.api.PostEphemeral(channel, action.User.ID, options...)
		return chat.MessageRef(ts), err
	case e.Kind == chat.Post, e.Kind == chat.Ping:
		_, ts, err := a.api.PostMessage(channel, options...)
		return chat.MessageRef(ts), err
	case e.Kind == chat.Edit && e.Ref == "":
		e.Ref = action.Message
	case e.Ref == "":
		return "", errors.New("no such message")
	case e.Kind == chat.Remove:
		_, _, err := a.api.DeleteMessage(channel, string(e.Ref))
		return "", err
	case e.Kind == chat.Collapse:
		options = encode(chat.Message{Text: e.Message.Text})
	}
	if strings.HasPrefix(string(e.Ref), "whisper ") {
		blocks := slackapi.Blocks{BlockSet: blocksOf(e.Message)}
		return e.Ref, slackapi.PostWebhookCustomHTTP(responseURL, a.http, &slackapi.WebhookMessage{ReplaceOriginal: true, Text: "…", Blocks: &blocks})
	}
	_, _, _, err := a.api.UpdateMessage(channel, string(e.Ref), options...)
	return e.Ref, err
}

func threaded(root ...string) (options []slackapi.MsgOption) {
	for _, ts := range root {
		options = append(options, slackapi.MsgOptionTS(ts))
	}
	return options
}

func encode(m chat.Message) []slackapi.MsgOption {
	return []slackapi.MsgOption{slackapi.MsgOptionText("…", false), slackapi.MsgOptionParse(false), slackapi.MsgOptionBlocks(blocksOf(m)...)}
}

// blocksOf writes a message as rich text, in which nothing is markup.
func blocksOf(m chat.Message) []slackapi.Block {
	var blocks []slackapi.Block
	for _, text := range append([]chat.Text{m.Text, m.Aside}, m.Footers[:min(1, len(m.Footers))]...) {
		if parts := richText(text); len(parts) > 0 {
			blocks = append(blocks, slackapi.NewRichTextBlock("", parts...))
		}
	}
	for i, row := range m.Controls {
		var elements []slackapi.BlockElement
		for j, b := range row.Buttons {
			elements = append(elements, slackapi.NewButtonBlockElement(fmt.Sprint(i, ".", j), b.Action, label(b.Label)))
		}
		if row.Select != nil {
			var options []*slackapi.OptionBlockObject
			for _, o := range row.Select.Options {
				options = append(options, slackapi.NewOptionBlockObject(o.Action, label(o.Label), nil))
			}
			elements = append(elements, slackapi.NewOptionsSelectBlockElement("static_select", label(row.Select.Placeholder), fmt.Sprint(i), options...))
		}
		blocks = append(blocks, slackapi.NewActionBlock("", elements...))
	}
	return blocks
}

func label(text string) *slackapi.TextBlockObject {
	return slackapi.NewTextBlockObject(slackapi.PlainTextType, text, false, false)
}

func richText(text chat.Text) (parts []slackapi.RichTextElement) {
	var line []slackapi.RichTextSectionElement
	end := func() {
		if len(line) > 0 {
			parts = append(parts, slackapi.NewRichTextSection(line...))
		}
		line = nil
	}
	for _, s := range text {
		switch s.Kind {
		case chat.SpanMention:
			line = append(line, slackapi.NewRichTextSectionUserElement(s.User.ID, nil))
		case chat.SpanBlock:
			end()
			block := []slackapi.RichTextSectionElement{slackapi.NewRichTextSectionTextElement(s.Text, nil)}
			parts = append(parts, &slackapi.RichTextPreformatted{Type: slackapi.RTEPreformatted, Elements: block})
		default:
			line = append(line, slackapi.NewRichTextSectionTextElement(chat.Text{s}.String(), nil))
		}
	}
	end()
	return parts
}
