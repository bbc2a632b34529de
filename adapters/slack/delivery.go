package slack

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// delivery is a decoded delivery from Slack.
type delivery struct {
	kind     kind
	id       string // the same in repeated deliveries; empty if unknown
	team     string // tenant
	user     string
	userName string
	channel  string
	thread   string
	private  bool // the channel is a direct message of two
	closed   bool // no other member can be invited to the channel
	text     string
	control  string
	verb     string    // command of a shortcut or a form
	argument string    // argument of the command that text is for
	trigger  string    // opens a view, valid for three seconds; empty if there is no trigger
	view     string    // ID of the modal with the pressed control; empty for the App Home
	message  string    // timestamp of the pressed message; empty if the press was in a view
	whisper  bool      // only its reader sees the pressed message
	response string    // response address; empty if there is no address
	happened time.Time // time of an event in whole seconds; zero if unknown
	received time.Time
}

// kind is the kind of a delivery.
type kind uint8

const (
	unknownKind kind = iota
	commandKind
	pressKind
	shortcutKind   // in a message's menu
	formKind       // a form was submitted
	homeKind       // a user opened the list of their games
	messageKind    // a message that mentions the bot, or a direct message to it
	removalKind    // the workspace removed the bot
	revocationKind // the bot's token was revoked
)

// ofTwo is the channel name of every direct message between two.
const ofTwo = "directmessage"

// isClosed reports, by its name, whether a channel is a direct message, between two or in a group.
func isClosed(name string) bool { return name == ofTwo || strings.HasPrefix(name, "mpdm-") }

// commanded decodes a slash command,
// https://docs.slack.dev/interactivity/implementing-slash-commands.
func commanded(c slackapi.SlashCommand) delivery {
	return delivery{
		kind: commandKind, id: prefixed("t", c.TriggerID),
		team: tenant(c.TeamID, c.EnterpriseID, c.IsEnterpriseInstall),
		user: c.UserID, userName: c.UserName, channel: c.ChannelID,
		private: c.ChannelName == ofTwo, closed: isClosed(c.ChannelName), text: c.Text, response: c.ResponseURL,
		trigger: c.TriggerID,
	}
}

func (i interaction) delivery() delivery {
	d := delivery{
		user: i.User.ID, userName: i.User.Username, channel: i.Container.ChannelID,
		thread: i.Container.ThreadTS, message: i.Container.MessageTS, whisper: i.Container.IsEphemeral,
		id: prefixed("t", i.TriggerID), response: i.ResponseURL, trigger: i.TriggerID,
	}
	if d.userName == "" {
		d.userName = i.User.Name
	}
	if d.thread == d.message {
		d.thread = "" // the message itself is in the channel, not in its thread
	}
	var team, enterprise string
	if i.Team != nil {
		team = i.Team.ID
	}
	if i.Enterprise != nil {
		enterprise = i.Enterprise.ID
	}
	d.team = tenant(team, enterprise, i.IsEnterpriseInstall)
	if i.Channel != nil {
		d.channel = cmp.Or(d.channel, i.Channel.ID)
		d.private, d.closed = i.Channel.Name == ofTwo, isClosed(i.Channel.Name)
	}
	switch {
	case i.Type == "block_actions" && len(i.Actions) == 1 && (d.message != "" || i.View != nil && d.opened(*i.View)):
		d.kind = pressKind
		if d.control = i.Actions[0].Value; d.control == "" {
			d.control = i.Actions[0].SelectedOption.Value
		}
	case i.Type == "view_submission" && i.View != nil && d.opened(*i.View):
		d.kind = formKind
		d.text = i.View.State.Values[fieldID][fieldID].Value
	case i.Type == "message_action":
		d.kind, d.verb = shortcutKind, i.CallbackID
		d.text = shownText(i.Message.Text, i.Message.Attachments, i.Message.Blocks)
		if i.Message.ThreadTS != i.Message.TS {
			d.thread = i.Message.ThreadTS
		}
	case i.Type == "shortcut" && i.CallbackID == homeShortcut:
		d.kind = homeKind
	}
	return d
}

