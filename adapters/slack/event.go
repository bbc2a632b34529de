package slack

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"
)

// Deliveries as far as the adapter reads them. slack-go's own types, which do for
// commands, refuse any other delivery as a whole if a block in the message it comes from
// is unknown to them.
type (
	// interaction is one of
	// https://docs.slack.dev/reference/interaction-payloads.
	interaction struct {
		Type                string   `json:"type"`
		CallbackID          string   `json:"callback_id"` // of a shortcut
		Team                *object  `json:"team"`
		Enterprise          *object  `json:"enterprise"`
		IsEnterpriseInstall bool     `json:"is_enterprise_install"`
		User                userInfo `json:"user"`
		Channel             *object  `json:"channel"`
		Container           struct {
			Type        string `json:"type"`
			MessageTS   string `json:"message_ts"`
			ThreadTS    string `json:"thread_ts"`
			ChannelID   string `json:"channel_id"`
			IsEphemeral bool   `json:"is_ephemeral"`
		} `json:"container"`
		Actions []struct {
			Type           string `json:"type"`
			Value          string `json:"value"`
			SelectedOption struct {
				Value string `json:"value"`
			} `json:"selected_option"`
		} `json:"actions"`
		Message struct {
			TS       string `json:"ts"`
			ThreadTS string `json:"thread_ts"`
			Text     string `json:"text"`
		} `json:"message"` // in whose menu a shortcut was chosen
		View        *view  `json:"view"` // that was pressed in or sent
		ResponseURL string `json:"response_url"`
		TriggerID   string `json:"trigger_id"`
	}

	// view is one of https://docs.slack.dev/reference/views.
	view struct {
		ID    string `json:"id"`
		Type  string `json:"type"`
		Note  string `json:"private_metadata"`
		State struct {
			Values map[string]map[string]struct {
				Value string `json:"value"`
			} `json:"values"`
		} `json:"state"`
	}

	object struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}

	userInfo struct {
		ID       string `json:"id"`
		Username string `json:"username"`
		Name     string `json:"name"`
		TeamID   string `json:"team_id"`
	}

	// callback is one of https://docs.slack.dev/apis/events-api/#event-type-structure.
	callback struct {
		Type           string          `json:"type"`
		Challenge      string          `json:"challenge"`
		TeamID         string          `json:"team_id"`
		EnterpriseID   string          `json:"enterprise_id"`
		EventID        string          `json:"event_id"`
		EventTime      moment          `json:"event_time"`
		Event          json.RawMessage `json:"event"`
		Authorizations []authorization `json:"authorizations"`
	}

	authorization struct {
		EnterpriseID        string `json:"enterprise_id"`
		TeamID              string `json:"team_id"`
		UserID              string `json:"user_id"` // the bot's
		IsEnterpriseInstall bool   `json:"is_enterprise_install"`
	}

	// event is the inner part of a callback.
	event struct {
		Type        string `json:"type"`
		Subtype     string `json:"subtype"` // of a message: empty unless it is an edit, or other than what somebody wrote
		User        string `json:"user"`
		BotID       string `json:"bot_id"`
		Text        string `json:"text"`
		Channel     string `json:"channel"`
		ChannelType string `json:"channel_type"`
		Tab         string `json:"tab"` // of app_home_opened
		TS          string `json:"ts"`
		ThreadTS    string `json:"thread_ts"`
		Tokens      struct {
			Bot []string `json:"bot"`
		} `json:"tokens"` // of tokens_revoked
	}
)

// moment is a time in seconds since 1970; the zero moment is unknown.
type moment int64

// UnmarshalJSON implements [json.Unmarshaler]. What is no such time is unknown.
func (m *moment) UnmarshalJSON(text []byte) error {
	if n, err := strconv.ParseInt(string(text), 10, 64); err == nil && n > 0 {
		*m = moment(n)
	}
	return nil
}

// tenant is the key of an installation: the workspace, or the organisation if
// the bot is installed in all of it,
// https://docs.slack.dev/enterprise/organization-ready-apps.
func tenant(team, enterprise string, everywhere bool) string {
	if everywhere && enterprise != "" || team == "" {
		return enterprise
	}
	return team
}

// delivery holds a delivery from Slack after it was decoded.
type delivery struct {
	kind     kind
	id       string // by which a repetition is known; empty if it has none
	team     string // the tenant
	user     string
	userName string
	channel  string
	thread   string
	private  bool // the channel is a conversation of two
	closed   bool // nobody can be brought into the channel
	text     string
	control  string
	verb     string    // of the command that was chosen in a menu or asked for by a form
	argument string    // of the command, which the text is for
	trigger  string    // opens a view, for three seconds; empty if there is none
	view     string    // the id of the modal that was pressed in; empty for the App Home
	message  string    // the time stamp of the message pressed; empty if that was in a view
	whisper  bool      // the message pressed is for its reader alone
	response string    // the address to answer to, empty if there is none
	happened time.Time // of an event; in whole seconds, zero if unknown
	received time.Time
}

// kind says what somebody did.
type kind uint8

const (
	unknownKind kind = iota
	commandKind
	pressKind
	shortcutKind   // in the menu of a message
	formKind       // it was sent
	homeKind       // somebody wants to see their games
	messageKind    // to the bot: it is mentioned, or in conversation with its writer
	removalKind    // the bot was taken out of the workspace
	revocationKind // its token was made invalid
)

// ofTwo is the name that every conversation of two has.
const ofTwo = "directmessage"

// isClosed reports whether a channel is a conversation of two, or of some more
// who have no channel, by its name.
func isClosed(name string) bool { return name == ofTwo || strings.HasPrefix(name, "mpdm-") }

// commanded is a delivery of
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
		d.thread = "" // a thread begins with the message, which is in the channel itself
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
		d.kind, d.verb, d.text = shortcutKind, i.CallbackID, i.Message.Text
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
		if e.ChannelType == "im" && e.Subtype == "" {
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

// readMessage reads what somebody has written. Bots do not play, and the bot least of all
// against itself.
func (d *delivery) readMessage(e event) {
	if e.BotID == "" && e.User != "" {
		d.kind = messageKind
		d.user, d.text, d.channel, d.thread = e.User, e.Text, e.Channel, e.ThreadTS
	}
}

func prefixed(prefix, id string) string {
	if id == "" {
		return ""
	}
	return prefix + id
}
