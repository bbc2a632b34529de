package slack

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"othellobot/adapters/internal/exchange"
)

// Deliveries, with the fields that the adapter reads. The types of slack-go would reject a delivery
// whose message contains an unknown block.
type (
	// interaction is described at https://docs.slack.dev/reference/interaction-payloads.
	interaction struct {
		Type                string   `json:"type"`
		CallbackID          string   `json:"callback_id"` // set for a shortcut
		Team                object   `json:"team"`
		Enterprise          object   `json:"enterprise"`
		IsEnterpriseInstall bool     `json:"is_enterprise_install"`
		User                userInfo `json:"user"`
		Channel             object   `json:"channel"`
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
			TS          string          `json:"ts"`
			ThreadTS    string          `json:"thread_ts"`
			Text        string          `json:"text"`
			Blocks      json.RawMessage `json:"blocks"`
			Attachments json.RawMessage `json:"attachments"` // includes shared messages
		} `json:"message"` // the message in whose menu the user chose the shortcut
		View        view   `json:"view"` // the pressed or submitted view
		ResponseURL string `json:"response_url"`
		TriggerID   string `json:"trigger_id"`
	}

	// view is described at https://docs.slack.dev/reference/views.
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
	}

	// callback wraps an event, https://docs.slack.dev/apis/events-api/#event-type-structure.
	callback struct {
		Type           string          `json:"type"`
		Challenge      string          `json:"challenge"`
		TeamID         string          `json:"team_id"`
		EnterpriseID   string          `json:"enterprise_id"`
		EventID        string          `json:"event_id"`
		EventTime      int64           `json:"event_time"` // Unix time
		Event          json.RawMessage `json:"event"`
		Authorizations []authorization `json:"authorizations"`
	}

	authorization struct {
		EnterpriseID        string `json:"enterprise_id"`
		TeamID              string `json:"team_id"`
		IsEnterpriseInstall bool   `json:"is_enterprise_install"`
	}

	event struct {
		Type        string `json:"type"`
		Subtype     string `json:"subtype"` // set for some messages
		User        string `json:"user"`
		BotID       string `json:"bot_id"`
		Text        string `json:"text"`
		Channel     string `json:"channel"`
		ChannelType string `json:"channel_type"`
		Tab         string `json:"tab"` // set for app_home_opened
		TS          string `json:"ts"`
		ThreadTS    string `json:"thread_ts"`
		Edited      struct {
			TS string `json:"ts"`
		} `json:"edited"` // the last edit
		Tokens struct {
			Bot []string `json:"bot"`
		} `json:"tokens"` // set for tokens_revoked
	}
)

// seconds returns the Unix time of a message's timestamp, or 0 if the timestamp is not a number.
func seconds(stamp string) int64 {
	whole, _, _ := strings.Cut(stamp, ".")
	n, _ := strconv.ParseInt(whole, 10, 64)
	return n
}

// editWindow is the time after which the bot ignores edits of a message. The handler remembers
// deliveries much longer, so an edit does not repeat an action.
const editWindow = 5 * time.Minute

// writtenByUser reports whether a user wrote the message and made no edit after editWindow. See
// https://docs.slack.dev/reference/events/message#subtypes.
func (e event) writtenByUser() bool {
	switch e.Subtype {
	case "", "file_share", "thread_broadcast", "me_message":
	default:
		return false
	}
	after := time.Duration(seconds(e.Edited.TS)-seconds(e.TS)) * time.Second
	return e.BotID == "" && e.User != "" && (e.Edited.TS == "" || after <= editWindow)
}

// shownText returns the text that a message shows: its own, and that of its blocks and attachments,
// https://docs.slack.dev/reference/block-kit/blocks.
func shownText(text string, others ...json.RawMessage) string {
	text += "\n" + exchange.ShownText(others...)
	return entities.Replace(markupSequence.ReplaceAllString(strings.TrimSpace(text), " $1 "))
}

// markupSequence matches a mention or a link, with its label if it has one.
var markupSequence = regexp.MustCompile(`<[^<>|]*(?:\|([^<>]*))?>`)

// entities decodes Slack's entities,
// https://docs.slack.dev/messaging/formatting-message-text#escaping.
var entities = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")
