package slack

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

type delivery struct {
	kind     kind
	id       string // delivery ID, the same in repeated deliveries
	team     string // key of the installation; see [tenant]
	user     string
	userName string
	origin
	text     string
	control  string
	trigger  string    // ID that lets the bot open a view within three seconds
	view     string    // ID of the pressed or submitted modal; otherwise empty
	message  string    // timestamp of the pressed message; empty if the press was in a view
	whisper  bool      // only one user sees the pressed message
	happened time.Time // time of an event, in whole seconds; otherwise zero
	received time.Time
}

type kind uint8

const (
	unknownKind kind = iota
	commandKind
	pressKind
	shortcutKind   // a command chosen in a message's menu
	formKind       // a submitted form
	homeKind       // a user opens the list of their games
	messageKind    // a message that mentions the bot, or a direct message to it
	removalKind    // the workspace has removed the bot
	revocationKind // the workspace has revoked a token of the bot
)

const directName = "directmessage"

func isClosed(name string) bool { return name == directName || strings.HasPrefix(name, "mpdm-") }

// commandDelivery returns the delivery of a slash command,
// https://docs.slack.dev/interactivity/implementing-slash-commands.
func commandDelivery(c slackapi.SlashCommand) delivery {
	return delivery{
		kind: commandKind, id: prefixed("t", c.TriggerID),
		team: tenant(c.TeamID, c.EnterpriseID, c.IsEnterpriseInstall),
		user: c.UserID, userName: c.UserName, text: c.Text, trigger: c.TriggerID,
		origin: origin{Channel: c.ChannelID, Private: c.ChannelName == directName, Closed: isClosed(c.ChannelName), Response: c.ResponseURL},
	}
}

func (i interaction) delivery() delivery {
	d := delivery{
		team: tenant(i.Team.ID, i.Enterprise.ID, i.IsEnterpriseInstall),
		user: i.User.ID, userName: cmp.Or(i.User.Username, i.User.Name), id: prefixed("t", i.TriggerID), trigger: i.TriggerID,
		message: i.Container.MessageTS, whisper: i.Container.IsEphemeral,
		origin: origin{
			Channel: cmp.Or(i.Container.ChannelID, i.Channel.ID), Thread: i.Container.ThreadTS, Response: i.ResponseURL,
			Private: i.Channel.Name == directName, Closed: isClosed(i.Channel.Name),
		},
	}
	if d.Thread == d.message {
		d.Thread = "" // the first message of a thread is in the channel
	}
	switch {
	case i.Type == "block_actions" && len(i.Actions) == 1 && (d.message != "" || d.restoreOrigin(i.View)):
		if d.control = cmp.Or(i.Actions[0].Value, i.Actions[0].SelectedOption.Value); d.control != "" { // a link has no value
			d.kind = pressKind
		}
	case i.Type == "view_submission" && d.restoreOrigin(i.View):
		d.kind = formKind
		d.text = i.View.State.Values[fieldID][fieldID].Value
	case i.Type == "message_action":
		d.kind, d.Verb = shortcutKind, i.CallbackID
		d.text = shownText(i.Message.Text, i.Message.Attachments, i.Message.Blocks)
		if i.Message.ThreadTS != i.Message.TS {
			d.Thread = i.Message.ThreadTS
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
	if c.EventTime > 0 {
		d.happened = time.Unix(c.EventTime, 0)
	}
	switch e.Type {
	case "app_mention":
		d.readMessage(e)
	case "app_home_opened": // https://docs.slack.dev/reference/events/app_home_opened
		if e.Tab == "home" {
			d.kind, d.user, d.Channel = homeKind, e.User, e.Channel
		}
	case "message": // https://docs.slack.dev/reference/events/message.im
		if e.ChannelType == "im" {
			d.readMessage(e)
			d.Private, d.Closed = true, true
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

// readMessage reads a user's message. It uses the message's ID for the delivery, because Slack sends
// another event for each edit of a mention.
func (d *delivery) readMessage(e event) {
	if !e.writtenByUser() {
		return
	}
	d.kind = messageKind
	d.user, d.text, d.Channel, d.Thread = e.User, e.Text, e.Channel, e.ThreadTS
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

// tenant returns the key of an installation: the organization if the bot is installed everywhere in
// it, otherwise the workspace, https://docs.slack.dev/enterprise/organization-ready-apps.
func tenant(team, enterprise string, everywhere bool) string {
	if everywhere && enterprise != "" || team == "" {
		return enterprise
	}
	return team
}

const fieldID = "field" // ID of a form's field, and of the field's block

// origin holds the place of a delivery, and the command of a shortcut or a form. A view stores the
// origin for deliveries that come from the view, https://docs.slack.dev/surfaces/modals#private_metadata.
type origin struct {
	Channel  string `json:"c"`
	Thread   string `json:"t,omitempty"`
	Private  bool   `json:"p,omitempty"` // the channel is a direct message of two users
	Closed   bool   `json:"n,omitempty"` // no other member can be invited to the channel
	Response string `json:"r,omitempty"` // response address
	Verb     string `json:"v,omitempty"` // name of the command
	Argument string `json:"a,omitempty"` // name of the argument that a form asks for
}

// metadata returns the origin as the private metadata of a view, or "" if it is too long.
func (o origin) metadata() string {
	if text := asJSON(o); len(text) <= maxMetadata {
		return text
	}
	return ""
}

func (d *delivery) restoreOrigin(v view) bool {
	var o origin
	if json.Unmarshal([]byte(v.Metadata), &o) != nil {
		return false
	}
	d.origin = o
	if v.Type == "modal" {
		d.view = v.ID
	}
	return true
}

func (d delivery) place() chat.Place {
	return chat.Place{Platform: Platform, Team: d.team, Channel: d.Channel, Thread: d.Thread}
}

// isID reports whether a text has the form of an ID, so that markup can contain it unescaped.
func isID(text string) bool {
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == ""
}

// pressed returns the pressed message, or the zero ref if no message was pressed.
func (d delivery) pressed() ref {
	if d.message == "" {
		return ref{}
	}
	return ref{d.Channel, d.message}
}

// ref identifies a message of the bot by channel and timestamp. It is zero if the message is unknown.
type ref struct{ channel, ts string }

func (r ref) name() chat.MessageRef {
	if r == (ref{}) {
		return ""
	}
	return chat.MessageRef(r.channel + "/" + r.ts)
}

func parseRef(name chat.MessageRef) (ref, error) {
	channel, ts, ok := strings.Cut(string(name), "/")
	if !ok || channel == "" || ts == "" || strings.Trim(ts, "0123456789.") != "" || len(name) > maxRef {
		return ref{}, errBadRef
	}
	return ref{channel, ts}, nil
}

const maxRef = 100

func asJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}