func (c callback) delivery() delivery {
	var e event
	if json.Unmarshal(c.Event, &e) != nil {
		return delivery{}
	}
	d := delivery{id: prefixed("e", c.EventID), team: tenant(c.TeamID, c.EnterpriseID, false)}
	if len(c.Authorizations) > 0 {
		by := c.Authorizations[0]
		d.team = tenant(by.TeamID, by.EnterpriseID, by.IsEnterpriseInstall)
	}
	if c.EventTime != 0 {
		d.happened = time.Unix(int64(c.EventTime), 0)
	}
	switch e.Type {
	case "app_mention":
		d.readMessage(e)
	case "app_home_opened": // https://docs.slack.dev/reference/events/app_home_opened
		if e.Tab == "home" {
			d.kind, d.user, d.channel = homeKind, e.User, e.Channel
		}
	case "message": // https://docs.slack.dev/reference/events/message.im
		if e.ChannelType == "im" {
			d.readMessage(e)
			d.private, d.closed = true, true
		}
	case "app_uninstalled":
		if d.team != "" {
			d.kind = removalKind
		}
	case "tokens_revoked":
		if len(e.Tokens.Bot) > 0 {
			d.kind = revocationKind
		}
	}
	return d
}

// readMessage reads a user's message. Slack sends each edit of a mention as another event. The ID
// of the delivery is therefore that of the message, so that a message acts once.
func (d *delivery) readMessage(e event) {
	if !e.writtenByUser() {
		return
	}
	d.kind = messageKind
	d.user, d.text, d.channel, d.thread = e.User, e.Text, e.Channel, e.ThreadTS
	if e.TS != "" {
		d.id = "m" + e.Channel + "/" + e.TS
	}
}

func prefixed(prefix, id string) string {
	if id == "" {
		return ""
	}
	return prefix + id
}

// tenant returns the key of an installation: the workspace, or the organization if the bot is
// installed in all of it, https://docs.slack.dev/enterprise/organization-ready-apps.
func tenant(team, enterprise string, everywhere bool) string {
	if everywhere && enterprise != "" || team == "" {
		return enterprise
	}
	return team
}

// fieldID is the ID of a form's field and of the field's block.
const fieldID = "field"

// origin is the place where a view was opened, and where actions in the view count. It is stored in
// the view, visible only to Slack and the bot,
// https://docs.slack.dev/surfaces/modals#private_metadata.
type origin struct {
	Channel  string `json:"c"`
	Thread   string `json:"t,omitempty"`
	Private  bool   `json:"p,omitempty"`
	Closed   bool   `json:"n,omitempty"`
	Response string `json:"r,omitempty"`
	Verb     string `json:"v,omitempty"` // the command of a form; Argument is its argument
	Argument string `json:"a,omitempty"`
}

// note encodes the origin for a view, or returns "" if it is too long.
func (o origin) note() string {
	text, err := json.Marshal(o)
	if err != nil || len(text) > maxNote {
		return ""
	}
	return string(text)
}

// origin returns the place of the delivery.
func (d delivery) origin() origin {
	return origin{Channel: d.channel, Thread: d.thread, Private: d.private, Closed: d.closed, Response: d.response}
}

// opened restores the place where a view was opened. It reports whether the view holds a readable
// origin.
func (d *delivery) opened(v view) bool {
	var o origin
	if json.Unmarshal([]byte(v.Note), &o) != nil {
		return false
	}
	d.channel, d.thread, d.private, d.closed, d.response = o.Channel, o.Thread, o.Private, o.Closed, o.Response
	d.verb, d.argument = o.Verb, o.Argument
	if v.Type == "modal" {
		d.view = v.ID
	}
	return true
}

func (d delivery) place() chat.Place {
	return chat.Place{Platform: Platform, Team: d.team, Channel: d.channel, Thread: d.thread}
}

// isID reports whether a text has the form of an ID, which needs no escaping in markup.
func isID(text string) bool {
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// pressed returns the pressed message, or the zero ref if the press was in a view.
func (d delivery) pressed() ref {
	if d.message == "" {
		return ref{}
	}
	return ref{d.channel, d.message}
}
